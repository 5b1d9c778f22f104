"""The templates that leave text, by what they leave; see ``templates.py`` for how.

Names are folded (:func:`~factscore.knowledge.wikitext.links.folded`). What is in none of
these lists leaves nothing. A template is listed where what it shows follows from its
arguments alone.
"""

from __future__ import annotations

FIRST = frozenset(
    "nowrap|nobr|nowraplinks|nwr|nobold|noitalic|normal|small|smaller|smalldiv|big|bigger|"
    "large|larger|huge|"
    "sc|smallcaps|smallcaps2|allcaps|caps|em|strong|mono|code|kbd|var|samp|tt|mvar|math|bigmath|"
    "abbr|abbrv|abbreviation|tooltip|vanchor|visible anchor|midsize|longitem|proper name|unicode|"
    "polytonic|hebrew|nastaliq|as written|not a typo|typo|notatypo|chinese|tq|strikethrough|"
    "interlanguage link|ill2|ill|illm|interlanguage link multi|link-interwiki|仮リンク|le|"
    "citation nécessaire|refnec|référence nécessaire|référence souhaitée|zitat|cita|"
    "souligner|formatnum:|lc:|lcfirst:|nts|number table sorting|num|число|comma|"
    "flag|flagu|flagcountry|flaglink|text|plain text|plainlist|flatlist|align|italic correction|"
    "overline|underline|u|nq|nobreak".split("|")
)
"""``{{nowrap|x}}`` → x."""

SECOND = frozenset(
    "lang|wikt-lang|rtl-lang|script|resize|font|color|colour|fontcolor|font color|"
    "sort|transl|translit|transliteration|langue|язык|мова|"
    "linkcolor|colored link|scriptlang".split("|")
)
"""``{{lang|fr|mot}}`` → mot; where there are three arguments of ``transl``, the last."""

JOINED = frozenset("linktext|chem|chem2|gaps".split("|"))
"""``{{chem|H|2|O}}`` → H2O."""

SPACED = frozenset(
    "sortname|unité|unite|nombre|date|date-|bibleverse|bibleref|bibleverse-nb".split("|")
)
"""``{{sortname|Ada|Lovelace}}`` → Ada Lovelace."""

LISTED = frozenset(
    "hlist|unbulleted list|ubl|ublist|ulist|bulleted list|blist|comma separated entries|cslist|"
    "flat list|ordered list".split("|")
)
"""``{{hlist|a|b}}`` → a, b."""

QUOTED = frozenset(
    "quote|blockquote|cquote|quotation|bq|centered pull quote|pull quote|rquote|bloc citation|"
    "poemquote|"
    "poem quote|citaat|citazione|цитата|引用".split("|")
)
"""``{{quote|x}}`` → x in a paragraph of its own."""

DATES = frozenset(
    "birth date|birth-date|birthdate|dob|death date|death-date|start date|end date|start-date|"
    "end-date|"
    "birth date and age|bda|birth date based on age|death date and age|dda|"
    "start date and age|end date and age|film date|dts|date table sorting|release date|"
    "birth year|death year|birth year and age|death year and age|launch date|opening date".split(
        "|"
    )
)
"""``{{birth date|1815|12|10}}`` → 10 December 1815."""

SHIPS = frozenset(
    "hms|hmas|hmcs|hmnzs|hmhs|hmt|hmy|uss|usns|usat|usav|uscgc|uscgd|uscs|ss|ms|mv|mt|my|rms|"
    "rfa|ins|sms|"
    "gts|rmas|rv|css|orp|narp|hdms|hmis|hnlms|hnoms|hswms|bap|brp|kri|prs|roks|tcg".split("|")
)
"""``{{USS|Hornet|CV-12}}`` → USS Hornet."""

MONEY = {
    "us$": "US$",
    "usd": "US$",
    "a$": "A$",
    "aud": "A$",
    "c$": "C$",
    "cad": "C$",
    "nz$": "NZ$",
    "hk$": "HK$",
    "£": "£",
    "gbp": "£",
    "pound sterling": "£",
    "€": "€",
    "euro": "€",
    "eur": "€",
    "inr": "₹",
    "₹": "₹",
    "indian rupee": "₹",
    "¥": "¥",
    "jpy": "¥",
    "yen": "¥",
    "php": "₱",
    "krw": "₩",
    "rmb": "¥",
}
"""``{{US$|5}}`` → US$5."""

