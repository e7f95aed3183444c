"""Personal information in Swedish text, labelled and pseudonymized by maskera."""

from importlib.util import find_spec

__description__ = "Personal information in Swedish text, labelled and pseudonymized by maskera."

# What is wrapped (labelling.py) can be used and tested where Sparv is not installed.
if find_spec("sparv") is not None:
    from maskera_sparv import annotators

    __all__ = ["annotators"]
