"""The HTTP service: the pipeline behind an API that answers at once and keeps nothing. Needs the
extra `service`."""
