"""Annotation: tokens, sentences, part of speech, morphology; our own or read from other tools."""
