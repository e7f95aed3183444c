"""Training of the models: corpora, re-drawing and noise, fitting."""
