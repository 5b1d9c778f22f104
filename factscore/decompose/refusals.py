"""Refusals without a sentence ("N/A"), and refusals and apologies in other languages."""

from __future__ import annotations

import re

_GIVEN = r"(?:available|found|known|provided|given|on file)"
BARE = re.compile(
    r"^(?:(?:sorry|apologies|my apologies|unfortunately)[,.]? (?:but )?)?(?:"
    r"n\.?[/\\]?a|none|null|nil|nothing|unknown|unclear|unsure|no|nope|idk|no idea|no clue|"
    r"no comment|no answer|no response|not sure|cannot say|can't say|"
    rf"not (?:applicable|{_GIVEN})|nothing (?:is )?(?:{_GIVEN}|to report)|"
    rf"(?:no|insufficient|not enough) (?:such |relevant |reliable |further )?(?:information|info|"
    rf"data|details?|results?|records?|match(?:es)?|bio(?:graphy)?|person|entry|context|sources?)"
    rf"(?: (?:is |was |are |were )?(?:currently |publicly )?{_GIVEN})?|"
    r"(?:i )?(?:do not|don't|can't|cannot|can not|could not|couldn't|am unable to) (?:know|say|"
    r"tell|answer|help|find (?:it|anything|any))(?: (?:that|this|you|him|her|them|with that|"
    r"with this))?|"
    r"unable to (?:answer|help|comply|respond|provide|find)(?: (?:that|this|it|a biography|with "
    r"that))?"
    r")(?:,? sorry)?[\s.!…]*$|^(?:i'm |i am )?sorry[\s.!…]*$",
    re.IGNORECASE,
)
"""A whole text that says no more than that there is no answer."""

APOLOGY = re.compile(
    r"^(?:(?:es )?tut mir (?:sehr )?leid|entschuldigung|je suis (?:vraiment )?d[ée]sol[ée]e?|"
    r"d[ée]sol[ée]e?|lo siento(?: mucho)?|mi dispiace|sono spiacente|desculpe|desculpa|sinto muito|"
    r"(?:het )?spijt me|(?:很|非常)?(?:抱歉|对不起|對不起|不好意思)|"
    r"(?:정말 )?(?:죄송합니다|죄송해요|미안합니다|미안해요)|"
    r"(?:извините|простите|прошу прощения|приношу (?:свои )?извинения|мне (?:очень )?жаль)|"
    r"przepraszam|przykro mi|üzgünüm|özür dilerim|آسف|عذر[اًا]+)[\s.!。！,，]*$",
    re.IGNORECASE,
)
"""A sentence that apologizes in another language and does nothing else."""

