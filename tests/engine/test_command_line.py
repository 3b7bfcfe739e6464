"""`python -m engine`: what scripts of ours rely on, and a game in the terminal."""

import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

import pytest

from engine.__main__ import main
from engine.cli.play import LABELS, OWN_KEYS, play
from engine.cli.verify import verify_files
from engine.game import History
from engine.record import record_of, write
from engine.rulesets import RULESETS
from tests.engine.playing import after_vector, new_game, played, vectors

ROOT = Path(__file__).parents[2]


def run(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """What `python -m engine` would do, here: a process for each of so many calls would take minutes."""
    out, err = io.StringIO(), io.StringIO()
    with patch("sys.stdin", io.StringIO(given)), redirect_stdout(out), redirect_stderr(err):
        try:
            code = main(arguments)
        except SystemExit as ended:
            code = int(ended.code or 0)
    return subprocess.CompletedProcess(arguments, code, out.getvalue(), err.getvalue())


def run_process(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "engine", *arguments]
    return subprocess.run(
        command, cwd=ROOT, input=given, capture_output=True, text=True, timeout=300, check=False
    )


def test_a_process_says_the_same_as_a_call() -> None:
    for arguments, given in ((["trace", "clock", "1"], "7 7? 10"), (["deal", "clock", "0"], "")):
        done, called = run_process(*arguments, given=given), run(*arguments, given=given)
        assert (done.returncode, done.stdout, done.stderr) == (
            called.returncode, called.stdout, called.stderr,
        )  # fmt: skip


def traced(key: str, deal: int, moves: list[str]) -> list[dict[str, object]]:
    done = run("trace", key, str(deal), given=" ".join(moves))
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize(
    "arguments",
    [
        ("perft", "cruel", "1", "-1"),
        ("perft", "cruel", "1", "two"),
        ("solve", "cruel", "1", "--nodes", "0"),
        *(("solve", "cruel", "1", f"--seconds={seconds}") for seconds in ("-3", "0", "nan", "inf", "soon")),
    ],
)
def test_a_number_that_says_nothing_is_a_wrong_call(arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert arguments[-1].rpartition("=")[2] in done.stderr


def test_pack_prints_the_cards_with_spaces_between() -> None:
    assert run("pack", "2").stdout == vectors("cruel")["deals"]["2"] + "\n"
    assert run("pack", "2", "--decks", "2").stdout == vectors("alternations")["deals"]["2"] + "\n"


@pytest.mark.parametrize("key", RULESETS)
def test_trace_prints_the_positions_of_the_vectors(key: str) -> None:
    game = vectors(key)["games"][-1]
    lines = traced(key, game["deal"], game["moves"])
    assert [line["ply"] for line in lines] == list(range(len(game["moves"]) + 1))
    for ply, expected in game["positions"].items():
        assert json.dumps(lines[int(ply)]) == json.dumps({**expected, "ply": int(ply)})


@pytest.mark.parametrize("key", RULESETS)
def test_trace_goes_on_after_a_refusal_as_if_nothing_had_been_asked(key: str) -> None:
    game = vectors(key)["games"][0]
    moves = game["moves"][:40]
    for ply, text in sorted(game["refused"], reverse=True):
        if ply <= 40 and text:
            moves.insert(ply, text)
    lines = traced(key, game["deal"], moves)
    refusals = [line for line in lines if "refused" in line]
    assert refusals
    assert all(set(line) == {"refused"} and str(line["refused"]).islower() for line in refusals)
    assert [line for line in lines if "refused" not in line] == traced(key, game["deal"], game["moves"][:40])


def test_trace_refuses_a_wrong_hour_and_takes_a_slip_that_is_written_as_one() -> None:
    _, refused, slip, laid = traced("clock", 1, ["7", "7?", "10"])
    assert refused == {"refused": "wrong_hour"}
    assert (slip["ply"], slip["score"], slip["progress"]) == (1, 1, 0)
    assert (laid["ply"], laid["score"], laid["progress"]) == (2, 1, 1)


def test_trace_refuses_bytes_that_are_no_text() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8:strict"}
    done = subprocess.run(
        [sys.executable, "-m", "engine", "trace", "cruel", "1"],
        cwd=ROOT, input=b"\xff\xfer\r\n \xa0\x00 r\x0b", env=environment, capture_output=True, timeout=300, check=True,
    )  # fmt: skip
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line.get("refused", line.get("ply")) for line in lines] == [0, "unreadable", "unreadable", 1]


def test_trace_takes_back() -> None:
    first, _, back, refused = traced("cruel", 1, ["r", "u", "u"])
    assert back == {**first, "ply": 2, "score": 2}
    assert refused == {"refused": "nothing_to_take_back"}


def test_trace_answers_before_the_next_move_comes() -> None:
    command = [sys.executable, "-m", "engine", "trace", "cruel", "1"]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as tracing:
        assert tracing.stdin is not None
        assert tracing.stdout is not None
        assert json.loads(tracing.stdout.readline())["ply"] == 0
        for ply in (1, 2):
            tracing.stdin.write("r\n")
            tracing.stdin.flush()
            assert json.loads(tracing.stdout.readline())["ply"] == ply
        tracing.stdin.close()


@pytest.mark.parametrize("key", ["cruel", "royal-family", "alternations", "clock"])
def test_perft_prints_the_counts_of_the_vectors(key: str) -> None:
    entry = vectors(key)["perft"][1]
    done = run("perft", key, str(entry["deal"]), str(len(entry["nodes"]) - 1))
    assert [int(word) for word in done.stdout.split()] == entry["nodes"]


def test_rulesets_lists_all_ten_with_their_names() -> None:
    lines = run("rulesets").stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(RULESETS)
    assert lines[6].split(maxsplit=1)[1] == "Ripple Fan"


def test_deal_shows_what_a_player_sees() -> None:
    lines = run("deal", "alternations", "1").stdout.splitlines()
    assert lines[0] == " f  -- -- -- -- -- -- -- --   stock 55   waste --"
    assert lines[1] == " 1  3S ## 7C ## 5H ## 8H"
    assert len(lines) == 8


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["deal", "klondike", "1"], "There is no ruleset “klondike”."),
        (["pack", "0"], "A deal number is between 1 and 9223372036854775807."),
        (["deal", "cruel", "one"], "'one' is no whole number"),
        (["pack", "1_0"], "'1_0' is no whole number"),
        (["pack", "٣"], "'٣' is no whole number"),
        (["pack", " 5"], "' 5' is no whole number"),
        (["pack", "9" * 5000], "A deal number is between 1 and 9223372036854775807."),
        (["perft", "cruel", "1", "1_0"], "'1_0' is no whole number"),
        (["trace", "cruel"], "required"),
        ([], "required"),
    ],
)
def test_a_wrong_call_says_so_and_ends_with_two(arguments: list[str], sentence: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr


def records(tmp_path: Path, *texts: str) -> str:
    path = tmp_path / "records.txt"
    path.write_text("\n".join(texts), encoding="utf-8")
    return str(path)


WON = write(record_of(after_vector("cruel", 3, 72), deal=1, player="ana"))
LOST = write(record_of(after_vector("clock", 0, 42), deal=1, player="boris"))


def test_verify_counts_the_records_that_hold(tmp_path: Path) -> None:
    path = records(tmp_path, WON, LOST)
    done = run("verify", path)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{path}: 2 of 2 records hold\n", "")


def test_verify_tells_what_is_wrong_and_reads_on(tmp_path: Path) -> None:
    path = records(tmp_path, WON.replace('"24"', '"23"'), LOST)
    done = run("verify", path)
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        f"{path}: line 10, column 9: The header Score says 23, but these moves make it 24.",
        f"{path}: 1 of 2 records hold",
    ]