CONSTANTS = {
    "ndash": "–",
    "en dash": "–",
    "endash": "–",
    "nsndns": "–",
    "nsndash": "–",
    "–": "–",
    "snd": " – ",
    "snds": " – ",
    "sndash": " – ",
    "spnd": " – ",
    "spndash": " – ",
    "spaced ndash": " – ",
    "spaced en dash": " – ",
    "mdash": "—",
    "em dash": "—",
    "emdash": "—",
    "mdashb": "—",
    "spaced mdash": " — ",
    "'": "'",
    "'s": "'s",
    '"': '"',
    "' \"": "' \"",
    "'\"": "'\"",
    "\" '": "\" '",
    "\"'": "\"'",
    '-"': '"',
    "nbsp": " ",
    "sp": " ",
    "space": " ",
    "spaces": " ",
    "pad": " ",
    "thinsp": " ",
    "thin space": " ",
    "hair space": " ",
    "hairsp": " ",
    "0ws": "",
    "zwsp": "",
    "zwj": "",
    "zwnj": "\u200c",
    "shy": "",
    "wbr": "",
    "wj": "",
    "=": "=",
    "!": "|",
    ":": ":",
    "colon": ":",
    "asterisk": "*",
    "*": " • ",
    "·": " · ",
    "dot": " · ",
    "middot": " · ",
    "bull": " • ",
    "bullet": " • ",
    "•": " • ",
    "pi": "π",
    "deg": "°",
    "degree": "°",
    "times": "×",
    "minus": "−",
    "pm": "±",
    "half": "½",
    "quarter": "¼",
    "3/4": "¾",
    "okina": "ʻ",
    "hamza": "ʾ",
    "ayin": "ʿ",
    "ayn": "ʿ",
    "prime": "′",
    "br": " ",
    "break": " ",
    "nl": " ",
    "crlf": " ",
}
"""Templates that stand for characters."""

SILENT = frozenset(
    "citation|sfn|sfnp|sfnm|sfnmp|sfnref|efn|efn-ua|efn-lr|efn-la|efn-ur|efn-lg|refn|r|rp|ref|note|"
    "ref label|note label|#tag:ref|cn|fact|facts|dn|who|when|where|which|what|why|how|whom|"
    "by whom|whose|"
    "according to whom|like whom|clarify|clarify span|dubious|vague|specify|weasel inline|"
    "peacock inline|"
    "pov-inline|citation needed span|failed verification|fv|verify source|verification needed|"
    "better source|unreliable source?|unreliable source|self-published inline|"
    "self-published source|"
    "primary source inline|primary source-inline|full|full citation|page needed|pn|nonspecific|"
    "or|original research inline|synthesis inline|undue inline|copyedit inline|dead link|"
    "webarchive|"
    "wayback|cbignore|subscription|subscription required|registration required|closed access|"
    "open access|free access|pd-notice|source-attribution|bsn|cnf|ambiguous|contradict-inline|"
    "disputed inline|relevance inline|update inline|update after|update-inline|out of date inline|"
    "flagicon|flagdeco|flag icon|flagicon image|noflag|flagathlete|coord|coordinates|clear|-|--|"
    "anchor|anchors|inflation-fn|inflation/fn|nowrap begin|nowrap end|nobr begin|nobr end|"
    "short description|extinct|"
    "dagger|double-dagger|ref-dagger|hs|0|defaultsort:|displaytitle:|#section-h:|main|"
    "see also|further|"
    "нет аи|источник|réf|référence|notas|harvnb|harv|harvtxt|harvp|harvcol|harvcolnb|harvcoltxt|"
    "harvs|eqm|audio icon|loudspeaker|speaker|speakericon|loudspeaker link|pp|"
    "featured article".split("|")
)
"""Templates without which no word is missing from a sentence."""
SILENT_STARTS = tuple(
    "cite |cite-|vcite |use |sfn|efn|harv|defaultsort|displaytitle|#tag:ref|pp-|infobox|refn".split(
        "|"
    )
)
SILENT_ENDS = (" inline", "-inline", " needed", " icon", "?", "-notice", "-source")
