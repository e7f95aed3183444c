"""Reading and writing that everybody needs: atomic output, encodings, TOML, model files, batches,
worker processes."""
