"""What a text looks like: its skeleton, equal for texts that people take for one another.

After Unicode's UTS 39, with a table for the alphabets that look like Latin, Cyrillic and Greek. Stricter than the
standard in what hands mix up: case, and `I l 1`, `O 0`. No text is ever shown as its skeleton.
"""

import re
import unicodedata
from functools import lru_cache

# What is seen, then what it is taken for. Case matters here: Г looks like no Latin letter, г looks like an r.
_TABLE = """
аa ɑa αa Аa Αa Ꭺa ꓮa ⲁa
вb Вb βb Βb ьb ƅb Ᏼb ꓐb ʙb
сc Сc ϲc Ϲc Ꮯc ꓚc ⲥc ᴄc
ԁd Ꭰd ꓓd ɗd
еe Еe εe Εe Ꭼe ꓰe ⲉe
ꓝf ϝf
ɡg ցg Ꮐg ꓖg ԍg
нh Нh һh Һh Ηh հh Ꮋh ꓧh ⲏh
іl Іl ιl Ιl ıl ɩl ӏl Ӏl ꓲl ⲓl ǀl |l 1l il Ꭵl
јj Јj ϳj Ꭻj ꓙj
кk Кk κk Κk ĸk Ꮶk ꓗk ⲕk
Ꮮl ꓡl
мm Мm Μm Ꮇm ꓟm ⲙm ᴍm
пn ηn Νn ոn ꓠn ⲛn
оo Оo οo Οo օo ꓳo ⲟo 0o σo ⵔo
рp Рp ρp Ρp Ꮲp ꓑp ⲣp
ԛq զq
гr ꓣr
ѕs Ѕs Ꮪs ꓢs
тt Тt τt Τt Ꭲt ꓔt ⲧt
υu սu ꓴu ʋu
νv ѵv Ѵv Ꮩv ꓦv
ԝw ωw Ꮃw ꓪw
хx Хx χx Χx ꓫx ⲭx
уy Уy γy Υy үy Үy Ꮍy ꓬy ⲩy
Ζz Ꮓz ꓜz
з3 З3
’' ‘' `' ´' ʼ' ʹ' ′' ‛'
–- —- ‐- ‑- −- ﹘-
“" ”" „" ″"
·. •. ․.
"""
_LOOKS_LIKE = {pair[0]: pair[1:] for pair in _TABLE.split()}
# Pairs that run together.
_RUNS = (("rn", "m"), ("vv", "w"))

# Letters, marks and symbols, by category, of which nothing is drawn: joiners, fillers, the braille blank, a note
# without a head. Characters that Unicode lets a font ignore are of the categories of control and format otherwise.
BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159\U00016fe4")
# Choose between two drawings of the character before them, mostly an emoji's, and are nothing by themselves.
_SELECTORS = frozenset(map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))


@lru_cache(maxsize=4096)  # every news of a race asks for its names
def skeleton(text: str) -> str:
    """Return what the text looks like. Only good for being compared with another skeleton.

    >>> skeleton("Ana") == skeleton("аnа") == skeleton("ΑΝΑ")
    True
    """
    seen = []
    for character in unicodedata.normalize("NFKD", text):
        if character in BLANKS or character in _SELECTORS:
            continue
        folded = _LOOKS_LIKE.get(character, character).casefold()
        seen.append("".join(_LOOKS_LIKE.get(one, one) for one in folded))
    looks = unicodedata.normalize("NFD", " ".join("".join(seen).split()))
    for pair, one in _RUNS:
        looks = looks.replace(pair, one)
    return looks


def bare_letters(text: str) -> str:
    """Return the skeleton without marks, and with the digits and signs that stand for letters read as these.

    >>> bare_letters("Fröhl1ch") == bare_letters("frohlich")
    True
    """
    letters = (one for one in skeleton(text) if not unicodedata.category(one).startswith("M"))
    # Three and more of a letter are one that is drawn out.
    return re.sub(r"(.)\1\1+", r"\1", "".join(letters).translate(_STANDS_FOR))


_STANDS_FOR = str.maketrans("345@$!+", "easaslt")
