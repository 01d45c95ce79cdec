/**
 * The texts that were read in pictures and copied files, and how far that is. A picture waits from when it is kept: a trigger writes its row, so that no writer
 * can forget to. `attempts` is counted before each, so that a picture that ends whoever reads it is known. `pixels`: how large it is; a size that is unknown
 * counts as large. The other triggers record changes like those of annotations (0011-annotations.ts, 0014-search-annotations.ts).
 */
const highest = 4_000_000_000_000_000;
const lastNumber = `(SELECT coalesce(max(number), 0) % ${highest} FROM changes WHERE number BETWEEN 1 AND ${highest})`;
const more = (column: string): string =>
  `iif(typeof(${column}) = 'integer' AND ${column} BETWEEN 0 AND 9007199254740990, ${column}, 0) + 1`;
const again = `ON CONFLICT (block) DO UPDATE SET times = ${more('times')}`;

/** The fragment is shown anew; nothing if it is going itself. */
function shown(fragment: string): string {
  return `INSERT OR REPLACE INTO changes (number, fragment_id, is_gone) SELECT ${lastNumber} + 1, id, 0 FROM fragments WHERE id = ${fragment};`;
}

function found(fragment: string): string {
  return `INSERT INTO unindexed_blocks VALUES (${fragment} / 32, 1) ${again};`;
}

function forgotten(fragment: string): string {
  return `DELETE FROM text_index WHERE rowid = ${fragment};
  DELETE FROM short_index WHERE rowid = ${fragment} / 32;
  ${found(fragment)}
  UPDATE erasure SET in_index = ${more('in_index')}, in_log = ${more('in_log')};`;
}

/** What is damaged must not keep a judgement from being recorded: any value gives a whole number. */
const side = (column: string): string => `min(max(CAST(coalesce(${column}, 1000000) AS INTEGER), 0), 1000000)`;

export const extractedTexts = `
CREATE TABLE extracted_texts (
  id INTEGER PRIMARY KEY,
  fragment_id INTEGER NOT NULL REFERENCES fragments (id) ON DELETE CASCADE,
  file INTEGER NOT NULL DEFAULT 0,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  pixels INTEGER NOT NULL DEFAULT 0,
  reason TEXT,
  text TEXT,
  is_cut INTEGER NOT NULL DEFAULT 0,
  UNIQUE (fragment_id, file)
) STRICT;
CREATE INDEX texts_waiting ON extracted_texts (fragment_id, pixels) WHERE state = 'waiting';

CREATE TRIGGER picture_waits AFTER UPDATE OF state ON fragments
  WHEN new.kind = 'image' AND old.state = 'captured' AND new.state IN ('kept', 'saved', 'failed') BEGIN
  INSERT OR IGNORE INTO extracted_texts (fragment_id, state, pixels) VALUES (new.id, 'waiting', ${side('new.width')} * ${side('new.height')});
END;

INSERT INTO extracted_texts (fragment_id, state, pixels)
  SELECT id, 'waiting', ${side('width')} * ${side('height')} FROM fragments
  WHERE kind = 'image' AND state IN ('kept', 'saved', 'failed') AND id BETWEEN 1 AND ${Number.MAX_SAFE_INTEGER};

CREATE TRIGGER extracted_text_begins AFTER INSERT ON extracted_texts WHEN new.state <> 'waiting' BEGIN
  ${shown('new.fragment_id')}
END;
CREATE TRIGGER extracted_text_moves AFTER UPDATE OF fragment_id ON extracted_texts WHEN new.state <> 'waiting' BEGIN
  ${shown('new.fragment_id')}
  ${found('new.fragment_id')}
END;
CREATE TRIGGER extracted_text_changes AFTER UPDATE OF state, reason ON extracted_texts
  WHEN old.state IS NOT new.state OR old.reason IS NOT new.reason BEGIN
  ${shown('new.fragment_id')}
END;
CREATE TRIGGER extracted_text_comes AFTER UPDATE OF text ON extracted_texts WHEN old.text IS NULL AND new.text IS NOT NULL BEGIN
  ${found('new.fragment_id')}
END;
CREATE TRIGGER extracted_text_differs AFTER UPDATE OF text ON extracted_texts WHEN old.text IS NOT NULL AND old.text IS NOT new.text BEGIN
  ${shown('new.fragment_id')}
  ${forgotten('new.fragment_id')}
END;
CREATE TRIGGER extracted_text_goes AFTER DELETE ON extracted_texts WHEN old.text IS NOT NULL BEGIN
  ${shown('old.fragment_id')}
  ${forgotten('old.fragment_id')}
END;
`;
