"""Which sections hold no prose, by their headings in the larger Wikipedias."""

from __future__ import annotations

from collections.abc import Iterable

from factscore.knowledge.wikitext.links import folded
from factscore.knowledge.wikitext.model import Prose, Section

_APPARATUS = frozenset(
    # English
    "references|reference|references and notes|notes and references|notes|footnotes|"
    "notes and citations|"
    "citations|endnotes|works cited|references and sources|sources and references|sources|"
    "references and further reading|bibliography and references|reference list|external links|"
    "external link|external links and references|see also|also see|further reading|navigation|"
    "gallery|"
    "image gallery|photo gallery|related articles|related pages|other websites|other pages|"
    "more reading|"
    # German, Dutch, Scandinavian
    "einzelnachweise|weblinks|weblink|siehe auch|literatur|quellen|fußnoten|anmerkungen|belege|"
    "einzelnachweise und anmerkungen|anmerkungen und einzelnachweise|nachweise|galerie|bilder|"
    "zie ook|externe link|externe links|externe koppelingen|bronnen, noten en/of referenties|"
    "bronnen|noten|referenties|literatuur|källor|referenser|noter|externa länkar|se även|"
    "vidare läsning|"
    "fotnoter|litteratur|referanser|eksterne lenker|se også|eksterne henvisninger|kilder|fodnoter|"
    "tilvísanir|heimildir|tenglar|tengt efni|kjelder|bakgrunnsstoff|"
    # French, Spanish, Portuguese, Italian, Catalan, Romanian
    "notes et références|références|liens externes|lien externe|voir aussi|annexes|"
    "articles connexes|"
    "bibliographie|notes|liens internes|galerie|referencias|enlaces externos|véase también|notas|"
    "notas y referencias|lecturas adicionales|fuentes|galería|referências|ligações externas|"
    "ver também|"
    "leitura adicional|ligação externa|notas e referências|galeria|note|collegamenti esterni|"
    "voci correlate|altri progetti|galleria d'immagini|note bibliografiche|referències|"
    "enllaços externs|"
    "vegeu també|legături externe|vezi și|referințe|note și referințe|lectură suplimentară|"
    # Slavic, Baltic
    "przypisy|linki zewnętrzne|zobacz też|uwagi|источники|примечания|ссылки|см. также|литература|"
    "галерея|смотрите также|примітки|посилання|див. також|література|джерела|зноскі|спасылкі|"
    "гл. таксама|"
    "крыніцы|літаратура|reference|externí odkazy|související články|literatura|poznámky|"
    "odkazy|referencie|"
    "externé odkazy|pozri aj|iné projekty|референце|спољашње везе|види још|reference|"
    "spoljašnje veze|"
    "vanjske poveznice|izvori|povezani članci|sklici|viri|zunanje povezave|glej tudi|бележки|"
    "външни препратки|вижте също|бележки и източници|надворешни врски|наводи|поврзано|"
    "поврзани теми|"
    "atsauces|ārējās saites|skatīt arī|literatūra|avoti|nuorodos|šaltiniai|"
    "taip pat skaitykite|išnašos|"
    "nūruodis|nūruodis i olūti|nūruodis i olyuti|verīs taipoš|viesture i olūti|olūti|galereja|"
    "izavierīņs|atsaucis|"
    # Finnic, Hungarian, Turkic, Greek, Georgian, Armenian, Basque, Esperanto
    "lähteet|aiheesta muualla|katso myös|viitteet|kirjallisuutta|viited|välislingid|vaata ka|"
    "kirjandus|"
    "jegyzetek|források|további információk|külső hivatkozások|lásd még|fordítás|"
    "kapcsolódó szócikkek|"
    "kaynakça|dış bağlantılar|ayrıca bakınız|notlar|i̇stinadlar|istinadlar|xarici keçidlər|"
    "həmçinin bax|"
    "παραπομπές|εξωτερικοί σύνδεσμοι|δείτε επίσης|πηγές|σημειώσεις|βιβλιογραφία|σχολιο|სქოლიო|"
    "რესურსები ინტერნეტში|იხილეთ აგრეთვე|ծանոթագրություններ|արտաքին հղումներ|տես նաև|"
    "erreferentziak|"
    "kanpo estekak|ikus, gainera|referencoj|eksteraj ligiloj|vidu ankaŭ|дереккөздер|"
    # Vietnamese, Indonesian, Malay
    "tham khảo|liên kết ngoài|xem thêm|chú thích|ghi chú|referensi|pranala luar|lihat pula|"
    "lihat juga|"
    "catatan kaki|rujukan|pautan luar|"
    # Chinese, Japanese, Korean
    "参考文献|參考文獻|参考资料|參考資料|外部链接|外部連結|參見|参见|参看|參看|"
    "相关条目|相關條目|注释|註釋|注釋|脚注|"
    "出典|注釈|外部リンク|関連項目|関連文献|"
    "参照|脚注・出典|각주|외부 링크|같이 보기|참고 문헌|바깥 고리|주석|"
    # Arabic, Persian, Hebrew, Urdu
    "مراجع|المراجع|مصادر|وصلات خارجية|روابط خارجية|انظر أيضا|انظر أيضًا|هوامش|ملاحظات|معرض صور|"
    "منابع|پانویس|جستارهای وابسته|پیوند به بیرون|یادداشت‌ها|نگارخانه|הערות שוליים|קישורים חיצוניים|"
    "ראו גם|לקריאה נוספת|גלריה|حوالہ جات|بیرونی روابط|مزید دیکھیے|"
    # Hindi, Bengali, Tamil, Telugu, Thai
    "सन्दर्भ|संदर्भ|बाहरी कड़ियाँ|इन्हें भी देखें|तथ्यसूत्र|তথ্যসূত্র|বহিঃসংযোগ|আরও দেখুন|"
    "மேற்கோள்கள்|"
    "வெளி இணைப்புகள்|మూలాలు|బయటి లింకులు|อ้างอิง|แหล่งข้อมูลอื่น|ดูเพิ่ม".split("|")
)


def is_apparatus(title: str) -> bool:
    """Whether a heading stands over references, links or pictures only."""
    return folded(title).strip(":. ") in _APPARATUS


def sections_text(prose: Prose) -> list[str]:
    """The sections that hold prose, each with its title as the first line.

    Left out are sections without text (their subsections stay), and with all their
    subsections those of references, external links, further reading and pictures.

    >>> sections_text(Prose((Section("", 0, "Ada."), Section("Notes", 2, "1")), False))
    ['Ada.']
    """
    return [
        f"{section.title}\n{section.text}" if section.title else section.text
        for section in _kept(prose.sections)
        if section.text
    ]


def _kept(sections: Iterable[Section]) -> Iterable[Section]:
    dropped_at: int | None = None
    for section in sections:
        if dropped_at is not None and section.level > dropped_at:
            continue
        dropped_at = section.level if is_apparatus(section.title) else None
        if dropped_at is None:
            yield section
