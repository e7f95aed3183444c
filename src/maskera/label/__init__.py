"""From claims to mentions: merge, weigh, decide, number."""