def test_verify_ends_a_file_that_cannot_be_read_further_and_takes_the_next(tmp_path: Path) -> None:
    broken, sound = tmp_path / "broken", tmp_path / "sound"
    broken.write_text("nonsense\n" + WON, encoding="utf-8")
    sound.write_text(LOST, encoding="utf-8")
    done = run("verify", str(broken), str(tmp_path / "none"), str(sound))
    assert done.returncode == 1
    assert f"{broken}: line 1, column 1: A header" in done.stdout
    assert f"{tmp_path / 'none'}: " in done.stdout
    assert f"{sound}: 1 of 1 records hold" in done.stdout


def test_verify_reads_the_standard_input_and_wants_a_record() -> None:
    assert run_process("verify", "-", given=WON).returncode == 0
    assert run_process("verify", "-").returncode == 1


def test_verify_reads_files_of_other_systems(tmp_path: Path) -> None:
    path = tmp_path / "records"
    path.write_bytes(b"\xef\xbb\xbf" + (WON + LOST).replace("\n", "\r\n").encode())
    assert run("verify", str(path)).stdout == f"{path}: 2 of 2 records hold\n"


def test_verify_draws_its_progress_on_a_terminal(tmp_path: Path) -> None:
    out, bar = io.StringIO(), io.StringIO()
    assert verify_files([records(tmp_path, WON, LOST)], out, bar)
    assert "[###############               ]  50%" in bar.getvalue()
    assert "100%" in bar.getvalue()
    assert "\r" not in out.getvalue()


def keyed(history: History, keys: str, colour: bool = False) -> str:
    """Play these keys and return the last screen."""
    waiting = iter(keys)
    out = io.StringIO()
    play(history, lambda: next(waiting, ""), out, colour)
    return out.getvalue().strip("\n").split("\n\n")[-1]


def test_one_key_plays_one_move() -> None:
    history = new_game("cruel")
    screen = keyed(history, "ra")
    assert history.log == ("r", played("cruel", "r").legal()[0])
    assert "ply 2   score 2   cards home 4   redeals 1" in screen


