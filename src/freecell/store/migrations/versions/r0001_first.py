"""The first tables.

Revision ID: 0001
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make all tables."""
    op.create_table(
        "pars",
        sa.Column("profile", sa.String(length=16), nullable=False),
        sa.Column("cells", sa.SmallInteger(), nullable=False),
        sa.Column("deal", sa.BigInteger(), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("profile", "cells", "deal", name="pk_pars"),
    )
    op.create_table(
        "players",
        sa.Column("id", _ID, nullable=False),
        sa.Column("local", sa.Boolean(), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
        sa.UniqueConstraint("local", name="uq_players_local"),
    )
    op.create_table(
        "games",
        sa.Column("id", _ID, nullable=False),
        sa.Column("player_id", _ID, nullable=False),
        sa.Column("uid", sa.String(length=20), nullable=False),
        sa.Column("parent", sa.String(length=20), nullable=True),
        sa.Column("begun", sa.BigInteger(), nullable=False),
        sa.Column("deal", sa.BigInteger(), nullable=True),
        sa.Column("layout", sa.Text(), nullable=True),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("profile", sa.String(length=16), nullable=False),
        sa.Column("cells", sa.SmallInteger(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("result", sa.String(length=12), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=True),
        sa.Column("time", sa.BigInteger(), nullable=False),
        sa.Column("undos", sa.Integer(), nullable=False),
        sa.Column("hints", sa.Integer(), nullable=False),
        sa.Column("demonstrated", sa.Boolean(), nullable=False),
        sa.Column("played", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=True),
        sa.Column("week", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_games_player_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sa.UniqueConstraint("player_id", "uid", name="uq_games_player_id_uid"),
    )
    op.create_index("ix_games_deal", "games", ["player_id", "deal"], unique=False)
    op.create_index("ix_games_history", "games", ["player_id", "begun", "id"], unique=False)
    op.create_index(
        "ix_games_map",
        "games",
        ["player_id", "deal", "profile", "cells", "result", "moves", "ended"],
        unique=False,
        sqlite_where=sa.text("ended IS NOT NULL"),
        postgresql_where=sa.text("ended IS NOT NULL"),
    )
    op.create_index(
        "ix_games_open",
        "games",
        ["player_id", "deal", "profile", "cells", "ended"],
        unique=False,
        sqlite_where=sa.text("ended IS NULL"),
        postgresql_where=sa.text("ended IS NULL"),
    )
    op.create_index(
        "ix_games_statistics",
        "games",
        ["player_id", "profile", "cells", "week", "ended", "id", "result", "moves", "time", "score", "undos", "hints", "parent"],
        unique=False,
        sqlite_where=sa.text("ended IS NOT NULL"),
        postgresql_where=sa.text("ended IS NOT NULL"),
    )
    op.create_table(
        "keys",
        sa.Column("hash", sa.LargeBinary(length=32), nullable=False),
        sa.Column("player_id", _ID, nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_keys_player_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("hash", name="pk_keys"),
    )
    op.create_index("ix_keys_player_id", "keys", ["player_id"], unique=False)
    op.create_table(
        "links",
        sa.Column("hash", sa.LargeBinary(length=32), nullable=False),
        sa.Column("player_id", _ID, nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_links_player_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("hash", name="pk_links"),
    )
    op.create_index("ix_links_player_id", "links", ["player_id"], unique=False)
    op.create_table(
        "resets",
        sa.Column("id", _ID, nullable=False),
        sa.Column("player_id", _ID, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_resets_player_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_resets"),
    )
    op.create_index("ix_resets_player_id", "resets", ["player_id"], unique=False)
    op.create_table(
        "actions",
        sa.Column("game_id", _ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("word", sa.String(length=32), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("clock", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_actions_game_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "number", name="pk_actions"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Drop them, and all that they hold."""
    for table in ("actions", "games", "keys", "links", "resets", "players", "pars"):
        op.drop_table(table)
