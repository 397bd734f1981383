"""Tables that go on from a position remember where they come from."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add it; tables of before do not know."""
    op.add_column("tables", sa.Column("origin", sa.JSON))


def downgrade() -> None:
    """Take it away again."""
    op.drop_column("tables", "origin")
