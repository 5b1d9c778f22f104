"""What stands before the colon of a link: files, categories and other languages."""

from __future__ import annotations

import re
from dataclasses import dataclass

from factscore.knowledge.wikitext.model import SiteInfo

MEDIA, FILE, TEMPLATE, CATEGORY = -2, 6, 10, 14

_FILE_NAMES = (
    "file image datei bild fichier archivo imagen immagine ficheiro imagem bestand afbeelding "
    "plik grafika fil soubor súbor obrázok fájl kép tiedosto kuva fișier imagine dosya resim "
    "tập_tin hình berkas gambar fail fails attēls vaizdas pilt slika datoteka слика датотека "
    "файл изображение зображення картинка выява сурет αρχείο εικόνα קובץ תמונה ملف صورة پرونده "
    "تصویر ファイル 画像 文件 檔案 "
    "档案 图像 圖像 파일 그림 ไฟล์ ภาพ चित्र চিত্র படிமம் పటം fitxer imatge "
    "dosiero bilde mynd íomhá skrá fitxategi irudi պատկեր სურათი ფაილი"
)
_CATEGORY_NAMES = (
    "category kategorie catégorie categoría categoria categorie kategoria kategori kategória "
    "luokka kategorija kategoreja kategorio kategorii kategooria thể_loại luokat flokkur catagóir "
    "категория категорія катэгорыя категорија санат κατηγορία קטגוריה تصنيف رده カテゴリ 分类 分類 "
    "분류 หมวดหมู่ श्रेणी বিষয়শ্রেণী பகுப்பு వర్గం կատեգորիա კატეგორია"
)
_LANGUAGES = frozenset(
    "aa ab ace ady af ak als alt am ami an ang ar arc ary arz as ast atj av avk awa ay az azb ba "
    "ban bar bat-smg bcl be be-tarask be-x-old bg bh bi bjn blk bm bn bo bpy br bs bug bxr ca "
    "cbk-zam "
    "cdo ce ceb ch cho chr chy ckb co cr crh cs csb cu cv cy da dag de din diq dsb dty dv dz ee el "
    "eml en eo es et eu ext fa ff fi fiu-vro fj fo fr frp frr fur fy ga gag gan gcr gd gl glk "
    "gn gom "
    "gor got gu guc gur guw gv ha hak haw he hi hif ho hr hsb ht hu hy hyw hz ia id ie ig ii "
    "ik ilo "
    "inh io is it iu ja jam jbo jv ka kaa kab kbd kbp kcg kg ki kj kk kl km kn ko koi kr krc "
    "ks ksh "
    "ku kv kw ky la lad lb lbe lez lfn lg li lij lld lmo ln lo lrc lt ltg lv mad mai map-bms "
    "mdf mg "
    "mh mhr mi min mk ml mn mni mnw mr mrj ms mt mus mwl my myv mzn na nah nap nds nds-nl ne "
    "new ng "
    "nia nl nn no nov nqo nrm nso nv ny oc olo om or os pa pag pam pap pcd pcm pdc pfl pi pih "
    "pl pms "
    "pnb pnt ps pt pwn qu rm rmy rn ro roa-rup roa-tara ru rue rw sa sah sat sc scn sco sd se "
    "sg sh "
    "shi shn shy si simple sk skr sl sm smn sn so sq sr srn ss st stq su sv sw szl szy ta tay "
    "tcy te "
    "tet tg th ti tk tl tn to tpi tr trv ts tt tum tw ty tyv udm ug uk ur uz ve vec vep vi "
    "vls vo wa "
    "war wo wuu xal xh xmf yi yo yue za zea zh zh-classical zh-min-nan zh-yue zu".split()
)
_MEDIA = re.compile(
    r"\.(?:jpe?g|png|svg|gif|tiff?|webp|xcf|djvu|pdf|og[agv]|opus|webm|mp[34]|wav|mid|flac)\s*$",
    re.IGNORECASE,
)
_QUALIFIER = re.compile(r"\s*[(（][^()（）]*[)）]\s*$|,.*$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Prefixes:
    """The names of a wiki's namespaces that decide how a link or a template is read."""

    files: frozenset[str]
    categories: frozenset[str]
    templates: frozenset[str]
    media: frozenset[str]
    """``[[Media:Song.ogg|listen]]`` is a link in the text, not a picture."""


def prefixes_of(site: SiteInfo) -> Prefixes:
    """Those of a wiki: its own, the English ones and what other large wikis call them."""
    return Prefixes(
        files=frozenset(map(folded, (*_FILE_NAMES.split(), *site.namespaces.get(FILE, ())))),
        categories=frozenset(
            map(folded, (*_CATEGORY_NAMES.split(), *site.namespaces.get(CATEGORY, ())))
        ),
        templates=frozenset(map(folded, ("template", *site.namespaces.get(TEMPLATE, ())))),
        media=frozenset(map(folded, ("media", *site.namespaces.get(MEDIA, ())))),
    )


def folded(name: str) -> str:
    """A name as names are compared: case and underscores do not count.

    >>> folded(" Citation_needed ")
    'citation needed'
    """
    return name.replace("_", " ").strip().casefold()


def is_shown(link: str, prefixes: Prefixes) -> bool:
    """Whether a link is part of the text; ``link`` is what stands between its brackets.

    Pictures, categories and links to the same page in another language are not, unless
    they begin with a colon.
    """
    target = link[: link.find("|")] if "|" in link else link
    prefix, colon, rest = target.partition(":")
    prefix = folded(prefix)
    if not colon or not prefix or prefix in prefixes.media:
        return True
    if prefix in prefixes.files or prefix in prefixes.categories:
        return False
    return prefix not in _LANGUAGES and not _MEDIA.search(rest)


def shown_title(title: str) -> str:
    """What a link without a text of its own shows.

    >>> shown_title(":Category:Bridges"), shown_title("#Early life")
    ('Category:Bridges', 'Early life')
    """
    return title.strip().removeprefix(":").removeprefix("#").replace("_", " ")


def piped(title: str) -> str:
    """What ``[[title|]]`` shows: the title without a namespace and a qualifier.

    >>> piped("Mercury (planet)"), piped("Help:Links"), piped("Boston, Massachusetts")
    ('Mercury', 'Links', 'Boston')
    """
    name = shown_title(title)
    return _QUALIFIER.sub("", name.partition(":")[2] or name)
