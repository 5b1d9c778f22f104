"""What stores in a database have in common."""

from __future__ import annotations

import sqlite3
from abc import ABC, abstractmethod

from factscore.knowledge.base import BaseStore


class DatabaseStore(BaseStore, ABC):
    """A store that holds a connection, and is as sound as its database."""

    def __init__(self, path: str, connection: sqlite3.Connection) -> None:
        """Args: the path as the user wrote it, and an open connection to it."""
        super().__init__(path)
        self._connection = connection

    def verify(self) -> list[str]:
        """Everything that is wrong with it, one line each; empty if it is sound."""
        try:
            return self._problems()
        except sqlite3.Error as error:
            return [f"the database cannot be read: {error}"]

    @abstractmethod
    def _problems(self) -> list[str]: ...

    def close(self) -> None:
        """Closes the file; the store cannot be used afterwards."""
        self._connection.close()
