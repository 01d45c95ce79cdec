/**
 * Identifies deleted contents that may still be on the clipboard, by digests, each with its own random salt. The next copy deletes the rows, which are
 * then also erased from the log.
 */
export const deletedCopies = `
CREATE TABLE deleted_copies (
  salt BLOB NOT NULL,
  content TEXT NOT NULL,
  source TEXT NOT NULL,
  copied_at INTEGER NOT NULL
) STRICT;
CREATE TRIGGER forgotten_is_to_erase AFTER DELETE ON deleted_copies BEGIN
  UPDATE erasure SET in_log = in_log + 1;
END;
`;
