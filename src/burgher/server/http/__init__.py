"""How browsers and programs reach the tables: connections, pages, the JSON API, and a server that runs."""