def test_keys_draw_redeal_and_take_back() -> None:
    history = new_game("alternations")
    keyed(history, "ddu")
    assert history.log == ("d", "d", "u")


def test_a_key_without_a_move_is_told_and_changes_nothing() -> None:
    history = new_game("cruel-when-stuck")
    assert "The key “Z” has no move." in keyed(history, "Z")
    assert "Pile" not in keyed(history, "x")
    assert "A redeal is allowed only when no card can move" in keyed(history, "r")
    assert "There is no move to take back." in keyed(history, "u")
    assert history.log == ()


def test_more_moves_than_keys_are_shown_on_pages() -> None:
    history = after_vector("alternations", 3, 225)
    legal = [move for move in history.legal() if move != "d"]
    assert len(legal) > len(LABELS)
    assert "space: more moves" in keyed(history, "")
    keyed(history, " a")
    assert history.log[-1] == legal[len(LABELS)]


def test_no_key_has_two_meanings() -> None:
    assert len(set(LABELS)) == len(LABELS)
    assert not set(LABELS) & {*OWN_KEYS, "x", " "}


def test_clock_is_played_by_ranks_and_knows_slips() -> None:
    history = new_game("clock")
    assert "A slip" in keyed(history, "7")
    assert "A slip" not in keyed(history, "t7")
    assert history.log == ("7?", "10", "7")


def test_a_game_ends_with_its_result() -> None:
    history = after_vector("clock", 3, 51)
    last = history.legal()[0]
    assert keyed(history, "a23456789tjqk"[int(last) - 1] + "k").endswith("Won.")
    lost = after_vector("clock", 0, 42)
    assert keyed(lost, "").endswith("Lost.")


def test_a_blocked_table_says_so_while_it_may_be_taken_back() -> None:
    moves = vectors("cruel-when-stuck")["games"][2]["moves"]
    assert "Blocked." in keyed(played("cruel-when-stuck", " ".join(moves), 3), "")


def test_red_cards_are_red_on_a_terminal() -> None:
    assert "\x1b[31m6H\x1b[0m" in keyed(new_game("cruel"), "", colour=True)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX terminal")
def test_on_a_terminal_a_key_needs_no_return() -> None:
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "engine", "play", "cruel", "1"]
    with subprocess.Popen(command, cwd=ROOT, stdin=theirs, stdout=subprocess.PIPE, text=True) as playing:
        assert playing.stdout is not None
        for key, ply in (("r", 0), ("u", 1), ("x", 2)):
            for line in playing.stdout:
                if line.startswith(f"ply {ply} "):
                    break
            os.write(ours, key.encode())
        playing.stdout.read()
        assert playing.wait(timeout=300) == 0
    os.close(ours)
    os.close(theirs)


def test_an_attempt_is_saved_as_a_record_that_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games"
    for player in ("ana", "boris"):
        monkeypatch.setattr("sys.stdin", io.StringIO("rr"))
        assert main(["play", "cruel", "1", "--player", player, "--save", str(path)]) == 0
    assert main(["verify", str(path)]) == 0
    assert "2 of 2 records hold" in capsys.readouterr().out


def test_a_file_that_cannot_be_written_is_told_before_the_game(tmp_path: Path) -> None:
    done = run("play", "cruel", "1", "--save", str(tmp_path / "none" / "games"), given="rx")
    assert (done.returncode, done.stdout) == (2, "")
    assert "No such file" in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_an_output_that_takes_nothing_is_told_in_a_line() -> None:
    command = f"{sys.executable} -m engine rulesets > /dev/full"
    done = subprocess.run(
        ["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, timeout=300, check=False
    )
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "No space left" in done.stderr


@pytest.mark.parametrize(
    ("command", "code", "lines"),
    [
        ("trace cruel 1 <&-", 0, 1),
        ("play cruel 1 <&- | tail -1", 0, 1),
        ("deal cruel 1 >&-", 0, 0),
        ("deal cruel 0 2>&-", 2, 0),
    ],
)
def test_a_stream_that_was_closed_is_an_empty_one(command: str, code: int, lines: int) -> None:
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", f"{sys.executable} -m engine {command}"],
        cwd=ROOT, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout.count("\n"), done.stderr) == (code, lines, "")


def test_whoever_interrupts_gets_no_traceback() -> None:
    with patch("engine.__main__.verify_files", side_effect=KeyboardInterrupt):
        done = run("verify", "games")
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_a_name_of_two_lines_is_refused_before_the_game() -> None:
    done = run("play", "cruel", "1", "--player", "ana\nboris")
    assert (done.returncode, done.stdout) == (2, "")


def test_a_reader_who_has_seen_enough_is_no_error() -> None:
    command = f"{sys.executable} -m engine perft cruel 1 3 | head -1"
    done = subprocess.run(
        ["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, timeout=300, check=True
    )
    assert (done.stdout, done.stderr) == ("1\n", "")
