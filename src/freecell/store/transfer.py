"""All that is kept of a player's games as one file of JSON Lines, out and in. `docs/store.md` describes it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, insert, select

from freecell.deals import check_number
from freecell.errors import BadInput, FreeCellError
from freecell.game import Status
from freecell.notation import read_game, write_game
from freecell.store import games
from freecell.store.models import UID_LENGTH, ActionRow, GameRow, ResetRow
from freecell.store.players import Player
from freecell.store.record import DEMO, LAST_MOMENT, LEAVE, MOST_STEPS, Record, Start, Step, replay, words_of
from freecell.store.writer import Outcome

FORMAT: Final = 1
MOST_GAMES: Final = 1_000_000
MOST_LETTERS: Final = 2_000_000
"""The longest line: a game of the most actions that a game can have."""
_MOST_REFUSED: Final = 100
_TOGETHER: Final = 500
_TEXT_LETTERS: Final = 10_000
"""The longest layout or rules."""


def export(connection: Connection, player: Player) -> Iterator[str]:
    """Write a player's games and resets, a line each without its end, the oldest game first."""
    yield json.dumps({"freecell": "games", "format": FORMAT})
    columns = (GameRow.id, GameRow.uid, GameRow.parent, GameRow.begun, GameRow.deal, GameRow.layout, GameRow.rules)
    asked = select(*columns).where(GameRow.player_id == player.id).order_by(GameRow.begun, GameRow.id)
    for some in connection.execute(asked).partitions(_TOGETHER):
        actions = _actions(connection, [row.id for row in some])
        for row in some:
            yield _line(row, actions.get(row.id, []))
    for at in connection.scalars(select(ResetRow.at).where(ResetRow.player_id == player.id).order_by(ResetRow.id)):
        yield json.dumps({"reset": at})


def _actions(connection: Connection, of_games: list[int]) -> dict[int, list[tuple[str, int, int]]]:
    found: dict[int, list[tuple[str, int, int]]] = {}
    asked = select(ActionRow.game_id, ActionRow.word, ActionRow.at, ActionRow.clock).where(ActionRow.game_id.in_(of_games))
    for game, word, at, clock in connection.execute(asked.order_by(ActionRow.game_id, ActionRow.number)):
        found.setdefault(game, []).append((word, at, clock))
    return found


def _line(row: Any, actions: list[tuple[str, int, int]]) -> str:
    origin = {"layout": row.layout} if row.deal is None else {"deal": row.deal}
    parent = {} if row.parent is None else {"parent": row.parent}
    told = {"game": row.uid, **parent, "begun": row.begun, **origin, "rules": row.rules, "actions": actions}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


class Refused(NamedTuple):
    """A line that was not taken, and why."""

    line: int
    problem: str


@dataclass
class Imported:
    """What came of a file."""

    new: int = 0
    continued: int = 0
    """Games that were there, and of which the file knew more."""
    known: int = 0
    """Games that were there already, as far as the file knew them."""
    refused: list[Refused] = field(default_factory=list)
    """The first lines that could not be taken; all others were."""
    refused_count: int = 0

    def refuse(self, line: int, error: FreeCellError) -> None:
        """Note a line that is not taken."""
        self.refused_count += 1
        if len(self.refused) < _MOST_REFUSED:
            self.refused.append(Refused(line, str(error)))


class Item(NamedTuple):
    """A line that was read: a game replayed by the engine with all its actions, or a reset."""

    line: int
    record: Record | None
    steps: list[Step]
    reset: int | None = None


def read_lines(lines: Iterable[str], told: Imported) -> Iterator[list[Item]]:
    """Read and replay a file, and give what can be taken in portions; what cannot is noted. Raises `BadInput` if it is no such file."""
    some: list[Item] = []
    for number, line in enumerate(lines, start=1):
        if number == 1:
            _check_heading(line)
            continue
        if not line.strip():
            continue
        try:
            if number > MOST_GAMES + 1:
                raise BadInput("bad-export", problem={"code": "too-many-lines", "values": {"most": MOST_GAMES}})
            some.append(_read(number, line))
        except FreeCellError as error:
            told.refuse(number, error)
            if number > MOST_GAMES + 1:
                break
        if len(some) >= _TOGETHER:
            yield some
            some = []
    yield some


def read_text(text: str, moment: int) -> Item:
    """Read a game, a layout or a position from its text, and replay it; its actions are all of this moment.

    What has been won already is a demonstration: nobody knows who found these moves. Raises `BadInput` or `IllegalReplay`.
    """
    game = read_game(text)
    words = words_of(game)
    if game.status is Status.WON:
        words.insert(0, DEMO)
    uid = hashlib.sha256(write_game(game).encode()).hexdigest()[:UID_LENGTH]  # the same text is the same game
    record = Record(Start.of(game).game(), begun=moment, uid=uid)
    return Item(1, record, [record.play(word, moment, 0) for word in words or [LEAVE]])