ELSEWHERE = (
    r"^(?:es )?tut mir (?:sehr )?leid\b.{0,80}\b(?:kein\w*|nicht)\b|^(?:leider|entschuldigung|"
    r"bedauerlicherweise)\b.{0,60}\b(?:kein\w*|nicht)\b.{0,60}\b(?:information|angaben|finden|"
    r"gefunden|bekannt|auskunft|geben)",
    r"\bich (?:habe|besitze|verfüge über|kann|konnte|kenne)\b.{0,60}\bkeine?\w* "
    r"(?:information|angaben|daten|person|biogra)",
    r"^(?:je suis (?:vraiment )?d[ée]sol[ée]e?|d[ée]sol[ée]e?|malheureusement|excusez-moi|je "
    r"regrette)\b.{0,60}\b(?:pas|aucun\w*|rien)\b",
    r"\bje n'ai (?:pas|aucun\w*|rien)\b.{0,40}\b(?:information|renseignement|trouv|donn[ée]e)|"
    r"\bje ne (?:dispose|trouve|connais|poss[èe]de|peux)\b.{0,20}\b(?:pas|"
    r"aucun\w*)\b.{0,60}\b(?:information|biogra|personne|trouv|fournir)",
    r"^(?:lo siento|lamentablemente|desafortunadamente|desgraciadamente|lo lamento|disculpa|"
    r"perd[óo]n|me temo)\b.{0,40}\bno\b.{0,60}\b(?:informaci|encontr|datos|tengo|puedo|"
    r"dispongo|conozco|hay)",
    r"\bno (?:tengo|dispongo de|encontr[ée]|he encontrado|pude encontrar|puedo proporcionar|"
    r"hay)\b.{0,30}\b(?:informaci[óo]n|datos|biograf)",
    r"^(?:mi dispiace|purtroppo|spiacente|sono spiacente|mi "
    r"scuso)\b.{0,40}\bnon\b.{0,60}\b(?:inform|trov|posso|dispon|conosco|dati|ho)",
    r"\bnon (?:ho|dispongo di|riesco a trovare|sono riuscit\w|posso fornire|ci "
    r"sono)\b.{0,30}\b(?:informazioni|dati|notizie|biograf)",
    r"^(?:desculpe|desculpa|sinto muito|lamento|infelizmente|pe[çc]o "
    r"desculpas?)\b.{0,40}\bn[ãa]o\b.{0,60}\b(?:informa|encontr|tenho|posso|consegui|"
    r"conhe[çc]o|dados|h[áa])",
    r"\bn[ãa]o (?:tenho|disponho de|encontrei|consegui encontrar|posso fornecer|"
    r"h[áa])\b.{0,30}\b(?:informa[çc]|dados|biograf)",
    r"^(?:het spijt me|sorry|helaas|excuses)\b.{0,60}\b(?:geen|niet)\b.{0,60}\b(?:informatie|"
    r"vinden|gevonden|gegevens|bekend|geven|ken)",
    r"\bik (?:heb|beschik over|kan|kon|vond)\b.{0,30}\bgeen\b.{0,30}\b(?:informatie|gegevens|"
    r"biogra)",
    r"(?:抱歉|对不起|對不起|遗憾|遺憾|不好意思|作为一个?ai|作為).{0,60}(?:没有|沒有|无法|無法|找不到|不了解|未找到|未能|不知道|不清楚|不能)",
    r"^我?(?:没有|沒有|无法|無法|找不到|未能?找到)[^。]{0,40}(?:信息|資訊|资料|資料|消息|介绍|提供)",
    r"(?:申し訳|すみません|残念ながら|恐れ入ります|ごめんなさい).{0,90}(?:ません|できない|見つからな|ない)",
    r"(?:に関する|についての)情報[^。]{0,30}(?:ありません|見つかりません|持っていません|ございません)",
    # Russian and Ukrainian
    r"(?:к сожалению|извините|простите|прошу прощения|приношу извинения|мне жаль|на жаль|вибачте)"
    r"\b.{0,60}\b(?:не|нет|немає)\b.{0,60}(?:информаци|інформаці|данны|даних|сведени|найти|нашел|"
    r"нашёл|знайти|знаю|могу|можу|известн|удалось|располага|предостав|знаком)",
    r"\b(?:у меня|у мене) (?:нет|немає|нету)\b.{0,40}(?:информаци|інформаці|данны|даних|сведени)|"
    r"\b(?:мне|мені) не (?:удалось|вдалося) (?:найти|знайти)|\bя не (?:смог(?:ла)? найти|наш[её]л|"
    r"нашла|располагаю|обладаю|владею|знаю,? кто|знаком\w* с|могу (?:найти|предоставить|"
    r"написать|ответить))",
    # Korean
    r"(?:죄송|미안|안타깝게도|유감).{0,80}"
    r"(?:없습니다|없어요|없네요|못합니다|못했습니다|모릅니다|모르겠|않습니다|어렵습니다)",
    r"(?:정보|자료|기록|내용)[가는은를을이도]? ?(?:.{0,20})?"
    r"(?:없습니다|없어요|찾을 수 없|찾지 못|가지고 있지 않|갖고 있지 않|제공할 수 없|알지 못)|"
    r"^.{0,30}(?:모르겠습니다|알지 못합니다|알 수 없습니다)",
    # Polish, Turkish, Arabic
    r"^(?:przepraszam|niestety|przykro mi)\b.{0,60}\bnie\b.{0,60}(?:informacj|znala|znam|mog|"
    r"danych)|"
    r"\bnie (?:mam|posiadam|znalaz\w+)\b.{0,30}(?:informacj|danych)",
    r"^(?:üzgünüm|maalesef|özür dilerim|ne yazık ki)\b.{0,90}(?:yok|bulamad|bilmiyorum|sahip değil|"
    r"veremem|mevcut değil)|hakkında (?:herhangi )?(?:bir )?bilgi\w* (?:yok|bulamad|sahip değil)",
    r"(?:آسف|عذر|للأسف|أعتذر).{0,60}(?:لا |لم |ليس).{0,60}(?:معلومات|أعرف|أجد|أستطيع|العثور)|"
    r"(?:ليس لدي|لا أملك|لا توجد لدي) .{0,20}معلومات",
)  # fmt: skip
"""Sentences that decline, in other languages than English."""
