"""Games played into a store at random, and what they come to when all is counted once more from the actions alone, the slow way."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from layouts import high
from sqlalchemy import select

from freecell import PROFILES, Game, Position, Status, deal, legal_moves, read_game
from freecell.store import Outcome, Player, Record, Store
from freecell.store.address import read_address
from freecell.store.engine import connect
from freecell.store.models import ActionRow, GameRow, ResetRow

MARKS = ("hint", "auto", "demo", "leave")
NEARLY_WON = [high(["KC KD", "KH", "KS QS"]), high(["QH KH", "KC", "QD KD", "KS"]), high(["KS"]), high(["JD QC KD", "KC QD", "KH", "KS"])]
NEARLY_LOST = high(["TC JS", "QH JH", "KC JC", "TS KS", "TD QD", "QC KH", "QS JD", "TH KD"], "")
"""Without cells there are three moves; J♣ onto Q♦ leaves no other."""


def some_game(random: Random) -> Game:
    """A game to begin: a numbered deal or nearly won, under any profile."""
    profile = random.choice(list(PROFILES.values()))
    rules = profile.rules.change({"cells": random.choice(profile.cells)})
    if random.random() < 0.2:
        rules = rules.change({"undo_limit": random.choice([0, 2, "none"])})
    if random.random() < 0.3:
        number = random.randrange(1, 6)
        return Game(deal(number, rules.cells), rules, deal=number, profile=profile)
    if random.random() < 0.1:
        return Game(NEARLY_LOST, PROFILES["one-tap"].rules.change({"cells": 0}))
    near = random.choice(NEARLY_WON)
    return Game(Position(near.cascades, (None,) * rules.cells, near.foundations), rules, profile=profile)


def some_word(random: Random, game: Game) -> str | None:
    """Something that can be done in a game now; None where nothing can."""
    kind = random.random()
    if kind < 0.1:
        return random.choice(MARKS)
    if game.is_over:
        return None
    if kind < 0.25:
        return "undo" if game.undoable else "redo" if game.redoable else None
    if kind < 0.32:
        return "redo" if game.redoable else None
    if kind < 0.35:
        return "restart"
    if game.status is Status.LOST:
        return "undo" if game.undoable else None
    if kind < 0.37:
        return "resign"
    if kind < 0.39:
        return f"autoplay={random.choice(['off', 'safe', 'max'])}"
    if kind < 0.45 and game.can_finish:
        return "finish"
    moves = legal_moves(game.position, game.rules)
    if not moves:
        return None
    up = [move for move in moves if move.target.kind == "foundation"]
    source, target, count = random.choice(up if up and random.random() < 0.7 else moves)
    return f"{source}{target}" + (f"v{count:x}" if count > 1 or target.kind == "cascade" else "")


@dataclass
class Playing:
    """A player at many games, who leaves them, takes them up again, deletes some, and carries them about."""

    store: Store
    player: Player
    random: Random
    moment: int = 1_600_000_000_000
    records: list[Record] = field(default_factory=list)

    def play(self, choices: int) -> None:
        """Do so many things, one after the other."""
        for _ in range(choices):
            self.moment += self.random.choice([1, 1000, 60_000, 86_400_000, 9 * 86_400_000])
            kind = self.random.random()
            if not self.records or kind < 0.12:
                self.records.append(Record(some_game(self.random), begun=self.moment))
            elif kind < 0.8:
                self.act(self.random.choice(self.records))
            else:
                self.random.choice([self.resume, self.interfere, self.delete, self.carry, self.reset, self.go_back])()

    def act(self, record: Record) -> None:
        word = some_word(self.random, record.game)
        if word is None:
            return
        steps = [record.play(word, self.moment, record.time + self.random.randrange(5000))]
        assert self.store.append(self.player, record, steps).done.result(20) is Outcome.SAVED

    def resume(self) -> None:
        """Leave a game, and find it again as it was."""
        at = self.random.randrange(len(self.records))
        left = self.records[at]
        found = self.store.load(self.player, left.uid)
        if left.version == 0:
            assert found is None
            return
        assert found is not None
        assert found.summary() == left.summary()
        assert found.game.position == left.game.position
        assert (found.game.undoable, found.game.redoable, found.game.text) == (left.game.undoable, left.game.redoable, left.game.text)
        self.records[at] = found

    def interfere(self) -> None:
        """Two machines on one game: whoever comes second is told, and nothing of it is written."""
        record = self.random.choice(self.records)
        second = self.store.load(self.player, record.uid)
        if second is None:
            return
        self.act(record)
        if record.version > second.version:
            stale = [second.play("leave", self.moment + 1, 7)]
            assert self.store.append(self.player, second, stale).done.result(20) is Outcome.STALE

    def delete(self) -> None:
        if self.random.random() < 0.3:
            gone = self.records.pop(self.random.randrange(len(self.records)))
            assert self.store.delete(self.player, gone.uid) is (gone.version > 0)

    def carry(self) -> None:
        """Take all games to another player, who plays on in some; and bring everything back, twice."""
        other, _ = self.store.new_player()
        lines = list(self.store.export(self.player))
        assert self.store.import_lines(other, lines).refused == []
        assert list(self.store.export(other)) == lines
        away = Playing(self.store, other, self.random, self.moment)
        for record in self.records[:3]:
            taken = self.store.load(other, record.uid)
            if taken is not None:
                away.act(taken)
        self.moment = away.moment + 1
        back = list(self.store.export(other))
        told = self.store.import_lines(self.player, back)
        assert (told.refused, told.new) == ([], 0)
        assert self.store.import_lines(self.player, back).known == len(back) - 1 - sum('"reset"' in line for line in back)
        self.store.forget(other)
        self.records = [self.store.load(self.player, record.uid) or record for record in self.records]

    def reset(self) -> None:
        if self.random.random() < 0.5:
            self.store.reset_statistics(self.player)
        else:
            self.store.undo_reset(self.player)

    def go_back(self) -> None:
        """Play on from an earlier position: a new game, linked to the old one."""
        old = self.random.choice(self.records)
        new = Record(old.start.game(), begun=self.moment, parent=old.uid)
        self.records.append(new)
        self.act(new)


def rows(store: Store, player: Player) -> Iterator[tuple[Any, list[Any]]]:
    """The games of a player as they are in the database, each with its actions."""
    engine = connect(read_address(str(store.url.render_as_string(hide_password=False))))
    with engine.connect() as connection:
        for game in connection.execute(select(GameRow.__table__).where(GameRow.player_id == player.id).order_by(GameRow.id)).all():
            asked = select(ActionRow.__table__).where(ActionRow.game_id == game.id).order_by(ActionRow.number)
            yield game, list(connection.execute(asked).all())
    engine.dispose()


def counted_again(game: Any, actions: list[Any]) -> dict[str, object]:
    """What a game comes to, from its start and its actions alone."""
    origin = f"Deal: {game.deal}" if game.layout is None else f"Layout:\n{game.layout}"
    playing = read_game(f"{origin}\nRules: {game.rules}")
    history: list[str] = []
    ended = None
    for action in actions:
        word = action.word
        history.append(word)
        if word == "restart":
            rules = playing.rules.change({"autoplay": playing.autoplay})
            playing = Game(playing.start, rules, deal=playing.deal, profile=playing.profile)
        elif word in ("undo", "redo"):
            getattr(playing, word)()
        elif word not in MARKS:
            playing.act(word)
        over = playing.status is not Status.PLAYING
        ended = (action.at if ended is None else ended) if over else None
    result = {"playing": "open"}.get(str(playing.status), str(playing.status))
    if result == "won" and "demo" in history[: len(history)]:
        result = "demonstrated"
    return {
        "version": len(actions),
        "result": result,
        "moves": playing.moves,
        "score": playing.score,
        "time": actions[-1].clock,
        "undos": history.count("undo") + history.count("restart"),
        "hints": history.count("hint") + history.count("auto"),
        "demonstrated": "demo" in history,
        "played": actions[-1].at,
        "ended": ended,
        "profile": playing.profile.name if playing.profile.offers(playing.rules.change({"autoplay": "off"})) else "own",
        "cells": playing.rules.cells,
    }


def check_counts(store: Store, player: Player) -> None:
    """Everything that is told about a player's games is what the actions say."""
    all_games = []
    for game, actions in rows(store, player):
        assert [action.number for action in actions] == list(range(1, len(actions) + 1))
        again = counted_again(game, actions)
        assert {name: getattr(game, name) for name in again} == again
        all_games.append((game, again))
    _check_statistics(store, player, all_games)
    _check_history(store, player, all_games)


