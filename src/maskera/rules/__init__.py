"""What rules are made of: patterns with checks, and word lists."""
