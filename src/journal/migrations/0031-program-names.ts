/**
 * What the desktop calls the programs that are installed, or were: their entries (JSON), in one row, so that whatever compares a copy with the name of a program finds them,
 * in every process. `digest`: the SHA-256 of that, by which readers notice a change.
 */
export const programNames = `
CREATE TABLE program_names (id INTEGER PRIMARY KEY CHECK (id = 1), programs TEXT NOT NULL, digest TEXT NOT NULL) STRICT;
`;
