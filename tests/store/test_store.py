"""The store as faces use it: what is told it is on disk, and read back as it was."""

from pathlib import Path

from freecell import Game, deal
from freecell.store import Outcome, Record, Store, now


def test_a_game_is_read_back_with_its_whole_undo_history(tmp_path: Path) -> None:
    with Store(str(tmp_path / "games.db")) as store:
        player = store.local_player()
        record = Record(Game(deal(164), deal=164), begun=now())
        for second, word in enumerate(["17", "1a", "undo", "autoplay=off", "undo", "redo"]):
            assert store.append(player, record, [record.play(word, now(), 1000 * second)]).answer.result(10) is Outcome.SAVED
    with Store(str(tmp_path / "games.db")) as store:
        found = store.load(player, record.uid)
        assert found is not None
        assert found.summary() == record.summary()
        assert (found.game.text, found.game.undoable, found.game.redoable) == (record.game.text, record.game.undoable, record.game.redoable)
