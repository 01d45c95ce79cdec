/**
 * By what a deleted content is known that may lie on the clipboard still: digests, salted with random bytes of their own. Gone with the next copy,
 * from the log too.
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
