"""Words that are numbers: closed lists, English."""

from __future__ import annotations

import re

_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_ORDINALS = (
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "
    "thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
).split()
_TENTHS = ("twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth").split()

SCALES = {"hundred": 10**2, "thousand": 10**3, "million": 10**6, "billion": 10**9}
SCALES |= {"trillion": 10**12, "dozen": 12}
WORDS: dict[str, int] = {
    **{word: value for value, word in enumerate(_UNITS) if value},
    **{word: value for value, word in enumerate(_ORDINALS) if value},
    **{word: value * 10 for value, word in enumerate(_TENS, 2)},
    **{word: value * 10 for value, word in enumerate(_TENTHS, 2)},
    **SCALES,
    "hundredth": 100,
    "thousandth": 1000,
}
LOOSE = {
    "one": "1", "first": "1", "once": "1", "single": "1", "a": "1", "an": "1", "second": "2",
    "both": "2", "twice": "2", "couple": "2", "pair": "2", "twin": "2", "twins": "2", "duo": "2",
    "double": "2", "thrice": "3", "triple": "3", "trio": "3", "triplets": "3", "quartet": "4",
    "quintet": "5", "decade": "10", "a dozen": "12", "century": "100", "centuries": "100",
    "a hundred": "100", "half": "0.5", "twenties": "20s", "thirties": "30s", "forties": "40s",
    "fifties": "50s", "sixties": "60s", "seventies": "70s", "eighties": "80s", "nineties": "90s",
}  # fmt: skip
"""Words that say a number besides something else: enough to know it, too little to state it."""
_MONTH_NAMES = (
    "January February March April May June July August September October November December"
).split()
MONTHS = {
    **{name: f"month:{number}" for number, name in enumerate(_MONTH_NAMES, 1)},
    **{name[:3]: f"month:{number}" for number, name in enumerate(_MONTH_NAMES, 1)},
    "Sept": "month:9",
}
ROMAN = {
    numeral: number
    for number, numeral in enumerate(
        "I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI XXII".split(),
        1,
    )
}
ROMAN |= {"XXV": 25, "XXX": 30, "XL": 40, "L": 50, "LV": 55, "LX": 60}

_SPLIT = re.compile(r"[\s-]+(?:and\s+)?")


def value_of_words(words: str) -> str | None:
    """What a run of number words amounts to; ``None``: it is no one number.

    >>> value_of_words("two hundred and twenty-fifth"), value_of_words("hundred")
    ('225', '100')
    >>> value_of_words("two three") is None
    True
    """
    total, group, last = 0, 0, 10**15
    for word in _SPLIT.split(words.lower()):
        value = WORDS[word]
        if word in SCALES:
            if value == 100:
                group = max(group, 1) * 100
            else:
                total, group = total + max(group, 1) * value, 0
        elif group % 100 == 0 or (value < 10 <= group % 100 and last >= 20):
            group += value
        else:
            return None
        last = value
    return str(total + group)
