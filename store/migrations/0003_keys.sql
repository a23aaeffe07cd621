-- Whose a key is, of those that were given to a player or taken away from one; a
-- key that isn't here is a player of its own, with the same ID.
CREATE TABLE keys (
    id     TEXT PRIMARY KEY, -- its fingerprint
    player TEXT NOT NULL,
    since  INTEGER NOT NULL  -- milliseconds since 1970
) STRICT, WITHOUT ROWID;
