"""Words that make a number a quantity or a length of time, for all who read numbers by their
neighbours."""

from __future__ import annotations

from maskera import expressions as re

QUANTITY = re.compile(
    r"^(?:kr|kronor|minuter|min|timmar|tim|timme|sekunder|procent|%|km|kilometer|meter|cm|grader|kilo|kg|sidor|veckor|vecka|månader|gånger|personer|elever|barn|poäng|liter|euro|dollar|dagar|stycken|st|kvm|rum|mil|tusen|miljoner|vagnar|stationer|hållplatser|passagerare)$"
)
YEARS = re.compile(r"^(?:år(?!ig)\w{0,2}|ar|åren|years?)$")
ORDINAL_ENDING = re.compile(r"^(?:e|a|de|dje|nde|te|ende)$")
HOUSE_LETTER = re.compile(r"^[a-hA-H]$")
