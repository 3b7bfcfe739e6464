"""Words that no name holds: our own short list, and the operator's."""

import re
from functools import cache
from pathlib import Path

from django.conf import settings

from racing.looks import bare_letters

OWN_LIST = Path(__file__).parent / "refused_names.txt"


def holds_refused_word(name: str) -> bool:
    """Whether the name holds a word of a list, however it is spelled."""
    alone, anywhere = _lists((OWN_LIST, *map(Path, settings.NAME_WORDS)))
    words = re.split(r"[\W_]+", bare_letters(name))
    # Letters with something between each are one word.
    joined = "".join(words)
    if all(len(word) <= 1 for word in words):
        words = [joined]
    return bool(alone.intersection(words)) or any(part in joined for part in anywhere)


@cache
def _lists(files: tuple[Path, ...]) -> tuple[frozenset[str], tuple[str, ...]]:
    # Read once in each process. A file that cannot be read stops the server's first name: better than no list.
    alone, anywhere = set(), []
    for file in files:
        for line in file.read_text(encoding="utf-8").splitlines():
            word = line.partition("#")[0].strip()
            if len(word) > 2 and word.startswith("*") and word.endswith("*"):
                anywhere.append(bare_letters(word.strip("*")))
            elif word:
                alone.add(bare_letters(word))
    return frozenset(alone), tuple(anywhere)
