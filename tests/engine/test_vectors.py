"""The positions, refusals, node counts and verdicts of an independent program."""

from typing import Any

import pytest

from engine.cards import card_text
from engine.cli.trace import perft, position
from engine.errors import IllegalMove, InvalidMove
from engine.rulesets import RULESETS, find_ruleset
from engine.shuffle import pack_of_seed, seed_of_number
from tests.engine.playing import VECTORS, new_game, vectors

GAMES = [(key, number) for key in RULESETS for number in range(len(vectors(key)["games"]))]
PERFTS = [(key, entry["deal"], entry["nodes"]) for key in RULESETS for entry in vectors(key)["perft"]]


def test_there_are_vectors_for_every_ruleset_and_a_ruleset_for_every_file() -> None:
    assert {path.stem for path in VECTORS.iterdir()} == set(RULESETS)


@pytest.mark.parametrize("key", RULESETS)
def test_the_pack_is_shuffled_as_everywhere(key: str) -> None:
    for number, cards in vectors(key)["deals"].items():
        pack = pack_of_seed(seed_of_number(int(number)), find_ruleset(key).decks)
        assert [card_text(card) for card in pack] == cards.split()


@pytest.mark.parametrize(("key", "game"), GAMES)
def test_every_position_and_refusal_of_the_game_is_the_same(key: str, game: int) -> None:
    vector = vectors(key)["games"][game]
    refused: dict[int, list[str]] = {}
    for ply, text in vector["refused"]:
        refused.setdefault(ply, []).append(text)
    history = new_game(key, vector["deal"])
    seen = 0
    for ply, move in enumerate([None, *vector["moves"]]):
        if move is not None:
            history.play(move)
        for text in refused.get(ply, []):
            before = position(history)
            with pytest.raises((InvalidMove, IllegalMove)):
                history.check(text)
            assert position(history) == before
        if (expected := vector["positions"].get(str(ply))) is not None:
            seen += 1
            assert without_ply(position(history)) == expected, f"ply {ply}:\n{history.table.drawing()}"
    assert seen == len(vector["positions"])


@pytest.mark.parametrize(("key", "deal", "nodes"), PERFTS)
def test_as_many_ways_lead_on_from_the_deal(key: str, deal: int, nodes: list[int]) -> None:
    ruleset = find_ruleset(key)
    table = ruleset.deal(seed_of_number(deal))
    assert [perft(ruleset, table, depth) for depth in range(len(nodes))] == nodes


@pytest.mark.parametrize("key", RULESETS)
def test_the_games_said_to_be_won_are_won(key: str) -> None:
    verdicts = vectors(key)["verdicts"]
    won = 0
    for vector in vectors(key)["games"]:
        history = new_game(key, vector["deal"])
        for move in vector["moves"]:
            history.play(move)
        if history.won:
            won += 1
            assert verdicts[str(vector["deal"])] == "winnable"
            assert history.progress == history.ruleset.cards_total
    assert won >= 2


def test_clock_ends_as_the_verdicts_say() -> None:
    for deal, verdict in vectors("clock")["verdicts"].items():
        history = new_game("clock", int(deal))
        while legal := history.legal():
            history.play(*legal)
        assert history.won == (verdict == "winnable")
        assert history.over


def without_ply(found: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in found.items() if name != "ply"}
