/**
 * For which WorkSpace a fragment was copied, so that a save that waits while another one is selected still goes where it belongs. NULL: whichever is
 * active when it is saved, as for every fragment of earlier versions.
 */
export const workspaces = `
CREATE TABLE workspaces (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE) STRICT;
ALTER TABLE fragments ADD COLUMN workspace INTEGER;
CREATE INDEX fragments_waiting_for ON fragments (workspace, id, next_attempt_at) WHERE wants_save = 1;
`;
