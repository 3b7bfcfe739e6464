"""The engine's command line: `python -m engine COMMAND …`, for people and for scripts."""

import argparse
import io
import math
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from engine.cards import card_text
from engine.cli.draw import draw
from engine.cli.play import play
from engine.cli.solve import solve_deals
from engine.cli.trace import perft, trace
from engine.cli.verify import verify_files
from engine.errors import EngineError
from engine.game import TAKE_BACKS, History
from engine.record import record_of, write
from engine.record.headers import VALUES
from engine.rulesets import RULESETS, find_ruleset
from engine.shuffle import LARGEST_DEAL_NUMBER, pack_of_seed, seed_of_number


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0, 1 for a record that does not hold, 2 for a wrong call.

    A file or stream that fails is a wrong call too; 130, as shells have it, is for whoever was interrupted.
    """
    _open_what_was_closed()
    _take_any_text()
    options = _parser().parse_args(arguments)
    command: Callable[[argparse.Namespace], int] = options.command
    try:
        code = command(options)
        sys.stdout.flush()  # What cannot be written is found out here, and not when Python ends.
    except BrokenPipeError:
        # Whoever read has seen enough. Python would complain once more when it closes the stream.
        sys.stderr.close()
        return 0
    except (EngineError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return code


def _open_what_was_closed() -> None:
    """Give a command that was started with a stream closed one that is empty, or that nobody reads."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, io.StringIO())


def _take_any_text() -> None:
    """Let no byte that was read, and no letter that the terminal lacks, end a command: it is refused, or escaped."""
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m engine", description="Deals, plays and verifies patience."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def add(name: str, command: Callable[[argparse.Namespace], int], summary: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=summary, description=summary)
        added.set_defaults(command=command)
        return added

    def add_deal(to: argparse.ArgumentParser) -> None:
        to.add_argument("ruleset", metavar="RULESET", help="a key that `rulesets` lists")
        to.add_argument("number", metavar="NUMBER", type=_number, help="the deal's number, from 1")

    add("rulesets", _rulesets, "List the rulesets.")
    add_deal(add("deal", _deal, "Show a deal as a player sees it."))
    playing = add("play", _play, "Play a deal in the terminal, one key a move.")
    add_deal(playing)
    playing.add_argument("--take-back", choices=TAKE_BACKS, default="counted")
    playing.add_argument("--player", type=_player, help="the name in the record")
    playing.add_argument(
        "--save", metavar="FILE", type=Path, help="append the record of the attempt to this file"
    )
    add("verify", _verify, "Play the records in files again and say whether they hold.").add_argument(
        "files", metavar="FILE", nargs="+", help="a file of records, - for the standard input"
    )
    packing = add("pack", _pack, "Print a shuffled pack, cards separated by spaces.")
    packing.add_argument("number", metavar="NUMBER", type=_number)
    packing.add_argument("--decks", type=int, choices=(1, 2), default=1)
    tracing = add("trace", _trace, "Read moves and print a JSON line for each position. Shows hidden cards.")
    add_deal(tracing)
    tracing.add_argument("--take-back", choices=TAKE_BACKS, default="counted")
    counting = add(
        "perft", _perft, "Print how many ways there are to play 0, 1, … DEPTH moves, one number a line."
    )
    add_deal(counting)
    counting.add_argument("depth", metavar="DEPTH", type=_whole(0))
    solving = add("solve", _solve, "Say which deals can be won, and how, with all their cards known.")
    solving.add_argument("ruleset", metavar="RULESET", help="a key that `rulesets` lists")
    solving.add_argument("numbers", metavar="DEAL", type=_number, nargs="+", help="a deal's number, from 1")
    solving.add_argument("--seconds", type=_seconds, help="for each deal; 10 when nothing limits it")
    solving.add_argument(
        "--nodes", type=_whole(1), help="positions for each deal: the same answer on any machine"
    )
    solving.add_argument(
        "--shortest", action="store_true", help="look for the lowest score, and prove a bound"
    )
    solving.add_argument("--json", action="store_true", help="print a JSON object a line")
    return parser


