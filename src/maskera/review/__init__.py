"""The workbench: a project of essays that people inspect, correct, settle and release. Needs the
extra `review`.

state (pure: what has been decided of one essay, and the changes people make) < view (what a state
looks like, rendered and leak-checked) < cipher, schema, store (at rest: encrypted, append-only) <
project, people, settle, statistics, export < web (pages).
"""
