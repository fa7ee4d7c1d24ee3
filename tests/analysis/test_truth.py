"""The truth about positions: held against brute force, against replay, and against thousands of random continuations."""

from __future__ import annotations

import pickle
from itertools import islice

import pytest
from played import EVERY_PROFILE, continuations, random_game
from reference import decide
from searches import EVERY_RULES, TWINS, seeded, small_table

from freecell import Action, Autoplay, BadInput, Game, Move, Place, Position, Rules, deal
from freecell.analysis import LOST, UNKNOWN, WON, Status, Truth, find_truth, play_line, rules_of

PROFILES = pytest.mark.parametrize("rules", [rules for _, rules in EVERY_PROFILE], ids=[name for name, _ in EVERY_PROFILE])
END = Position(["KS", "KH"], ["KD", None, None, None], (13, 12, 12, 12))


@pytest.fixture(params=TWINS)
def each_twin(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FREECELL_SOLVER", request.param)


# Right answers


@pytest.mark.usefixtures("each_twin")
def test_small_positions_agree_with_brute_force() -> None:
    told = {Status.WINNABLE: 0, Status.UNWINNABLE: 0}
    for random in seeded(120, 71):
        table = small_table(random, random.choice(EVERY_RULES))
        expected = decide(table.position, table.rules, 1000)
        if expected is None:
            continue
        truth = find_truth(table.position, table.rules)
        assert truth.status is (Status.WINNABLE if expected else Status.UNWINNABLE)
        told[truth.status] += 1
        if expected:
            game = play_line(table.position, table.rules, truth.line)
            assert game.position.won
            assert game.moves == truth.moves_left
        else:
            assert (truth.line, truth.moves_left) == ((), None)
    assert min(told.values()) > 20


def test_what_is_told_under_returns_within_any_limit_agrees_with_brute_force() -> None:
    told = {Status.WINNABLE: 0, Status.UNWINNABLE: 0, Status.UNKNOWN: 0}
    for random in seeded(120, 73):
        rules = random.choice(EVERY_RULES).change({"foundation_return": True, "autoplay": random.choice(["off", "max"])})
        table = small_table(random, rules)
        expected = decide(table.position, table.rules, 300)
        most, short = random.choice([None, 20, 200]), random.choice([None, 100])
        truth = find_truth(table.position, table.rules, max_states=most, short_states=short)
        told[truth.status] += expected is not None
        if truth.status is Status.UNKNOWN:
            assert (most is not None, truth.limit) == (True, "states")
            continue
        assert expected in (None, truth.status is Status.WINNABLE)
        if truth.status is Status.WINNABLE:
            game = play_line(table.position, table.rules, truth.line)
            assert (game.position.won, game.moves) == (True, truth.moves_left)
    assert min(told[Status.WINNABLE], told[Status.UNWINNABLE]) > 4


@pytest.mark.parametrize("most", [0, 10, 50, 100, 200, 300, None])
@pytest.mark.parametrize("autoplay", Autoplay)
def test_what_only_returns_win_is_not_called_lost(most: int | None, autoplay: Autoplay) -> None:
    """A proof without returns is none with them."""
    position = Position(["KC QS JC", "QC KH TS JS", "KS KD"], [], (10, 12, 12, 9))
    rules = Rules(cells=0, foundation_return=True, autoplay=autoplay)
    assert find_truth(position, rules.change({"foundation_return": False})).status is Status.UNWINNABLE
    expected = Status.WINNABLE if decide(position, rules, 5000) else Status.UNWINNABLE
    truth = find_truth(position, rules, max_states=most, short_states=100)
    if truth.status is Status.UNKNOWN:
        assert (most is not None, truth.limit) == (True, "states")
        return
    assert truth.status is expected
    assert (play_line(position, rules, truth.line).moves == truth.moves_left) is (expected is Status.WINNABLE)


@PROFILES
@pytest.mark.parametrize("number", [1941, 617])
def test_a_hard_deal_has_a_line_that_a_person_could_play(rules: Rules, number: int) -> None:
    """The complete search under returns comes to one of hundreds of thousands of moves."""
    truth = find_truth(deal(number, rules.cells), rules, max_states=600_000)
    if rules.cells == 4:
        assert truth.status is Status.WINNABLE
        assert truth.moves_left is not None
        assert truth.moves_left < 250


@PROFILES
def test_along_real_games_what_is_winnable_wins_by_replay_and_what_is_lost_never_wins(rules: Rules) -> None:
    lost = 0
    for number in range(1, 7):
        game = random_game(number, rules)
        for index in range(0, len(game.actions), 7):
            truth = find_truth(game.actions[index].before, rules, max_states=300_000)
            if truth.status is Status.WINNABLE:
                won = play_line(game.actions[index].before, rules, truth.line)
                assert (won.position.won, won.moves) == (True, truth.moves_left)
            elif truth.status is Status.UNWINNABLE:
                at = Game(game.actions[index].before, rules)
                assert not any(each.position.won for each in continuations(at, 20, 40, number))
                lost += 20
    assert lost >= 100


def test_lost_positions_close_to_the_end_never_win_by_thousands_of_random_continuations() -> None:
    """With few cards left random play often wins what can be won, so that this could fail."""
    won = tried = 0
    for random in seeded(120, 72):
        table = small_table(random, random.choice(EVERY_RULES))
        truth = find_truth(table.position, table.rules)
        games = list(continuations(Game(table.position, table.rules), 40, 30, 1))
        if truth.status is Status.UNWINNABLE:
            assert not any(game.position.won for game in games)
            tried += len(games)
        else:
            won += any(game.position.won for game in games)
    assert tried >= 1000
    assert won > 15


# What a truth says after an action


@PROFILES
def test_the_line_is_followed_to_the_win_without_another_search(rules: Rules) -> None:
    for number in (1, 164, 11):
        game = Game(deal(number, rules.cells), rules)
        truth: Truth | None = find_truth(game, max_states=300_000)
        assert truth is not None
        if truth.status is not Status.WINNABLE:
            continue
        while not game.position.won:
            assert truth is not None
            left = truth.moves_left
            action = game.play(truth.line[0])
            truth = truth.after(action)
            assert truth is not None
            assert left is not None
            assert truth.moves_left == left - action.moves
        assert truth == WON


@PROFILES
def test_the_line_goes_on_into_whichever_empty_place(rules: Rules) -> None:
    taken = 0
    for number in range(1, 6):
        game = Game(deal(number, rules.cells), rules)
        truth: Truth | None = find_truth(game, max_states=300_000)
        while truth is not None and truth.line:
            action = game.play(elsewhere(game.position, truth.line[0]))
            taken += action.move != truth.line[0]
            truth = truth.after(action)
            assert truth is not None
            assert play_line(game.position, rules, truth.line).moves == truth.moves_left
    assert taken > 0 or rules.cells == 1


def elsewhere(position: Position, move: Move) -> Move:
    """The same move into the last of the empty places of its kind."""
    if move.target.kind == "foundation" or position.cards_at(move.target):
        return move
    names = "abcd" if move.target.kind == "cell" else "12345678"
    places = [Place(name) for name in names if position.has(Place(name)) and not position.cards_at(Place(name))]
    return move._replace(target=places[-1])


def test_another_move_has_to_be_asked_anew() -> None:
    game = Game(deal(164))
    truth = find_truth(game)
    others = [Move(Place(name), Place("a")) for name in "12345678"]
    action = game.play(next(move for move in others if move.source != truth.line[0].source))
    assert truth.after(action) is None
    assert UNKNOWN.after(action) is None


def actions_of(text: str, rules: Rules | None = None) -> tuple[Action, ...]:
    game = Game(END, rules)
    for word in text.split():
        game.act(word)
    return game.actions


def test_what_is_lost_stays_lost_but_for_a_change_of_the_rules() -> None:
    game = Game(deal(11982))
    for word in ("1a", "2b"):
        assert LOST.after(game.act(word) or actions_of("1h")[0]) == LOST
    assert LOST.after(game.set_autoplay("off")) is None


def test_after_the_win_it_is_won_whatever_was_known() -> None:
    (finish,) = actions_of("finish")
    for truth in (UNKNOWN, WON, find_truth(END)):
        assert truth.after(finish) == WON


# How it is asked


def test_a_game_brings_its_rules_and_its_autoplay() -> None:
    game = Game(deal(164), Rules(autoplay=Autoplay.MAX))
    assert rules_of(game) == game.rules
    game.set_autoplay("off")
    assert rules_of(game) == Rules(autoplay=Autoplay.OFF)
    truth = find_truth(game)
    assert truth.moves_left == len(truth.line)  # nothing goes up by itself


def test_what_is_known_is_not_searched_again() -> None:
    known = find_truth(deal(164))
    assert find_truth(deal(164), known=known) is known
    assert find_truth(deal(164), known=LOST) is LOST
    assert find_truth(deal(164), known=UNKNOWN) == known
    assert find_truth(Position([""], [None] * 4, (13, 13, 13, 13))) is WON


def test_winnable_stays_so_where_the_line_is_not_found_again() -> None:
    truth = find_truth(deal(1941), known=Truth(Status.WINNABLE), max_states=10)
    assert (truth.status, truth.line) == (Status.WINNABLE, ())


@PROFILES
def test_a_short_line_wins_and_is_not_longer(rules: Rules) -> None:
    for number in (2, 5):
        first = find_truth(deal(number, rules.cells), rules, max_states=300_000)
        short = find_truth(deal(number, rules.cells), rules, known=first, short_states=30_000)
        assert short.status is first.status
        if first.status is Status.WINNABLE:
            assert (short.moves_left or 0) <= (first.moves_left or 0)
            won = play_line(deal(number, rules.cells), rules, short.line)
            assert (won.position.won, won.moves) == (True, short.moves_left)


def test_most_short_lines_are_shorter() -> None:
    pairs = [(find_truth(deal(number)), find_truth(deal(number), short_states=30_000)) for number in range(1, 9)]
    assert sum((short.moves_left or 0) < (first.moves_left or 0) for first, short in pairs) > 6


@pytest.mark.usefixtures("each_twin")
@pytest.mark.parametrize(
    ("limits", "named"),
    [
        ({"max_states": 500}, "states"),
        ({"max_seconds": 0}, "seconds"),
        ({"max_memory": 1000}, "memory"),
        ({"cancel": lambda: True}, "cancelled"),
    ],
)
def test_a_limit_is_unknown_and_never_a_loss(limits: dict[str, object], named: str) -> None:
    truth = find_truth(deal(982, 2), Rules(cells=2), **limits)  # type: ignore[arg-type]
    assert (truth.status, truth.limit, truth.line, truth.moves_left) == (Status.UNKNOWN, named, (), None)


def test_progress_is_told_while_it_goes_on() -> None:
    told: list[int] = []
    find_truth(deal(982, 2), Rules(cells=2), max_states=20_000, on_progress=lambda now: told.append(now.states))
    assert told == sorted(told)
    assert len(told) > 5


def test_a_wrong_number_of_cells_is_bad_input() -> None:
    with pytest.raises(BadInput, match="2 in the rules"):
        find_truth(deal(1), Rules(cells=2))


# As values


def test_it_can_be_sent_and_told_in_plain_values() -> None:
    truth = find_truth(deal(164))
    assert pickle.loads(pickle.dumps(truth)) == truth
    told = truth.as_dict()
    assert (told["status"], told["moves_left"], told["limit"]) == ("winnable", truth.moves_left, None)
    assert [Move(Place(source), Place(target), count) for source, target, count in islice(told["line"], 3)] == list(truth.line[:3])
