"""The tables: made by themselves, migrated up and down with data in them, and left alone where a newer program made them."""

from __future__ import annotations

import importlib.util
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from alembic.autogenerate import compare_metadata
from alembic.command import downgrade, upgrade
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from plays import Playing, check_counts
from sqlalchemy import Connection, MetaData, select, text

from freecell import FreeCellError
from freecell.store import Store, address, players, schema
from freecell.store.address import read_address
from freecell.store.backup import back_up
from freecell.store.engine import connect
from freecell.store.models import Base

NEXT = """
import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "{before}"


def upgrade() -> None:
    op.create_table("notes", sa.Column("id", sa.Integer(), primary_key=True))
    with op.batch_alter_table("games") as games:
        games.add_column(sa.Column("stars", sa.Integer(), nullable=False, server_default="3"))
    op.execute("UPDATE games SET stars = 5 WHERE result = 'won'")
    {then}


def downgrade() -> None:
    with op.batch_alter_table("games") as games:
        games.drop_column("stars")
    op.drop_table("notes")
"""


def newer(tmp_path: Path, then: str = "") -> str:
    """The migrations as a program of the future has them: one more."""
    spec = importlib.util.find_spec("freecell.store.migrations")
    assert spec is not None
    assert spec.origin is not None
    folder = tmp_path / "migrations"
    shutil.copytree(Path(spec.origin).parent, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "versions" / "r9999_next.py").write_text(NEXT.format(before=schema.REVISION, then=then))
    return str(folder)


def played(where: str) -> list[str]:
    """A database with games in it; returns its export."""
    with Store(where) as store:
        player = store.local_player()
        Playing(store, player, Random(3)).play(150)
        return list(store.export(player))


