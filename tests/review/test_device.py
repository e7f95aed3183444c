"""What a browser calls itself, in two words."""

import pytest

from maskera.review.web.device import device

LINUX = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)"


@pytest.mark.parametrize(
    ("agent", "told"),
    [
        (f"{LINUX} Chrome/150.0.0.0 Safari/537.36", "Chrome, Linux"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/1 Safari/1 Edg/1", "Edge, Windows"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:1) Gecko/1 Firefox/1", "Firefox, macOS"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/1", "Safari, iPhone"),
        ("Mozilla/5.0 (Linux; Android 16) Chrome/1 Mobile Safari/1", "Chrome, Android"),
        ("curl/8.1", "curl/8.1"),
        ("", ""),
    ],
)
def test_browser_and_system_are_named_and_else_what_was_said(agent: str, told: str) -> None:
    assert device(agent) == told
