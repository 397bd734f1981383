"""Which table a finished game is played again at."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add it; no game of before has been played again."""
    op.add_column("tables", sa.Column("rematch", sa.String(32)))
    op.create_index("ix_tables_rematch", "tables", ["rematch"])


def downgrade() -> None:
    """Take it away again."""
    op.drop_index("ix_tables_rematch", "tables")
    op.drop_column("tables", "rematch")
