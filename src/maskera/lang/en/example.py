"""The text of the worked examples in the service's documentation; its people are invented."""

TEXT = (
    "Hi, my name is Shirin 😀 and I live in Leeds. I am 34 years old. "
    "My husband Karim works at Tesco now."
)
