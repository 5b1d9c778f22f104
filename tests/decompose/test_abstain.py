"""Wordings of abstention, and answers that only look like one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factscore.decompose.abstain import is_abstention

ABSTAINS = [
    "I'm sorry, I don't have information about Ada Lee.",
    "I’m sorry, but I couldn’t find any person named Ada Lee. Could you give me more details?",
    "I am sorry, but I do not have any information on Ada Lee.",
    "I apologize, but I cannot provide a biography of Ada Lee.",
    "**I'm sorry**, but I am not able to find any details about this person.",
    "> Unfortunately, I could not find any information about Ada Lee.",
    "Unfortunately, there is no information available on Ada Lee in the provided search results.",
    "There is no information available on Ada Lee. The results only mention Bo Lee, a boxer.",
    "Ada Lee is not mentioned in any of the search results.",
    "The search results do not provide any information about Ada Lee[1][2].",
    "The provided context does not mention Ada Lee.",
    "Unfortunately, the search result is not about Ada Lee. Instead, it is about Bo Lee, a boxer.",
    "None of the provided results mention this person.",
    "No information about Ada Lee could be found.",
    "As an AI, I cannot provide details about private individuals.",
    "As an AI language model, I don't have access to information about Ada Lee.",
    "I'm not aware of any person by that name. Could you please clarify who you mean?",
    "I'm not familiar with an Ada Lee. If you tell me more, I would be happy to help.",
    "I was unable to locate any biographical details for Ada Lee.",
    "I have no information on this individual.",
    "Sorry, I can't find anything on Ada Lee.",
    "I must decline to answer this question.",
    "My apologies, but I do not have enough information to write a bio of Ada Lee.",
    "Ada Lee is not a widely known public figure, and there is limited information about her. "
    "It is possible that she is a private individual. Please provide more context.",
    "There are several people named Ada Lee. Without more context, it is difficult to provide "
    "a biography. Could you tell me which one you mean?",
    "Could you please provide more details about which Ada Lee you mean?",
    "It appears that there isn't a well-known figure named Ada Lee. The name may be misspelled.",
    "Es tut mir leid, aber ich habe keine Informationen über Ada Lee.",
    "Leider konnte ich keine Angaben zu dieser Person finden.",
    "Je suis désolé, mais je n'ai pas d'informations sur Ada Lee.",
    "Malheureusement, je n’ai trouvé aucune information sur cette personne.",
    "Lo siento, pero no tengo información sobre Ada Lee.",
    "Lamentablemente, no encontré datos sobre esta persona.",
    "Mi dispiace, ma non ho informazioni su Ada Lee.",
    "Purtroppo non sono riuscito a trovare notizie su questa persona.",
    "Desculpe, mas não tenho informações sobre Ada Lee.",
    "Infelizmente, não encontrei dados sobre essa pessoa.",
    "Het spijt me, maar ik heb geen informatie over Ada Lee.",
    "抱歉，我没有关于这个人的信息。",
    "对不起，我无法找到相关资料。",
    "申し訳ありませんが、その人物に関する情報は見つかりませんでした。",
    "すみませんが、その人のことはわかりません。",
    "К сожалению, у меня нет информации об Аде Ли.",
    "Извините, но я не могу найти данные об этом человеке.",
    "Мне не удалось найти сведения об Аде Ли.",
    "На жаль, у мене немає інформації про цю особу.",
    "죄송합니다. 에이다 리에 대한 정보가 없습니다.",
    "죄송하지만 그 사람에 대해 알지 못합니다.",
    "에이다 리에 대한 정보를 찾을 수 없습니다.",
    "Niestety nie mam informacji o tej osobie.",
    "Üzgünüm, bu kişi hakkında bilgi bulamadım.",
    "آسف، لا أملك معلومات عن هذا الشخص.",
    "N/A",
    "n/a.",
    "None",
    "Unknown.",
    "Sorry, no.",
    "I'm sorry.",
    "No information available.",
    "No results found.",
    "**Not available**",
    "I don't know.",
    "I have no information about Ada Lee. There is information on Bo Lee, a boxer. He was born in "
    "Leeds. He won two belts. He died in 1990. He was buried in York.",
]

ANSWERS = [
    "Ada Lee was a British painter born in 1850.",
    "I'm sorry for the confusion. Ada Lee was born in Leeds in 1850. She painted ships.",
    "I apologize for the earlier mistake. Ada Lee was a chemist.",
    "Sorry for the delay! Ada Lee is a singer from Oslo.",
    "Ada Lee was born in 1850. She taught in Rome. I could not find more about her.",
    "Ada Lee was a painter. There is no information about her later years.",
    "Unfortunately for him, the king did not find the map. He died in 1500.",
    "Sorry Ada was a punk band from Leeds that released two albums.",
    "Ada Lee is not only a singer but also a painter.",
    "She could not find work in Paris and moved to Rome.",
    "Little is known about the youth of Ada Lee. She was born in Leeds. She painted ships. "
    "She died in Rome.",
    "As an AI language model, I do not have personal opinions. Ada Lee was a painter born in "
    "Leeds. She died in 1901.",
    "I don't have real-time information. However, here is a short bio: Ada Lee is a singer. "
    "She was born in Oslo. She has made two albums.",
    "I cannot see the latest news. Ada Lee (1850-1901) was a painter. She lived in Rome.",
    "I couldn't find much, but here is what I know: Ada Lee was a painter. She lived in Rome. "
    "She died in 1901.",
    "As an AI, I cannot browse the internet. However, I can tell you that Ada Lee is a singer. "
    "She was born in Oslo.",
    "The search results describe Ada Lee as a British painter[1].",
    "Ada Lee provided more aid than anyone else in the war.",
    "No details of his trial survive. He was hanged in 1612 in York.",
    "The court found no evidence against her. She was freed in 1650.",
    "He is not known to have married. He was a monk at Ely and wrote hymns.",
    "Certainly! Ada Lee was a painter.",
    "Thank you for asking. Ada Lee was a painter from Leeds.",
    "Leider starb sie früh. Ada Lee war eine britische Malerin.",
    "Malheureusement, elle mourut jeune. Ada Lee était peintre.",
    "他是诗人。他没有孩子。",
    "彼は詩人で、子供はいません。",
    "“I Will Always Sing” is a song by Ada Lee from 1999.",
    "I do not have information about Ada Lee's shoe size. " + "She painted ships in Leeds. " * 25,
    "Unfortunately, there are no surviving records about Ada Lee's early education. She was taught "
    "at home by her mother. In 1870 she moved to Rome.",
    "There is no record of Ada Lee's birth. Her father was a baker. Her mother was a nurse.",
    "I could not find any information about Ada Lee's parents. The family lived in Leeds. In 1870 "
    "a fire took the house. The children went to Rome. All of them painted.",
    "Unknown to the court, she painted ships.",
    "None of her plays survive.",
    "Nothing but ships was painted by Ada Lee.",
    "No. 5 is a painting by Ada Lee.",
    "Ада Ли была художницей. Она не вышла замуж.",
    "그녀는 화가였습니다. 자녀는 없습니다.",
    "# Ada Lee\n\n- Born: 1850\n- Died: 1901",
    "Ada Lee was refused entry to the academy. She taught herself to paint.",
]


@pytest.mark.parametrize("text", ABSTAINS)
def test_abstains(text: str) -> None:
    assert is_abstention(text)


@pytest.mark.parametrize("text", ANSWERS)
def test_answers(text: str) -> None:
    assert not is_abstention(text)


@pytest.mark.parametrize("text", ["", " \n", "***", "\0", "?" * 100_000, "I could not " * 20_000])
def test_nothing_to_read_is_no_abstention(text: str) -> None:
    assert not is_abstention(text)


@given(st.text())
def test_any_text_gets_an_answer(text: str) -> None:
    assert is_abstention(text) in {True, False}


# Rows that people left out: empty or about somebody, so no wording can tell.
NOT_IN_WORDS = {
    ("InstructGPT", "Kalki Koechlin"),
    ("PerplexityAI", "Jonathan Haagensen"),
    ("PerplexityAI", "Malcolm Hedding"),
}


def test_people_agree(data_dir: Path) -> None:
    for path in (data_dir / "factscore" / "labeled").glob("*.jsonl"):
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            if (path.stem, row["topic"]) not in NOT_IN_WORDS:
                assert is_abstention(row["output"]) == (row["annotations"] is None), row["topic"]