def everything(connection: Connection) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table."""
    found = MetaData()
    found.reflect(connection)
    return {table.name: sorted(map(tuple, connection.execute(select(table))), key=repr) for table in found.sorted_tables}


def contents(where: str) -> dict[str, list[tuple[object, ...]]]:
    engine = connect(read_address(where))
    with engine.begin() as connection:
        found = everything(connection)
    engine.dispose()
    return found


def test_the_newest_migration_is_the_one_that_the_program_expects() -> None:
    assert ScriptDirectory.from_config(schema.config()).get_heads() == [schema.REVISION]


def test_migrations_end_at_the_tables_of_the_models(address: str) -> None:
    Store(address).close()
    engine = connect(read_address(address))
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []
    engine.dispose()


def test_every_migration_goes_up_and_down_with_data(address: str) -> None:
    played(address)
    before = contents(address)
    assert len(before["actions"]) > 50
    revisions = [script.revision for script in ScriptDirectory.from_config(schema.config()).walk_revisions()]
    engine = connect(read_address(address), migrates=True)
    for revision in revisions[1:]:
        with engine.begin() as connection:
            downgrade(schema.config(connection), revision)
        with engine.begin() as connection:
            upgrade(schema.config(connection), schema.REVISION)
        assert contents(address) == before
    with engine.begin() as connection:
        downgrade(schema.config(connection), "base")
        assert set(everything(connection)) <= {"alembic_version"}
    engine.dispose()
    played(address)


def test_a_backup_is_made_before_a_migration(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    lines = played(address)
    before = contents(address)
    migrations = newer(tmp_path)
    schema.prepare(read_address(address), migrations, "9999")
    after = contents(address)
    assert after["alembic_version"] == [("9999",)]
    assert after["actions"] == before["actions"]
    assert [row[:-1] for row in after["games"]] == before["games"]
    assert {row[-1] for row in after["games"]} == {3, 5}
    (file,) = [path for path in tmp_path.rglob("*.db") if path.parent.name == "backups"]
    assert contents(str(file)) == before
    with Store(str(file)) as store:  # the program that was there before reads it
        assert list(store.export(store.local_player())) == lines
    with pytest.raises(FreeCellError, match="made by a newer FreeCell"):
        Store(address)
    engine = connect(read_address(address), migrates=True)
    with engine.begin() as connection:
        downgrade(schema.config(connection, migrations), schema.REVISION)
    engine.dispose()
    assert contents(address) == before
    with Store(address) as store:
        Playing(store, store.local_player(), Random(4), 2_000_000_000_000).play(20)
        check_counts(store, store.local_player())


def test_a_migration_that_fails_changes_nothing(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    played(address)
    before = contents(address)
    with pytest.raises(FreeCellError, match="cannot be used"):
        schema.prepare(read_address(address), newer(tmp_path, 'op.execute("SELECT * FROM nothing")'), "9999")
    assert contents(address) == before


def test_a_migration_whose_backup_cannot_be_made_does_not_begin(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    played(str(file))
    (tmp_path / "backups").write_text("in the way")
    with pytest.raises(FreeCellError, match="No backup can be made"):
        schema.prepare(read_address(str(file)), newer(tmp_path), "9999")
    Store(str(file)).close()


def test_a_newer_database_is_refused_with_one_clear_error(address: str) -> None:
    played(address)
    engine = connect(read_address(address), migrates=True)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '7777'"))
    engine.dispose()
    before = contents(address)
    with pytest.raises(FreeCellError) as caught:
        Store(address)
    assert caught.value.code == "newer-database"
    assert "7777" in str(caught.value)
    assert contents(address) == before


def test_what_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ann, " * 500)
    with pytest.raises(FreeCellError, match="file is not a database"):
        Store(str(tmp_path / "letter.txt"))
    assert (tmp_path / "letter.txt").read_text() == "Dear Ann, " * 500
    with pytest.raises(FreeCellError, match="cannot be used"):
        Store(str(tmp_path))
    with pytest.raises(FreeCellError, match="cannot be used"):
        Store(str(tmp_path / "letter.txt" / "games.db"))


def test_many_programs_may_open_a_new_database_at_once(address: str) -> None:
    failures: list[BaseException] = []

    def open_it() -> None:
        try:
            with Store(address, patience=20) as store:
                store.local_player()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=open_it) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert len(contents(address)["players"]) == 1


def test_two_programs_may_make_the_machines_own_player_at_once(address: str) -> None:
    Store(address).close()
    engine = connect(read_address(address), writes=True, patience=20)
    found: list[players.Player] = []

    def make() -> None:
        with engine.begin() as connection:
            found.append(players.local(connection, 0))

    other = threading.Thread(target=make)
    with engine.begin() as connection:
        found.append(players.local(connection, 0))
        other.start()
        other.join(0.3)  # it finds no player yet, and waits for this one
    other.join()
    engine.dispose()
    assert found[0] == found[1]
    assert len(contents(address)["players"]) == 1


def test_opening_a_database_again_leaves_the_locks_that_are_on_it(tmp_path: Path) -> None:
    """Closing any file of a process gives up all locks that the process has on it."""
    file = tmp_path / "games.db"
    look = f"import sqlite3; sqlite3.connect({str(file)!r}, timeout=0).execute('BEGIN EXCLUSIVE')"
    with closing(sqlite3.connect(file, isolation_level=None)) as mine:
        mine.execute("BEGIN IMMEDIATE")
        connect(read_address(str(file))).dispose()
        assert "database is locked" in subprocess.run([sys.executable, "-c", look], capture_output=True, text=True).stderr


# Backups


def test_a_backup_holds_everything_and_can_be_played_on(address: str, tmp_path: Path) -> None:
    lines = played(address)
    with Store(address) as store:
        target = tmp_path / "copies" / "copy.db"
        assert store.back_up(target) == target
        with pytest.raises(FreeCellError, match="is there already"):
            store.back_up(target)
    assert contents(str(target)) == contents(address)
    assert [path.name for path in target.parent.iterdir()] == ["copy.db"]
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    with Store(str(target)) as copy:
        player = copy.local_player()
        assert list(copy.export(player)) == lines
        Playing(copy, player, Random(5), 2_000_000_000_000).play(20)
        check_counts(copy, player)


def test_a_backup_goes_into_another_database_and_back(address: str, tmp_path: Path) -> None:
    played(str(tmp_path / "first.db"))
    target = read_address(address)
    with Store(str(tmp_path / "first.db")) as source:
        where = target.render_as_string(hide_password=False)
        source.copy_into(where)
        with pytest.raises(FreeCellError, match="There are games in the database"):
            source.copy_into(where)
        with pytest.raises(FreeCellError, match="cannot be used"):
            source.copy_into("postgresql://ann:secret@127.0.0.1:1/games")
    back_up(target, tmp_path / "second.db")
    assert contents(str(tmp_path / "second.db")) == contents(str(tmp_path / "first.db"))
    with Store(target.render_as_string(hide_password=False)) as store:
        Playing(store, store.local_player(), Random(5), 2_000_000_000_000).play(20)  # new rows get new numbers
        check_counts(store, store.local_player())


def test_nothing_is_left_of_a_backup_that_fails(tmp_path: Path) -> None:
    with Store(str(tmp_path / "games.db")) as store:
        (tmp_path / "file").write_text("")
        with pytest.raises(FreeCellError, match="No backup can be made"):
            store.back_up(tmp_path / "file" / "copy.db")
        with closing(sqlite3.connect(store.url.database or "")) as connection:
            connection.execute("DROP TABLE alembic_version")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "games.db"]


# Files and names


def test_what_is_kept_is_the_users_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv(address.VARIABLE, raising=False)
    mask = os.umask(0)
    try:
        with Store() as store:
            store.local_player()
            folder = tmp_path / "freecell"
            assert stat.S_IMODE(folder.stat().st_mode) == 0o700
            assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {0o600}
            assert store.name == str(folder / "freecell.db")
        folder.chmod(0o755)
        Store().close()
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    finally:
        os.umask(mask)


def test_the_database_is_the_named_one_then_the_variables_then_the_users_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(address.VARIABLE, "postgres://ann:secret@db/games?sslmode=require")
    url = read_address()
    assert (url.drivername, url.password, dict(url.query)) == ("postgresql+psycopg", "secret", {"sslmode": "require"})
    assert read_address("sqlite:////tmp/a.db").database == "/tmp/a.db"
    assert read_address("a.db").database == str(Path("a.db").absolute())


SECRET = "hunter2"


@pytest.mark.parametrize(
    "where",
    [
        f"mysql://ann:{SECRET}@db/games",
        f"postgresql://ann:{SECRET}@db:port/games",
        f"postgresql://ann:{SECRET}@127.0.0.1:1/games",
        f"postgresql://ann:{SECRET}@127.0.0.1:1/games?sslpassword={SECRET}&connect_timeout=1",
        f"postgresql://ann@127.0.0.1:1/games?password={SECRET}",
        f"sqlite://ann:{SECRET}@db/games",
        f"://{SECRET}",
        f"host=127.0.0.1 port=1 password={SECRET}",
        f"password = '{SECRET}' dbname = games",
        "sqlite://",
        "sqlite:///:memory:",
    ],
)
def test_a_password_is_never_shown(where: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(0), pytest.raises(FreeCellError) as caught:
        Store(where)
    assert caught.value.code in ("bad-database", "no-database")
    assert SECRET not in str(caught.value) + repr(caught.value) + caplog.text + repr(
        caught.value.__context__ and caught.value.__suppress_context__
    )
