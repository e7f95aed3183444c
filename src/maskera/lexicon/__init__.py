"""What is known of word forms: gazetteer, vocabulary, and the token table of a document."""
