"""Detection: every detector claims stretches of a document with reasons; none decides."""
