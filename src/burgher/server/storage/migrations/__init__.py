"""How stored data came to have its present form, step by step."""
