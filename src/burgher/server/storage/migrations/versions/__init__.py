"""One file for each change of the schema. A file that was released is never changed."""
