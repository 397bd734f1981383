"""Tournaments: what was agreed on, who has entered, who has played with whom, and whose table is whose."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add them: no table of before belongs to a tournament."""
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("host_id", sa.String(32)),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("form", sa.String(12), nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("pace", sa.JSON, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("room", sa.Integer, nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("invitation", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
        sa.ForeignKeyConstraint(
            ["host_id"], ["identities.id"], name="fk_tournaments_host_id", ondelete="SET NULL"
        ),
    )
    op.create_index("ix_tournaments_state", "tournaments", ["state"])
    op.create_index("ix_tournaments_host_id", "tournaments", ["host_id"])
    op.create_table(
        "entrants",
        sa.Column("tournament_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("identity_id", sa.String(32)),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("out", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.PrimaryKeyConstraint("tournament_id", "number", name="pk_entrants"),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name="fk_entrants_tournament_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["identity_id"], ["identities.id"], name="fk_entrants_identity_id", ondelete="SET NULL"
        ),
        sa.UniqueConstraint("tournament_id", "identity_id", name="uq_entrants_tournament_id"),
    )
    op.create_index("ix_entrants_identity_id", "entrants", ["identity_id"])
    op.create_table(
        "pairings",
        sa.Column("tournament_id", sa.String(32), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("entrant", sa.Integer, nullable=False),
        sa.Column("board", sa.Integer),
        sa.Column("table_id", sa.String(32)),
        sa.Column("seat", sa.Integer),
        sa.Column("done", sa.Boolean, nullable=False),
        sa.Column("place", sa.Integer),
        sa.Column("score", sa.Integer),
        sa.PrimaryKeyConstraint("tournament_id", "round", "entrant", name="pk_pairings"),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name="fk_pairings_tournament_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_pairings_table_id", ondelete="SET NULL"
        ),
    )
    op.create_index("ix_pairings_table_id", "pairings", ["table_id"])
    op.add_column("tables", sa.Column("tournament", sa.String(32)))


def downgrade() -> None:
    """Take them away again."""
    op.drop_column("tables", "tournament")
    op.drop_table("pairings")
    op.drop_table("entrants")
    op.drop_table("tournaments")
