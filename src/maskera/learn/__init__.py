"""Learning a recognizer from few decisions (Medlock 2006; learning-and-risk 3): cards, doubtful
sentences, an encrypted project, and a replay with hidden labels (`simulate`)."""
