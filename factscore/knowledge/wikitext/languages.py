"""English names of the languages whose words stand most often in brackets after a name."""

from __future__ import annotations

_NAMES = {
    code: name
    for code, _, name in (
        pair.partition("=")
        for pair in (
            "af=Afrikaans sq=Albanian am=Amharic grc=Ancient_Greek ar=Arabic hy=Armenian "
            "az=Azerbaijani "
            "eu=Basque be=Belarusian bn=Bengali bs=Bosnian br=Breton bg=Bulgarian my=Burmese "
            "ca=Catalan zh=Chinese co=Corsican hr=Croatian cs=Czech da=Danish nl=Dutch en=English "
            "eo=Esperanto et=Estonian fo=Faroese fi=Finnish fr=French fy=West_Frisian gl=Galician "
            "ka=Georgian de=German el=Greek gu=Gujarati haw=Hawaiian he=Hebrew hi=Hindi "
            "hu=Hungarian "
            "is=Icelandic id=Indonesian ga=Irish it=Italian ja=Japanese jv=Javanese kn=Kannada "
            "kk=Kazakh km=Khmer ko=Korean ku=Kurdish ky=Kyrgyz lo=Lao la=Latin lv=Latvian "
            "lt=Lithuanian lb=Luxembourgish mk=Macedonian ms=Malay ml=Malayalam mt=Maltese "
            "mi=Māori "
            "mr=Marathi mn=Mongolian ne=Nepali no=Norwegian nb=Norwegian nn=Norwegian oc=Occitan "
            "ang=Old_English fa=Persian pl=Polish pt=Portuguese pa=Punjabi ro=Romanian "
            "ru=Russian rus=Russian "
            "sa=Sanskrit gd=Scottish_Gaelic sr=Serbian si=Sinhala sk=Slovak sl=Slovene so=Somali "
            "es=Spanish sw=Swahili sv=Swedish tl=Tagalog ta=Tamil te=Telugu th=Thai bo=Tibetan "
            "tr=Turkish uk=Ukrainian ur=Urdu uz=Uzbek vi=Vietnamese cy=Welsh yi=Yiddish zu=Zulu"
        ).split()
    )
}


def language_name(code: str) -> str | None:
    """The English name of a language, or None.

    >>> language_name("grc"), language_name("pt-BR")
    ('Ancient Greek', 'Portuguese')
    """
    name = _NAMES.get(code.lower()) or _NAMES.get(code.lower().partition("-")[0])
    return name.replace("_", " ") if name else None
