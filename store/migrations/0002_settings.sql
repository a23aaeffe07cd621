-- What people with a key have set for themselves, in the words of the face that
-- kept it.
CREATE TABLE settings (
    player TEXT PRIMARY KEY, -- as in players.id
    body   TEXT NOT NULL
) STRICT, WITHOUT ROWID;
