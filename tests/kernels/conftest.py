"""Property tests may take their time: on a busy machine a deadline says nothing about the code."""

from hypothesis import settings

settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
