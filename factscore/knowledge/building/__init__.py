"""How a store is written: the new file, its rows, its redirects, and what was left out."""
