"""Danish."""
