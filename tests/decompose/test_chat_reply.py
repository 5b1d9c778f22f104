"""Replies as chat models write them, and the facts that a reader finds in them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from factscore import prompts
from factscore.decompose.chat.reply import LONGEST, MOST, ParsedReply, State, parse_reply

A, B, C = "Ada Lee was born in Leeds.", "Ada Lee sang.", "Ada Lee moved to Rome in 1950."
ABC = [A, B, C]

LISTS: dict[str, tuple[str, list[str]]] = {
    # the format that is asked for
    "hyphens": (f"- {A}\n- {B}\n- {C}", ABC),
    "one hyphen": (f"- {A}", [A]),
    "windows line ends": (f"- {A}\r\n- {B}\r\n", [A, B]),
    "blank lines between": (f"\n- {A}\n\n\n- {B}\n\n", [A, B]),
    "indented": (f"    - {A}\n    - {B}", [A, B]),
    "tabs": (f"-\t{A}\n-\t{B}", [A, B]),
    # other bullets
    "stars": (f"* {A}\n* {B}", [A, B]),
    "dots": (f"• {A}\n• {B}", [A, B]),
    "tight dots": (f"•{A}\n•{B}", [A, B]),
    "en dashes": (f"– {A}\n– {B}", [A, B]),
    "em dashes": (f"— {A}\n— {B}", [A, B]),
    "plus signs": (f"+ {A}\n+ {B}", [A, B]),
    "tight hyphens": (f"-{A}\n-{B}", [A, B]),
    "tight stars": (f"*{A}\n*{B}", [A, B]),
    "check marks": (f"✓ {A}\n✅ {B}", [A, B]),
    "check boxes": (f"- [ ] {A}\n- [x] {B}", [A, B]),
    "quoted block": (f"> - {A}\n> - {B}", [A, B]),
    "mixed bullets": (f"- {A}\n* {B}\n• {C}", ABC),
    # numbers and letters
    "1.": (f"1. {A}\n2. {B}\n3. {C}", ABC),
    "1)": (f"1) {A}\n2) {B}", [A, B]),
    "(1)": (f"(1) {A}\n(2) {B}", [A, B]),
    "[1]": (f"[1] {A}\n[2] {B}", [A, B]),
    "1:": (f"1: {A}\n2: {B}", [A, B]),
    "1 -": (f"1 - {A}\n2 - {B}", [A, B]),
    "#1.": (f"#1. {A}\n#2. {B}", [A, B]),
    "1. without a space": (f"1.{A}\n2.{B}", [A, B]),
    "only 1.": (f"1. {A}", [A]),
    "escaped dots": (f"1\\. {A}\n2\\. {B}", [A, B]),
    "bold numbers": (f"**1.** {A}\n**2.** {B}", [A, B]),
    "keycaps": (f"1\ufe0f\u20e3 {A}\n2\ufe0f\u20e3 {B}", [A, B]),
    "past nine": ("\n".join(f"{n}. Ada Lee won race {n}." for n in range(1, 13)),
                  [f"Ada Lee won race {n}." for n in range(1, 13)]),
    "from 0": (f"0. {A}\n1. {B}", [A, B]),
    "a.": (f"a. {A}\nb. {B}", [A, B]),
    "A)": (f"A) {A}\nB) {B}", [A, B]),
    "(i)": (f"(i) {A}\n(ii) {B}\n(iii) {C}", ABC),
    "hyphens and numbers": (f"- 1. {A}\n- 2. {B}", [A, B]),
    "Fact 1:": (f"Fact 1: {A}\nFact 2: {B}", [A, B]),
    "bold Fact 1:": (f"**Fact 1:** {A}\n\n**Fact 2:** {B}", [A, B]),
    "- Fact 1:": (f"- Fact 1: {A}\n- Fact 2: {B}", [A, B]),
    "Atomic fact #1 -": (f"Atomic fact #1 - {A}\nAtomic fact #2 - {B}", [A, B]),
    "Fact:": (f"Fact: {A}\nFact: {B}", [A, B]),
    # talk around the list
    "first line with a colon": (f"Here are the facts:\n\n- {A}\n- {B}", [A, B]),
    "Sure!": (f"Sure! Here are the independent facts from the sentence:\n1. {A}\n2. {B}", [A, B]),
    "a line without a colon": (
        f"The sentence can be broken down into the following facts.\n\n- {A}\n- {B}", [A, B]
    ),
    "an echo of the sentence": (
        f"Sentence: Ada Lee, who sang, was born in Leeds.\n\nFacts:\n- {A}\n- {B}", [A, B]
    ),
    "last line": (f"- {A}\n- {B}\n\nLet me know if you need anything else!", [A, B]),
    "a note": (f"- {A}\n- {B}\n\nNote: I replaced the pronoun with the name.", [A, B]),
    "bold heading": (f"**Facts:**\n\n- {A}\n- {B}", [A, B]),
    "headings": (f"### Birth\n- {A}\n\n### Career\n- {B}\n- {C}", ABC),
    "horizontal rules": (f"---\n- {A}\n- {B}\n---", [A, B]),
    "heading bullets": (f"- Early life:\n  - {A}\n- Career:\n  - {B}\n  - {C}", ABC),
    "nested facts": (f"- {A}\n  - {B}\n  - {C}", ABC),
    "numbers that start again": (
        f"Birth:\n1. {A}\n2. {B}\n\nCareer:\n1. {C}\n2. Ada Lee wrote.",
        [*ABC, "Ada Lee wrote."],
    ),
    "apology before facts": (f"I'm sorry for the confusion! Here they are:\n- {A}\n- {B}", [A, B]),
    "NONE after facts": (f"- {A}\n- NONE", [A]),
    # emphasis and quotation marks
    "bold facts": (f"- **{A}**\n- **{B}**", [A, B]),
    "bold words": ("- **Ada Lee** was born in *Leeds*.\n- __Ada Lee__ sang.", [A, B]),
    "bold labels": (f"- **Birthplace**: {A}\n- **Career:** {B}", [A, B]),
    "bold labels, dash": (f"1. **Birthplace** – {A}\n2. **Career** – {B}", [A, B]),
    "quoted facts": (f'- "{A}"\n- “{B}”', [A, B]),
    "backticks": (f"- `{A}`\n- `{B}`", [A, B]),
    # wrapped, or all in a line
    "wrapped lines": (
        "- Ada Lee was born\n  in Leeds.\n- Ada Lee sang.", [A, B]
    ),
    "wrapped without indent": ("1. Ada Lee was\nborn in Leeds.\n2. Ada Lee sang.", [A, B]),
    "bullets in one line": (f"- {A} - {B} - {C}", ABC),
    "dots in one line": (f"• {A} • {B}", [A, B]),
    "numbers in one line": (f"1. {A} 2. {B} 3. {C}", ABC),
    "numbers in one line, talk": (f"Here are the facts: 1. {A} 2. {B}", [A, B]),
    # wrappings
    "code block": (f"```\n- {A}\n- {B}\n```", [A, B]),
    "code block with talk": (f"Here you go:\n```text\n- {A}\n- {B}\n```\nHope it helps.", [A, B]),
    "tags": (f"<facts>\n- {A}\n- {B}\n</facts>", [A, B]),
    "a tag a fact": (f"<facts><fact>{A}</fact><fact>{B}</fact></facts>", [A, B]),
    "HTML list": (f"<ul>\n<li>{A}</li>\n<li>{B}</li>\n</ul>", [A, B]),
    "table": (f"| # | Fact |\n|---|------|\n| 1 | {A} |\n| 2 | {B} |", [A, B]),
    "thoughts": (f"<think>\nTwo facts:\n- She sang.\n</think>\n\n- {A}\n- {B}", [A, B]),
    "thoughts without a start": (f"I list them.\n- She sang.\n</think>\n- {A}", [A]),
    "thoughts in brackets": (f"[THINK]hm[/THINK]- {A}\n- {B}", [A, B]),
    "channels": (
        "<|channel|>analysis<|message|>- She sang.<|end|><|start|>assistant"
        f"<|channel|>final<|message|>- {A}\n- {B}<|return|>",
        [A, B],
    ),
    "an echo in tags": (
        f"<topic>\nAda\n</topic>\n<sentence>\nShe sang.\n</sentence>\n- {A}\n- {B}", [A, B]
    ),
    "a conversation of its own": (
        f"- {A}\n\n<topic>\nTom\n</topic>\n<sentence>\nHe sang.\n</sentence>\n- {B}", [A]
    ),
    "marks of a template": (f"- {A}\n- {B}<|im_end|>", [A, B]),
    "byte-order mark": (f"\ufeff- {A}\n- {B}", [A, B]),
    # JSON
    "JSON list": (f'["{A}", "{B}"]', [A, B]),
    "JSON object": (f'{{"facts": ["{A}", "{B}"]}}', [A, B]),
    "JSON atomic_facts": (f'{{"sentence": "x y", "atomic_facts": ["{A}", "{B}"]}}', [A, B]),
    "JSON list of objects": (f'[{{"fact": "{A}"}}, {{"fact": "{B}"}}]', [A, B]),
    "JSON objects with ids": (f'{{"facts": [{{"id": 1, "text": "{A}"}}]}}', [A]),
    "JSON by number": (f'{{"1": "{A}", "2": "{B}"}}', [A, B]),
    "JSON fact1": (f'{{"fact1": "{A}", "fact2": "{B}"}}', [A, B]),
    "JSON any list": (f'{{"output": ["{A}"]}}', [A]),
    "JSON in a code block": (f'```json\n[\n  "{A}",\n  "{B}"\n]\n```', [A, B]),
    "JSON with talk": (f'Here is the list:\n["{A}", "{B}"]\nLet me know!', [A, B]),
    "JSON with a comma too many": (f'[\n  "{A}",\n  "{B}",\n]', [A, B]),
    "JSON lines": (f'{{"fact": "{A}"}}\n{{"fact": "{B}"}}', [A, B]),
    "Python list": ("['Ada Lee sang.', 'Ada Lee\\'s son sang.', 'Ada Lee can\\'t cook.']",
                    [B, "Ada Lee's son sang.", "Ada Lee can't cook."]),
    "Python list, two kinds of quotes": (
        "['Ada Lee sang.', \"Ada Lee's son sang.\"]", [B, "Ada Lee's son sang."]
    ),
    "JSON with escapes": ('["Ada Lee sang \\"Rain\\".", "Caf\\u00e9 Lee opened."]',
                          ['Ada Lee sang "Rain".', "Café Lee opened."]),
    "quoted lines with commas": (f'"{A}",\n"{B}",\n"{C}"', ABC),
    # no marks
    "plain lines": (f"{A}\n{B}\n{C}", ABC),
    "plain lines with talk": (f"Here are the facts:\n{A}\n{B}\n\nI hope this helps!", [A, B]),
    "one plain sentence": (A, [A]),
    "prose": (f"{A} {B} {C}", ABC),
    "prose with Dr.": ("Dr. Ada Lee sang. Ada Lee met J. R. Poe.",
                       ["Dr. Ada Lee sang.", "Ada Lee met J. R. Poe."]),
}  # fmt: skip

KEPT = {
    "years that begin a line": ["1990 - 1995 were the years of the war."],
    "a title that is a number": ["1984 is a novel.", "1984 was written in 1948."],
    "a decimal": ["3.5 million people live in Lodz.", "2.4 million people work there."],
    "a hyphen": ["Spider-Man is a hero.", "X-Men is a film."],
    "degrees": ["5 degrees Celsius was the lowest temperature."],
    "minus": ["-5 degrees Celsius was the lowest temperature."],
    "a score": ["2–1 was the result of the match."],
    "a quotation first": ['"Rain" was on the album Salt.', '"Fog" was a single.'],
    "quotations first and last": ['"Rain" is the B-side of "Fog"'],
    "initials": ["A. Lee was born in Leeds.", "A. Lee sang."],
    "initials in order": ["A. Lee was born in Leeds.", "J. Poe sang."],
    "a football club": ["1. FC Ahlen was founded in 1948."],
    "a league": ["2. Bundesliga is the second league.", "2. Bundesliga has 18 clubs."],
    "day first": ["12. August 1990 was a Sunday."],
    "brackets": ["The World Health Organization (WHO) was founded in 1948."],
    "a dash in the middle": ["Ada Lee – a nun – sang."],
    "an asterisk": ["The note C* is not played."],
    "none as a word": ["None of the albums sold well.", "No facts are known of her death."],
    "I am sorry as a title": ["I'm Sorry is a song by Ada Lee.", "I Can't Stop is a film."],
    "fact as a word": ["Fact is a magazine.", "Statement of Truth is an album."],
    "short": ["Rain fell."],
    "Chinese": ["她出生于北京。", "她是歌手。"],
    "underscores": ["The file is called a_b_c.txt."],
    "a colon inside": ["The album is called Salt: The Remains."],
    "tag-like": ["The element <b> makes text bold."],
    "citation": ["Ada Lee sang [1]."],
    "two sentences": ["Ada Lee sang. It was Friday."],
}
"""Facts that look like marks of a list; each must come out of a list as it went in."""

PLAIN = [
    "years that begin a line", "a title that is a number", "a decimal", "a hyphen", "minus",
    "a score", "a quotation first", "initials", "initials in order", "a football club",
    "a league", "day first", "brackets", "a dash in the middle", "I am sorry as a title",
    "fact as a word", "short", "Chinese", "a colon inside",
]  # fmt: skip
"""Those that must come out of plain lines too."""

STATES: dict[str, tuple[str, State]] = {
    "NONE": ("NONE", State.NONE),
    "None.": ("None.", State.NONE),
    "- NONE": ("- NONE", State.NONE),
    "bold": ("**NONE**", State.NONE),
    "quoted": ('"NONE"', State.NONE),
    "in brackets": ("(none)", State.NONE),
    "in a code block": ("```\nNONE\n```", State.NONE),
    "with a reason": ("NONE\n\nThe sentence is a greeting.", State.NONE),
    "with a reason behind a dash": ("NONE - this is only a question.", State.NONE),
    "with a reason in brackets": ("NONE (the sentence is an offer to help)", State.NONE),
    "with a list of reasons": ("NONE\n- It is a question.\n- It asks for more.", State.NONE),
    "after thoughts": ("<think>\nIs it a fact? No.\n</think>\n\nNONE", State.NONE),
    "N/A": ("N/A", State.NONE),
    "No facts.": ("No facts.", State.NONE),
    "answer": ("Answer: NONE", State.NONE),
    "in words": ("There are no facts in this sentence.", State.NONE),
    "in other words": ("The sentence does not state any facts.", State.NONE),
    "in a list": ("- There are no independent facts in the sentence.", State.NONE),
    "empty list": ("[]", State.NONE),
    "empty list of an object": ('{"facts": []}', State.NONE),
    "NONE in a list": ('["NONE"]', State.NONE),
    "nothing": ("", State.EMPTY),
    "white space": (" \n\t\n", State.EMPTY),
    "thoughts alone": ("<think>\nShe sang, so", State.EMPTY),
    "thoughts and nothing": ("<think>She sang.</think>\n", State.EMPTY),
    "a bullet alone": ("-", State.EMPTY),
    "an empty code block": ("```\n```", State.EMPTY),
    "sorry": ("I'm sorry, but I can't assist with that request.", State.REFUSED),
    "curly": ("I’m sorry, but I can’t help with that.", State.REFUSED),
    "cannot": ("I cannot help with this.", State.REFUSED),
    "can't": ("I can't provide information about private people.", State.REFUSED),
    "unable": ("I am unable to break down this sentence.", State.REFUSED),
    "as an AI": ("As an AI language model, I cannot comment on that.", State.REFUSED),
    "unfortunately": ("Unfortunately, I'm not able to continue.", State.REFUSED),
    "policy": ("This request violates our usage policies.", State.REFUSED),
    "a refusal as an item": ("- I'm sorry, but I can't do that.", State.REFUSED),
    "a longer refusal": (
        "I'm sorry, but I can't help with that. Is there anything else I can do?", State.REFUSED
    ),
    "asks back": ("Please provide the sentence you would like me to break down.",
                  State.UNREADABLE),
    "asks back, longer": (
        "It seems that you have not given me a sentence. Could you share it?", State.UNREADABLE
    ),
    "a greeting": ("Hello! How can I help you today?", State.UNREADABLE),
    "agrees": ("Sure!", State.UNREADABLE),
    "one word": ("Yes", State.UNREADABLE),
    "announces and stops": ("Here are the facts:", State.UNREADABLE),
    "HTML": ("<!DOCTYPE html>\n<html><body>Bad Gateway</body></html>", State.UNREADABLE),
    "an error": ('{"error": {"message": "Internal server error"}}', State.UNREADABLE),
    "an empty object": ("{}", State.UNREADABLE),
    "numbers": ("0 1 2 3 4 5", State.UNREADABLE),
    "about the sentence": ("The sentence says that she was born in Leeds.", State.UNREADABLE),
    "words in bullets": ("- Leeds\n- 1950", State.UNREADABLE),
    "too long": ("- " + "word " * 300, State.UNREADABLE),
    "too many": ("\n".join(f"- Ada Lee won race {n}." for n in range(400)), State.UNREADABLE),
}  # fmt: skip

LOOKS_LIKE_TALK = [
    # openings, with a word of the reply's own task
    "The following year, Ada Lee moved to Rome.",
    "The following morning, she was found.",
    "Here Is Gone is a song by Ada Lee.",
    "Here is where Ada Lee was born.",
    "Below is an album by Ada Lee.",
    "All lines of the metro end in Rome.",
    "Every statement of the accused was read.",
    "The breakdown of the talks led to war.",
    "The input of the plant is coal.",
    "The sentence was ten years in prison.",
    "The Sumerian text mentions a king.",
    "The passage describes a storm.",
    "The list contains 24 names.",
    "The statement says that the firm is insolvent.",
    "Ada Lee edited Hard Facts",
    "Please Let Me Wonder is a song by Ada Lee.",
    "It Seems is a song by Ada Lee.",
    "I have a dream was the slogan of Ada Lee.",
    # no facts
    "The text is an opinion by Justice Lee.",
    "There are no statements by Ada Lee on record.",
    "There is no information about the birth of Ada Lee.",
    "There are no claims against the estate.",
    "No claim is stated in the will of Ada Lee.",
    "No facts were found by the court.",
    "The statement does not name Ada Lee.",
    "This text is a greeting by the queen.",
    # refusals
    "I cannot breathe was written on the shirt of Ada Lee.",
    "We will not be silenced was the motto of the party.",
    "Sorry, I Love You is a series with Ada Lee.",
    "The text violates the treaty of Rome.",
    "As an artificial island, Lee Isle cannot be mined.",
    "As a language teacher, Ada Lee could not be dismissed.",
]
"""Facts that a reader of the sentence itself takes for facts, on lines of their own or not."""

ONLY_LISTED = [
    "I am sorry was Ada Lee's first song.",
    "I'm afraid of Americans is a song by Ada Lee.",
    "I can't help falling in love is a song by Ada Lee.",
    "I won't back down reached number 3.",
    "Absolutely! is an album by Ada Lee.",
    "Okay, Oklahoma, is a town named after Ada Lee.",
    "Sure, a brand of soap, was launched in 1990.",
]
"""Those that alone could be talk as well: a list must keep them, prose may do without."""

TALK = [
    "The following facts are stated in the sentence.",
    "The following is a list.",
    "Here are the facts.",
    "Here's the breakdown of the sentence.",
    "Here are 3 independent statements.",
    "Here you go.",
    "Below are the independent facts.",
    "Each fact is independent.",
    "All of the facts above are self-contained.",
    "The sentence can be broken down into facts.",
    "The text says that she sang.",
    "Please provide the sentence.",
    "It seems that there is no sentence.",
    "I have split the sentence.",
    "Sure!",
    "Certainly.",
    "Sure, I can do that.",
    "Of course! Here are the facts.",
    "Okay, here they are.",
    "Independent facts",
]
"""Lines that are not of the list, with or without it."""


def facts(text: str) -> list[str]:
    found = parse_reply(text)
    assert found.state is State.FACTS, found
    return list(found.facts)


def test_the_table_is_long() -> None:
    assert len(LISTS) + len(STATES) >= 60


@pytest.mark.parametrize("name", LISTS)
def test_lists(name: str) -> None:
    text, expected = LISTS[name]
    assert facts(text) == expected


@pytest.mark.parametrize("mark", ["- ", "* ", "• ", "– "])
@pytest.mark.parametrize("name", KEPT)
def test_items_keep_what_looks_like_a_mark(name: str, mark: str) -> None:
    assert facts("\n".join(f"{mark}{fact}" for fact in KEPT[name])) == KEPT[name]


@pytest.mark.parametrize("name", KEPT)
def test_numbered_items_keep_what_looks_like_a_mark(name: str) -> None:
    numbered = [f"{n}. {fact}" for n, fact in enumerate(KEPT[name], 1)]
    assert facts("\n".join(numbered)) == KEPT[name]


@pytest.mark.parametrize("name", PLAIN)
def test_plain_lines_keep_what_looks_like_a_mark(name: str) -> None:
    assert facts("\n".join(KEPT[name])) == KEPT[name]


@pytest.mark.parametrize("name", STATES)
def test_states(name: str) -> None:
    text, state = STATES[name]
    assert parse_reply(text) == ParsedReply(state)


@pytest.mark.parametrize("fact", LOOKS_LIKE_TALK)
def test_facts_that_look_like_talk(fact: str) -> None:
    found = ParsedReply(State.FACTS, (fact, A))
    assert parse_reply(f"{fact}\n{A}", f"{fact} {A}") == found
    assert parse_reply(f"- {fact}\n- {A}", f"{fact} {A}") == found


@pytest.mark.parametrize("fact", [*LOOKS_LIKE_TALK, *ONLY_LISTED])
def test_a_lone_item_is_a_fact(fact: str) -> None:
    assert parse_reply(f"- {fact}", fact) == ParsedReply(State.FACTS, (fact,))


@pytest.mark.parametrize("fact", ONLY_LISTED)
def test_what_could_be_talk_is_asked_for_again(fact: str) -> None:
    assert parse_reply(fact, fact).state in {State.UNREADABLE, State.FACTS}


@pytest.mark.parametrize("line", TALK)
def test_talk_is_passed_over(line: str) -> None:
    assert parse_reply(f"{line}\n\n{A}\n{B}").facts == (A, B)
    assert parse_reply(f"{line}\n\n- {A}\n- {B}").facts == (A, B)
    assert parse_reply(line).state is State.UNREADABLE


def test_a_fact_after_sure_is_kept() -> None:
    assert facts(f"Sure! {A}\n{B}") == [A, B]


@pytest.mark.parametrize(
    ("reply", "state"),
    [
        ("- The sentence is a question.", State.NONE),
        ("- The sentence does not state any facts.", State.NONE),
        ("- No facts can be extracted from this sentence.", State.NONE),
        ("- No facts.", State.NONE),
        ("There are no facts in this sentence because it is a greeting.", State.NONE),
        ("There is no factual information in the given text.", State.NONE),
        ("This sentence is a rhetorical question, so there is nothing to list.", State.NONE),
        ("- I am afraid I cannot do that.", State.REFUSED),
        ("- I am unable to break this down.", State.REFUSED),
        ("- I'm not able to do that.", State.REFUSED),
        ("- Sorry, I can't help.", State.REFUSED),
        ("- This request violates our policies.", State.REFUSED),
        ("As a large language model, I cannot judge people.", State.REFUSED),
        # it may say so of the sentence in question
        ("- The sentence does not name a year.", State.UNREADABLE),
        ("- The text says nothing about her birth.", State.UNREADABLE),
        ("- This sentence names no year.", State.UNREADABLE),
    ],
)
def test_no_facts_and_refusals_in_other_words(reply: str, state: State) -> None:
    assert parse_reply(reply, "She sang, did she not?") == ParsedReply(state)


def test_the_word_for_no_facts_is_the_one_that_is_asked_for() -> None:
    assert parse_reply(prompts.facts_answer([])) == ParsedReply(State.NONE)
    assert prompts.NO_FACTS in prompts.decompose_instruction()


def test_duplicates_are_not_the_parser_s_business() -> None:
    assert facts(f"- {A}\n- {A}") == [A, A]


def test_half_characters_are_replaced() -> None:
    assert facts("- Ada Lee sang \ud800.") == ["Ada Lee sang \ufffd."]


SENTENCE = st.from_regex(
    r"[A-Z][a-z]{1,8} (?:[a-z]{2,8} ){1,4}(?:in \d{4}|[a-z]{2,8})\.", fullmatch=True
)
MADE = st.lists(SENTENCE, min_size=1, max_size=6)
MARKS = st.sampled_from(["- ", "* ", "• ", "– ", "+ ", "  - "])


@given(MADE, MARKS)
def test_any_bulleted_facts_come_back(made: list[str], mark: str) -> None:
    assert facts("\n".join(f"{mark}{fact}" for fact in made)) == made


@settings(max_examples=300, deadline=None)
@given(st.text() | st.lists(st.sampled_from(
    ["- ", "1. ", "2. ", "* ", "**", "\n", "```", "<think>", "</think>", "|", "---", "[", "]", "{",
     "}", '"', "'", ",", ":", "NONE", "Ada Lee sang.", "I'm sorry", "Fact 1:", "\\", "a. ", " "]
), max_size=40).map("".join))  # fmt: skip
def test_any_text_is_something(text: str) -> None:
    found = parse_reply(text)
    assert (found.state is State.FACTS) == bool(found.facts)
    assert len(set(found.facts)) <= MOST
    assert all(0 < len(fact) <= LONGEST and fact == fact.strip() for fact in found.facts)


@pytest.mark.parametrize(
    "piece", ["a", "- ", "['", "{\"a\": ", "[", "1. ", "<think>", "* a*", "\n", "| a ", "I ", ",'a",
              "NONE ", "Ada sang. ", "<sentence>", "<topic></topic>", "\n<fact>",
              "```\n", "** ", "x\n"]
)  # fmt: skip
def test_a_hundred_thousand_characters_are_read_in_time(piece: str) -> None:
    parse_reply((piece * 100_000)[:100_000])


@pytest.mark.parametrize(
    ("reply", "state"),
    [
        ("%$§ zzqx! 0x3f ;; wug wug", State.UNREADABLE),
        ("Well, well. " * 40, State.UNREADABLE),
        ("Lorem ipsum dolor sit amet.", State.UNREADABLE),
        ("Ada Lee sang in Leeds.", State.FACTS),
        ("She sang in the choir.", State.FACTS),
        ("- Lorem ipsum dolor sit amet.", State.FACTS),
        ("NONE", State.NONE),
    ],
)
def test_prose_about_something_else_is_no_answer(reply: str, state: State) -> None:
    assert parse_reply(reply, "Ada Lee She sang in the choir of Leeds.").state == state