def _check_statistics(store: Store, player: Player, all_games: list[tuple[Any, dict[str, Any]]]) -> None:
    since = _last_reset(store, player)
    kinds: dict[tuple[str, int], list[tuple[Any, dict[str, Any]]]] = defaultdict(list)
    for game, again in all_games:
        kinds[again["profile"], again["cells"]].append((game, again))
    told = {(found.profile, found.cells): found for found in store.statistics(player)}
    assert set(told) <= set(kinds)
    for kind, of_kind in kinds.items():
        ended = sorted((again["ended"], game.id) for game, again in of_kind if again["ended"] is not None and again["ended"] > since)
        still_open = sum(again["ended"] is None for _, again in of_kind)
        if kind not in told:
            assert not ended
            assert not still_open
            continue
        by_id = {game.id: (game, again) for game, again in of_kind}
        in_order = [by_id[number] for _, number in ended]
        won = [(game, again) for game, again in in_order if again["result"] == "won"]
        found = told[kind]
        assert found.open == still_open
        assert found.total.games == len(in_order)
        assert found.total.won == len(won)
        for result in ("demonstrated", "lost", "resigned"):
            assert getattr(found.total, result) == sum(again["result"] == result for _, again in in_order)
        assert found.total.won <= found.total.games  # U3
        assert found.total.without_undo == sum(again["undos"] == 0 and game.parent is None for game, again in won)
        assert found.total.without_hints == sum(again["hints"] == 0 and game.parent is None for game, again in won)
        for name in ("moves", "time"):
            values = [again[name] for _, again in won]
            assert getattr(found.total, f"best_{name}") == min(values, default=None)
            assert getattr(found.total, f"average_{name}") == (sum(values) / len(values) if values else None)
        scores = [again["score"] for _, again in in_order if again["score"] is not None]
        assert found.total.best_score == max(scores, default=None)
        assert found.total.average_score == (sum(scores) / len(scores) if scores else None)
        longest = current = 0
        for _, again in in_order:
            current = current + 1 if again["result"] == "won" else 0
            longest = max(longest, current)
        assert (found.streak, found.longest_streak) == (current, longest)
        assert sum(week.games for week in found.weeks) == len(in_order)
        assert sum(week.won for week in found.weeks) == len(won)


def _last_reset(store: Store, player: Player) -> int:
    engine = connect(read_address(str(store.url.render_as_string(hide_password=False))))
    with engine.connect() as connection:
        found = [row.at for row in connection.execute(select(ResetRow.at).where(ResetRow.player_id == player.id))]
    engine.dispose()
    return max(found, default=-1)


def _check_history(store: Store, player: Player, all_games: list[tuple[Any, dict[str, Any]]]) -> None:
    listed, after = [], None
    while True:
        page = store.history(player, after=after, limit=3)
        listed += page.games
        after = page.after
        if after is None:
            break
    newest_first = sorted(all_games, key=lambda pair: (pair[0].begun, pair[0].id), reverse=True)
    assert [found.uid for found in listed] == [game.uid for game, _ in newest_first]
    assert [(str(found.result), found.moves) for found in listed] == [(again["result"], again["moves"]) for _, again in newest_first]
    assert store.count(player) == len(all_games)