def is_export(text: str) -> bool:
    """Whether a text begins as an export does.

    >>> is_export('{"freecell": "games", "format": 1}'), is_export("Deal: 164")
    (True, False)
    """
    return text.lstrip("\ufeff \r\n").startswith("{")


def _check_heading(line: str) -> None:
    heading = _json(line)
    if heading.get("freecell") != "games":
        raise BadInput("bad-export", problem='its first line should be {"freecell": "games", "format": 1}')
    if heading.get("format") != FORMAT:
        raise BadInput("bad-export", problem="a newer program has written it")


def _json(line: str) -> dict[str, Any]:
    if len(line) > MOST_LETTERS:
        raise BadInput("bad-export", problem={"code": "line-too-long", "values": {"most": MOST_LETTERS}})
    try:
        value = json.loads(line.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise BadInput("bad-export", problem="a line is no JSON object")
    return value


def _read(number: int, line: str) -> Item:
    told = _json(line)
    if "reset" in told:
        return Item(number, None, [], _moment(told["reset"]))
    uid, parent = _uid(told.get("game")), told.get("parent")
    deal, layout = told.get("deal"), told.get("layout")
    if (deal is None) == (layout is None):
        raise BadInput("bad-export", problem="a game has either a deal or a layout")
    start = Start(None if deal is None else check_number(deal), None if layout is None else _text(layout), _text(told.get("rules")))
    steps = _steps(told.get("actions"))
    game = Start.of(start.game()).game()  # as this program writes it: nothing else can be hidden in the texts
    record = Record(game, begun=_moment(told.get("begun")), uid=uid, parent=None if parent is None else _uid(parent))
    return Item(number, replay(record, steps), steps)


def _uid(value: object) -> str:
    if not isinstance(value, str) or len(value) != UID_LENGTH or not set(value) <= set("0123456789abcdef"):
        raise BadInput("bad-export", problem={"code": "bad-name", "values": {"count": UID_LENGTH}})
    return value


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > _TEXT_LETTERS or "\0" in value:
        raise BadInput("bad-export", problem="a layout and rules are text of bounded length")
    return value


def _moment(value: object) -> int:
    if type(value) is not int or not 0 <= value <= LAST_MOMENT:
        raise BadInput("bad-export", problem="a moment is a whole number of milliseconds")
    return value


def _steps(value: object) -> list[Step]:
    if not isinstance(value, list) or not 0 < len(value) <= MOST_STEPS:
        raise BadInput("bad-export", problem={"code": "too-many-actions", "values": {"most": MOST_STEPS}})
    steps = []
    for each in value:
        if not isinstance(each, list) or len(each) != 3 or not isinstance(each[0], str):
            raise BadInput("bad-export", problem="an action is its word, its moment and the game's clock")
        steps.append(Step(each[0].strip(), _moment(each[1]), _moment(each[2])))
    return steps


def take(connection: Connection, player: Player, some: list[Item]) -> list[str]:
    """Put games and resets that were read into the database, where they are not there yet; return what came of each.

    A game of which the file knows more goes on from where it stood. One that went on differently here and there is kept as two games: the
    second one's name follows from the first's and from where they part, so that the same file never brings it twice.
    """
    return [_take(connection, player, item) for item in some]


def _take(connection: Connection, player: Player, item: Item) -> str:
    if item.record is None:
        return _take_reset(connection, player, item.reset)
    return _take_game(connection, player, item.record, item.steps)


def _take_reset(connection: Connection, player: Player, at: int | None) -> str:
    if connection.scalar(select(ResetRow.id).where(ResetRow.player_id == player.id, ResetRow.at == at)) is None:
        connection.execute(insert(ResetRow).values(player_id=player.id, at=at))
    return ""


def _take_game(connection: Connection, player: Player, record: Record, steps: list[Step]) -> str:
    while (found := games.find(connection, player, record.uid)) is not None:
        there = games.steps_of(connection, found)
        shared = min(len(there), len(steps))
        part = next((at for at in range(shared) if there[at] != steps[at]), None)
        if part is None and not _same_start(connection, found, record):
            part = 0
        if part is not None:
            record.uid = _second_name(record.uid, part, steps[part])
            continue
        if len(steps) <= len(there):
            return "known"
        record.id, record.player = found, player
        if games.writing(record, steps[len(there) :], player)(connection) is Outcome.SAVED:
            return "continued"
    record.player = None
    games.writing(record, steps, player)(connection)
    return "new"


def _same_start(connection: Connection, game: int, record: Record) -> bool:
    row = connection.execute(select(GameRow.deal, GameRow.layout, GameRow.rules).where(GameRow.id == game)).one()
    return Start(*row) == record.start


def _second_name(uid: str, part: int, step: Step) -> str:
    return hashlib.sha256(json.dumps([uid, part, step]).encode()).hexdigest()[:UID_LENGTH]
