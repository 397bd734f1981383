"""Pages for people: what a browser asks for, and what its forms and script send."""
