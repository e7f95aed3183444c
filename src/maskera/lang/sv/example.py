"""The text of the worked examples in the service's documentation; its people are invented."""

TEXT = (
    "Hej, jag heter Shirin 😀 och bor i Göteborg. Jag är 34 år. Min man Karim jobbar på Volvo nu."
)