def _whole(least: int) -> Callable[[str], int]:
    def whole(text: str) -> int:
        number = _number(text)
        if number < least:
            raise argparse.ArgumentTypeError(f"{number} is less than {least}")
        return number

    return whole


def _number(text: str) -> int:
    """Read decimal digits. What else `int` would take, such as `1_0` and digits of other scripts, is no number here."""
    if not re.fullmatch("-?[0-9]+", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number")
    digits = text.lstrip("-0")[: len(str(LARGEST_DEAL_NUMBER)) + 1]  # `int` refuses thousands of them
    return int(digits or "0") * (-1 if text.startswith("-") else 1)


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0 < seconds < math.inf:  # nor is a NaN
        raise argparse.ArgumentTypeError(f"{text} is no time to search for")
    return seconds


def _player(name: str) -> str:
    if not VALUES["Player"](name):
        raise argparse.ArgumentTypeError("a name is one line, without spaces around it")
    return name


def _rulesets(options: argparse.Namespace) -> int:
    for ruleset in RULESETS.values():
        print(f"{ruleset.key:20} {ruleset.name}")
    return 0


def _deal(options: argparse.Namespace) -> int:
    ruleset = find_ruleset(options.ruleset)
    print(draw(ruleset, ruleset.deal(seed_of_number(options.number)).view(), sys.stdout.isatty()))
    return 0


def _play(options: argparse.Namespace) -> int:
    history = _history(options)
    with ExitStack() as opened:
        # Opened before the game: to learn after it that it cannot be saved would be too late.
        file = opened.enter_context(options.save.open("a", encoding="utf-8")) if options.save else None
        with _single_keys():
            play(history, _read_key, sys.stdout, sys.stdout.isatty())
        if file:
            file.write(write(record_of(history, deal=options.number, player=options.player)) + "\n")
    return 0


def _verify(options: argparse.Namespace) -> int:
    return 0 if verify_files(options.files, sys.stdout, sys.stderr if sys.stderr.isatty() else None) else 1


def _pack(options: argparse.Namespace) -> int:
    print(*map(card_text, pack_of_seed(seed_of_number(options.number), options.decks)))
    return 0


def _trace(options: argparse.Namespace) -> int:
    trace(_history(options), sys.stdin, sys.stdout)
    return 0


def _perft(options: argparse.Namespace) -> int:
    ruleset = find_ruleset(options.ruleset)
    table = ruleset.deal(seed_of_number(options.number))
    for depth in range(options.depth + 1):
        print(perft(ruleset, table, depth), flush=True)
    return 0


def _solve(options: argparse.Namespace) -> int:
    solve_deals(
        find_ruleset(options.ruleset),
        options.numbers,
        sys.stdout,
        sys.stderr if sys.stderr.isatty() else None,
        seconds=10.0 if options.seconds is None and options.nodes is None else options.seconds,
        nodes=options.nodes,
        shortest=options.shortest,
        as_json=options.json,
    )
    return 0


def _history(options: argparse.Namespace) -> History:
    return History(find_ruleset(options.ruleset), seed_of_number(options.number), options.take_back)


def _read_key() -> str:
    try:
        return sys.stdin.read(1)
    except KeyboardInterrupt:
        return "\x03"


@contextmanager
def _single_keys() -> Iterator[None]:
    """Let a terminal give every key at once, without waiting for the return key and without showing it."""
    if not sys.stdin.isatty():
        yield
        return
    # Only a POSIX terminal has these; elsewhere the rest of the command line must still work.
    import termios
    import tty

    settings = termios.tcgetattr(sys.stdin)
    try:
        tty.setcbreak(sys.stdin, termios.TCSANOW)
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, settings)


if __name__ == "__main__":
    sys.exit(main())
