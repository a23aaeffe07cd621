-- Whom people with a key ignore.
CREATE TABLE ignored (
    player TEXT NOT NULL, -- as in players.id
    whom   TEXT NOT NULL, -- the same
    name   TEXT NOT NULL, -- what whom was called then
    PRIMARY KEY (player, whom)
) STRICT, WITHOUT ROWID;

-- What people tell the host of the server about others: a lobby.Report each.
CREATE TABLE reports (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    body   TEXT NOT NULL
) STRICT;
