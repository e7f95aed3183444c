"""The languages: everything that is code or a closed list of one language lives in a folder of its own here."""
