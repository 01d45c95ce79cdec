/**
 * What extensions of browsers send. Each message that was recorded, by its pairing and its own id, so that it is not recorded again when it is sent again;
 * `told`: its sender knows what became of it. And the pages that they report: of each pairing the last of each kind, for the source of the next copy.
 */
export const extensions = `
CREATE TABLE extension_messages (
  id INTEGER PRIMARY KEY,
  pairing TEXT NOT NULL,
  message TEXT NOT NULL,
  fragment_id INTEGER NOT NULL,
  told INTEGER NOT NULL DEFAULT 0,
  UNIQUE (pairing, message)
) STRICT;

CREATE TABLE page_reports (
  pairing TEXT NOT NULL,
  kind TEXT NOT NULL,
  at INTEGER NOT NULL,
  url TEXT NOT NULL,
  title TEXT NOT NULL,
  program TEXT,
  browser TEXT NOT NULL,
  PRIMARY KEY (pairing, kind)
) STRICT;
`;
