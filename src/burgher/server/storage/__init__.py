"""What outlives a server: the database, its schema, what speaks SQL, and the format of archives."""
