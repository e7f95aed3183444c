"""Impersonal numbers, and ages of anybody."""

from __future__ import annotations

import pytest

from maskera.lang.sv.impersonal_numbers import impersonal, of_anybody


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("ISBN 978-91-7000-000-5.", "ISBN 978-91-7000-000-5"), ("Öppet 24/7 hela året", "24/7"), ("1/3 av oss", "1/3 av"),
        ("2 + 2 = 4", "2 + 2 = 4"), ("Det väger 2020 kilo", "2020 kilo"), ("1999 sidor", "1999 sidor"), ("2,5 %", "2,5 %"),
        ("2015 kiloliter", ""), ("Mejla 2015 kom", ""), ("i maj 2015 medan", ""),
        ("på 1900-talet", "1900"), ("2000 talets barn", "2000"), ("20 talare", ""),
        ("180203+9808", ""),
        ("den 24/7 2019", ""), ("från 15 till 24 år", "15 till 24 år"), ("mellan 18 och 25 år", "18 och 25 år"),
        ("från 15 till 24 maj", ""),
        ("Antal röster: 6 535 271", "6 535 271"), ("tjänar 24 000 – 28 000 nu", "24 000 – 28 000"), ("24-28 000", "24-28 000"),
        ("24000-28000", "24000-28000"), ("350 000 000 fiskar", "350 000 000"), ("1900-2000", ""), ("Jag har 512 345 678.", ""),
        ("Ring 40 123 456", ""), ("Mitt norska nummer är 40 123 456", ""), ("konto 8214-9 903 441 000", ""), ("+45 20 123 456", ""),
        ("Ring Eva om du inte tjänar 24 000-28 000", "24 000-28 000"), ("1 200 300-4", ""),
        ("Ta 1/2 dl mjölk", "1/2 dl"), ("Hacka 1/2 gul lök", "1/2 gul lök"), ("Det tog 3/4 timme", "3/4 timme"),
        ("Jag åt 1/2 pizza.", "1/2 pizza"),
        ("Den 1/2 glas", ""), ("Vi köpte 3/10 ost", ""), ("Vi ses 1/2 på kaféet", ""), ("Mötet är 3/4 klockan tio", ""),
        ("Enligt skollagen (2010:800)", "skollagen (2010:800"), ("socialtjänstlagen (SFS 2001:453)", "socialtjänstlagen (SFS 2001:453"),
        ("I SOU 2017:35 står", "SOU 2017:35"), ("Se prop. 2015/16:122", "prop. 2015/16:122"), ("bet. 2016/17:UbU12", "bet. 2016/17:UbU12"),
        ("Enligt Lpo 94", "94"), ("Parnass ( 2013:3 )", ""), ("ärende EMI 1911:0376", ""), ("i lag 2018: 5 personer", ""),
        ("Betyg: 3/5", "3/5"), ("Jag ger filmen 4/5.", "4/5"), ("Jag fick 7/10 på provet", "7/10"), ("Jag hade 18/20 rätt", "18/20 rätt"),
        ("Hon gav mig boken 4/5", ""), ("Jag fick barn 4/5", ""), ("Jag fick 7/10 brev från", ""), ("Provet är 7/10", ""),
        ("Jag fick 18/20 i matte", "18/20"), ("fick 7/10 på det sista provet", "7/10"), ("Jag fick 4/5\nSen", "4/5"),
        ("Filmen får 4/5 i betyg", "4/5"), ("fick 4/5, men hon fick", "4/5"), ("Han fick 5/10 och grät", "5/10"),
        ("får 5/5 (toppen)", "5/5"),
        ("Jag fick 20/10 uppehållstillstånd", ""), ("Jag får 6/5 körkort", ""), ("vi fick 10/10 lägenhet i Malmö", ""),
        ("Vi fick 3/10 vår första son", ""), ("Jag fick 5/6, 7/6 och 8/6 tider", ""), ("Hon fick 5/6 och 7/6 ledigt", ""),
        ("Jag har fått 1/10 jobb på provision", ""), ("Skolan ger eleverna 10/6 sommarlov", ""), ("Vi får 5/6–8/6 ledigt", ""),
        ("Jag skrev 9/12 på mattetestet", "9/12 på mattetestet"), ("På läxförhöret skrev hon 5/9.", "5/9"),
        ("På provet fick jag 7/8", "7/8"), ("rätt på 11/12 frågor", "11/12 frågor"), ("På testet hade han 8/8!", "8/8"),
        ("klarade 7/9 uppgifter", "7/9 uppgifter"),
        ("Jag skrev 9/12 till skolan", ""), ("Jag skrev brevet 7/10 på biblioteket", ""), ("Jag hade prov 7/8.", ""),
        ("Jag skrev den 9/12 på provet", ""), ("Den 9/12 på provet", ""), ("Jag hade 7/8 ledigt", ""), ("Provet (12/4) gick bra", ""),
        ("På provet den 7/8", ""), ("Vi hade fest 12/12.", ""),
        ("Vi betalar 1/3 var.", "1/3 var"), ("Nästan (2/3) hade", "2/3"), ("Hon äger 1/2 huset", "1/2"),
        ("Vi ses 1/4 var du vill", ""), ("Festen (1/3) blev", ""), ("Den 1/2 var", ""),
        ("Min son går i 7A.", "7A"), ("och jag i 9b", "9b"), ("den 1a i 6e", ""), ("Jag bor i 3A.", ""), ("den 1a i 2a", ""),
        ("Jag kom 4:a.", "4:a"), ("Jag blev 12:e i tävlingen", "12:e"), ("Vi bor i 3:a på Ekgatan", "3:a"), ("Hon är 2:a i kön", "2:a"),
        ("Jag kom 15:e maj", ""), ("Jag kom den 15:e", ""), ("Vi kom 1:a i 6:e", ""), ("hon är 92:a", ""),
        ("Jag började 3/4 vecka 14", "14"), ("född 1/5 dag 3", ""), ("Det tog 1/2 vecka", "1/2 vecka"), ("Jag jobbade 3/4 dag.", "3/4 dag"),
        ("Jag tjänar 18000 nu", "18000"), ("Hyran ska vara max 12000.", "12000"), ("Jag har 45000 i skulder", "45000"),
        ("Han är skyldig mig 20000", "20000"), ("Hon fick 24500 före skatt", "24500"), ("Vi får 6500 per månad", "6500"),
        ("Han tjänade 32000 och jag 28000.", "32000 och jag 28000"), ("Min månadslön är ca 31750.", "31750"), ("Det gav 800 i veckan", ""),
        ("Lönen kom 2000", ""), ("Jag betalade 1950 i skatt", ""), ("Jag betalar hyra på Ekgatan 12, 55450 Lund", ""),
        ("Hyran är 55450 Lund", ""), ("Swisha till 12300", ""), ("Lånekortet är 45600", ""), ("Min kod är 45600 i månaden", ""),
        ("Jag betalade med kort 45600", ""), ("Jag tjänar 18432", ""), ("Jag har 45600.", ""), ("Swisha 12300-4", ""),
    ],
)  # fmt: skip
def test_impersonal_numbers(text: str, number: str) -> None:
    found = [
        text[start:end]
        for start, end in impersonal(text, [at for at, sign in enumerate(text) if sign.isdecimal()])
    ]
    assert found == ([number] if number else [])


@pytest.mark.parametrize(
    ("before", "anybodys"),
    [
        ("När man är ", True), ("personer som har fyllt ", True), ("innan de fyller ", True), ("rösta när de blir ", True),
        ("Barn börjar skolan när de är ", True), ("Alla som är över ", True), ("Barn som är ", True),
        ("Jag är ", False), ("Min man är ", False), ("Hon fyller ", False), ("Mina barn blir ", False), ("Mina barn, de är ", False),
        ("Barnen är ", False), ("En är ", False), ("Hennes man fyllde ", False), ("Min bror som är ", False),
    ],
)  # fmt: skip
def test_ages_of_anybody(before: str, anybodys: bool) -> None:
    assert of_anybody(f"{before}femton år", len(before)) == anybodys
