"""The trained tagger: its features, the spans of its marginals, and how it is combined with the
rules."""
