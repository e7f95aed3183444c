"""What rules are made of (rule.py), how they run (engine.py), and what users add (user.py)."""
