-- A table is open until nobody needs it any more. One whose log can't be made a
-- table of again is set aside, for a person to look at.
CREATE TABLE tables (
    id     INTEGER PRIMARY KEY,
    code   TEXT NOT NULL,
    maker  TEXT NOT NULL,
    state  TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'closed', 'aside')),
    opened INTEGER NOT NULL -- milliseconds since 1970
) STRICT;

CREATE INDEX tables_by_state ON tables (state);

-- Every change of every table, in the words of docs/protocol.md.
CREATE TABLE entries (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seq      INTEGER NOT NULL,
    body     TEXT NOT NULL,
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;

-- What people with a key chose to be called.
CREATE TABLE players (
    id   TEXT PRIMARY KEY,
    name TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- When the server was last known to run.
CREATE TABLE pulse (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    at  INTEGER NOT NULL -- milliseconds since 1970
) STRICT;
