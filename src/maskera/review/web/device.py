"""What a browser calls itself, in two words that a person knows."""

# A browser names those that it is like, too, and a system those that it grew out of: the first
# that is found counts.
BROWSERS = {
    "Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "FxiOS": "Firefox", "Chrome": "Chrome",
    "CriOS": "Chrome", "Safari": "Safari",
}  # fmt: skip
SYSTEMS = {
    "Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Windows": "Windows",
    "Mac OS": "macOS", "CrOS": "ChromeOS", "Linux": "Linux",
}  # fmt: skip


def device(agent: str) -> str:
    """The header User-Agent -> "Firefox, Windows"; what tells neither is given as it is."""
    found = [
        next((name for sign, name in names.items() if sign in agent), "")
        for names in (BROWSERS, SYSTEMS)
    ]
    return ", ".join(filter(None, found)) or agent
