"""Swedish bank accounts: a clearing number of four digits tells the bank, and its check digit."""

from __future__ import annotations

from maskera.rules.checks import digits_of, luhn_right, mod11_right

# Clearing numbers and how accounts behind them are checked (Bankgirot, "Bankernas kontonummer"):
# a: seven digits, mod 11 with the last three of the clearing number; b: with all four; c: nine
# digits, mod 11 alone; d: ten digits, Luhn alone; e: up to ten digits, Luhn, a fifth digit of the
# clearing number may stand before them.
_CLEARING = """
1100-1199 a  1200-1399 a  1400-2099 a  2300-2399 b  2400-2499 a  3000-3299 a  3300-3300 d  3301-3399 a
3400-3409 a  3410-3781 a  3782-3782 d  3783-3999 a  4000-4999 b  5000-5999 a  6000-6999 c  7000-7999 a
8000-8999 e  9020-9029 b  9040-9049 b  9060-9069 a  9070-9079 b  9100-9109 b  9120-9124 a  9130-9149 a
9150-9169 b  9170-9179 a  9180-9189 d  9190-9199 b  9230-9239 a  9250-9259 a  9260-9269 b  9270-9279 a
9280-9289 a  9300-9349 d  9390-9399 b  9400-9449 a  9460-9469 a  9470-9479 b  9500-9549 d  9550-9569 b
9570-9579 d  9590-9599 b  9630-9639 a  9640-9649 b  9650-9659 b  9660-9669 b  9670-9679 b  9680-9689 a
9700-9709 b  9710-9719 b  9750-9759 b  9780-9789 b  9880-9889 b  9890-9899 d  9960-9969 d
"""
_RANGES = [
    (int(span[:4]), int(span[5:]), kind)
    for span, kind in zip(_CLEARING.split()[::2], _CLEARING.split()[1::2], strict=True)
]


def account_right(text: str) -> bool:
    """Whether digits are a clearing number and an account behind it whose check digit is right."""
    digits = digits_of(text)
    clearing, account = digits[:4], digits[4:]
    kind = next((kind for first, last, kind in _RANGES if first <= int(clearing or 0) <= last), "")
    if kind in ("a", "b"):
        return len(account) == 7 and mod11_right(digits[1 if kind == "a" else 0 :])
    if kind == "c":
        return len(account) == 9 and mod11_right(account)
    if kind == "d":
        return len(account) == 10 and luhn_right(account)
    if kind == "e":
        whole = luhn_right(digits[:5]) and 6 <= len(digits[5:]) <= 10 and luhn_right(digits[5:])
        return whole or (8 <= len(account) <= 10 and luhn_right(account))
    return False
