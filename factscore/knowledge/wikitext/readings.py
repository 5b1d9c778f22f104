"""How each kind of template is read: from its arguments to the text it leaves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from factscore.knowledge.wikitext.dates import written_date
from factscore.knowledge.wikitext.html import raised
from factscore.knowledge.wikitext.languages import language_name
from factscore.knowledge.wikitext.marks import SILENT, shield
from factscore.knowledge.wikitext.measures import converted, grouped, value_with_unit
from factscore.knowledge.wikitext.template_names import MONEY


@dataclass(frozen=True, slots=True)
class Call:
    """A template with its arguments, which are prose already."""

    name: str
    """Folded, and without the name of a namespace."""
    positional: tuple[str, ...]
    named: Mapping[str, str]
    english: bool
    """Whether English words may be left."""

    def at(self, position: int) -> str:
        """The positional argument, counted from 0; "" where there is none."""
        return self.positional[position].strip() if position < len(self.positional) else ""

    def under(self, *keys: str) -> str:
        """The first of these named arguments that says something, else ""."""
        return next((value for key in keys if (value := self.named.get(key, "").strip())), "")


Reading = Callable[[Call], str | None]
"""What a call leaves; None where that is not certain."""


def first(call: Call) -> str | None:
    """``{{nowrap|x}}`` → x."""
    text = call.at(0) or call.under("1", "text", "content", "lt")
    if call.name.startswith("flag") and len(text) == 3 and text.isupper():
        return None
    return text or None


def second(call: Call) -> str | None:
    """``{{lang|fr|mot}}`` → mot."""
    if call.name.startswith("trans") and call.at(2):
        return call.at(2)
    return call.at(1) or call.under("2", "text", "texte", "1") or None


def joined(call: Call) -> str:
    """``{{chem|H|2|O}}`` → H2O."""
    return "".join(text.strip() for text in call.positional)


def spaced(call: Call) -> str | None:
    """``{{sortname|Ada|Lovelace}}`` → Ada Lovelace."""
    count = 2 if call.name in ("sortname", "bibleref") else 3
    return " ".join(filter(None, map(call.at, range(count)))) or None


def listed(call: Call) -> str | None:
    """``{{hlist|a|b}}`` → a, b."""
    return ", ".join(filter(None, (text.strip(" \n*") for text in call.positional))) or None


def quoted(call: Call) -> str | None:
    """``{{quote|x}}`` → x as a paragraph."""
    text = call.at(0) or call.under("text", "quote", "1", "content", "testo")
    return f"\n\n{text}\n\n" if text else None


def citation(call: Call) -> str:
    """French: the words quoted; English: a reference, all of whose arguments have names."""
    return call.at(0) or SILENT


def interlanguage(call: Call) -> str | None:
    """``{{ill|Jo Doe|fr|lt=Jo}}`` → Jo."""
    return call.under("lt", "display", "texte", "text", "label") or first(call)


def not_translated(call: Call) -> str | None:
    """``{{нп5|Title|text|en|Title}}`` → text."""
    return call.at(1) or first(call)


def language(call: Call) -> str | None:
    """``{{lang-fr|mot}}`` and ``{{langx|fr|mot}}`` → French: mot."""
    shift = 1 if call.name == "langx" else 0
    code = call.at(0) if shift else call.name.partition("-")[2]
    text = call.at(shift) or call.under("1", "text")
    if not text:
        return None
    name = language_name(code) if call.english and call.under("label") != "none" else None
    parts = [f"{name}: {text}" if name else text]
    if romanised := call.at(shift + 1) or call.under("translit"):
        parts.append(f"romanized: {romanised}" if name else romanised)
    if literal := call.at(shift + 2) or call.under("lit"):
        parts.append(f"lit. '{literal}'")
    return ", ".join(parts)


def date(call: Call) -> str | None:
    """``{{birth date|1815|12|10}}`` → 10 December 1815."""
    numbers = [text for text in call.positional if text.strip() not in ("yes", "y", "no")]
    # After the day come the hour, the place or the date of birth.
    month_first = bool(call.under("mf"))
    return written_date(numbers[:3], english=call.english, month_first=month_first)


def old_style(call: Call) -> str | None:
    """``{{OldStyleDate|2 May|1905|19 April}}`` → 2 May 1905 [O.S. 19 April]."""
    new, year, old = call.at(0), call.at(1), call.at(2)
    comma = "," if new[-1:].isdigit() else ""
    return f"{new}{comma} {year} [O.S. {old}]" if new and year and old else None


def as_of(call: Call) -> str | None:
    """``{{as of|2014|5|lc=y}}`` → as of May 2014."""
    if alternative := call.under("alt"):
        return alternative
    date = written_date(call.positional[:3], english=True)
    if date is None or not call.english:
        return date
    words = "since" if call.under("since") else "as of"
    return f"{words if call.under('lc') else words.capitalize()} {date}"


def before(word: str) -> Reading:
    """``{{circa|1900|1910}}`` → c. 1900 – c. 1910."""
    return lambda call: " – ".join(f"{word} {text.strip()}" for text in call.positional) or word


def reign(call: Call) -> str | None:
    """``{{reign|1837|1901}}`` → r. 1837–1901."""
    return f"r. {call.at(0)}–{call.at(1)}".rstrip("–") if call.at(0) else None


def measure(call: Call) -> str | None:
    """``{{convert|5|km}}`` → 5 km."""
    return converted(call.positional, english=call.english)


def value(call: Call) -> str | None:
    """``{{val|6.02|e=23}}`` → 6.02×10²³."""
    return value_with_unit(call.positional, call.named)


def fraction(call: Call) -> str | None:
    """``{{frac|1|2}}`` → 1/2."""
    parts = [text.strip() for text in call.positional if text.strip()]
    if len(parts) == 1:
        return f"1/{parts[0]}"
    whole = " ".join(parts[:-2])
    return f"{whole} {parts[-2]}/{parts[-1]}".strip() if parts else None


def power(call: Call) -> str | None:
    """``{{e|6}}`` → ×10⁶."""
    return "×10" + raised(call.at(0)) if call.at(0) else None


def superscript(call: Call) -> str | None:
    """``{{sup|2}}`` → ²."""
    text = call.at(0)
    return (raised(text) if text.lstrip("-+−").isdecimal() else text) or None


def nihongo(call: Call) -> str | None:
    """``{{nihongo|bayonet|銃剣|jūken}}`` → bayonet (銃剣, jūken)."""
    english, *others = (call.at(position) for position in range(4))
    others = [text for text in others if text]
    if not english:
        english = others.pop(0) if others else ""
    return (f"{english} ({', '.join(others)})" if others else english) or None


def chinese(call: Call) -> str | None:
    """``{{zh|c=上海|p=Shànghǎi}}`` → Chinese: 上海; pinyin: Shànghǎi."""
    keys = {
        "s": "simplified Chinese", "t": "traditional Chinese", "c": "Chinese", "p": "pinyin",
        "w": "Wade–Giles", "j": "Jyutping", "l": "lit.",
    }  # fmt: skip
    shown = [
        f"{label}: {text}" if call.english and call.under("labels") != "no" else text
        for key, label in keys.items()
        if (text := call.under(key))
    ]
    return "; ".join(shown) or None


def ship(call: Call) -> str | None:
    """``{{USS|Hornet|CV-12}}`` → USS Hornet."""
    return f"{call.name.upper()} {call.at(0)}" if call.at(0) else None


def any_ship(call: Call) -> str | None:
    """``{{ship|HMS|Ajax|22}}`` → HMS Ajax."""
    return " ".join(filter(None, (call.at(0), call.at(1)))) or None


def money(call: Call) -> str | None:
    """``{{US$|1500}}`` → US$1,500."""
    amount = call.at(0)
    return MONEY[call.name] + (grouped(amount) if call.english else amount)


def height(call: Call) -> str | None:
    """``{{height|ft=6|in=2}}`` → 6 ft 2 in."""
    units = ("ft", "in", "m", "cm")
    return " ".join(f"{text} {unit}" for unit in units if (text := call.under(unit))) or None


def sic(call: Call) -> str:
    """``{{sic|teh}}`` → teh."""
    text = "".join(call.positional[:2])
    return text or "[sic]"


def angle(call: Call) -> str | None:
    """``{{angbr|a}}`` → ⟨a⟩."""
    return f"⟨{call.at(0)}⟩" if call.at(0) else None


def gloss(call: Call) -> str | None:
    """``{{gloss|word}}`` → ‘word’."""
    return f"‘{call.at(0)}’" if call.at(0) else None


def sounds(call: Call) -> str | None:
    """``{{IPA|/x/}}`` → /x/; with the code of a language it is how a name is said."""
    return call.at(0) if len(call.positional) == 1 else None


def key_press(call: Call) -> str | None:
    """``{{keypress|Ctrl|C}}`` → Ctrl+C."""
    return "+".join(filter(None, map(str.strip, call.positional))) or None


def music(call: Call) -> str | None:
    """``{{music|flat}}`` → ♭."""
    return {"flat": "♭", "sharp": "♯", "natural": "♮", "b": "♭", "#": "♯"}.get(call.at(0).lower())


def upper(call: Call) -> str:
    """``{{uc:word}}`` → WORD."""
    return call.at(0).upper()


def upper_first(call: Call) -> str:
    """``{{ucfirst:word}}`` → Word."""
    return call.at(0)[:1].upper() + call.at(0)[1:]


def constant(text: str) -> Reading:
    """``{{ndash}}`` → –."""
    shielded = shield(text)
    return lambda _: shielded
