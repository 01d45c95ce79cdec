/**
 * What users add to fragments. Separate from the fragments, because most have none. The triggers record changes like those of a fragment's own columns
 * (0010-changes.ts), and that earlier texts have to be erased from the log.
 */
const highest = 4_000_000_000_000_000;
const lastNumber = `(SELECT coalesce(max(number), 0) % ${highest} FROM changes WHERE number BETWEEN 1 AND ${highest})`;
const sound = "iif(typeof(in_log) = 'integer' AND in_log BETWEEN 0 AND 9007199254740991, in_log, 0)";
const eraseFromLog = `UPDATE erasure SET in_log = ${sound} + 1;`;

function changed(fragment: string): string {
  return `INSERT OR REPLACE INTO changes (number, fragment_id, is_gone) VALUES (${lastNumber} + 1, ${fragment}, 0);`;
}

/** If the fragment itself is being deleted, its own trigger records that. */
function removed(name: string, table: string): string {
  return `CREATE TRIGGER ${name} AFTER DELETE ON ${table} BEGIN
  ${eraseFromLog}
  INSERT OR REPLACE INTO changes (number, fragment_id, is_gone)
    SELECT ${lastNumber} + 1, id, 0 FROM fragments WHERE id = old.fragment_id;
END;`;
}

export const annotations = `
CREATE TABLE annotations (
  fragment_id INTEGER PRIMARY KEY REFERENCES fragments (id) ON DELETE CASCADE,
  pinned INTEGER NOT NULL DEFAULT 0,
  title TEXT,
  note TEXT
) STRICT;
CREATE INDEX annotations_pinned ON annotations (fragment_id) WHERE pinned = 1;

CREATE TABLE tags (
  tag TEXT NOT NULL,
  fragment_id INTEGER NOT NULL REFERENCES fragments (id) ON DELETE CASCADE,
  PRIMARY KEY (tag, fragment_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX tags_of_fragment ON tags (fragment_id);

CREATE TRIGGER annotation_comes AFTER INSERT ON annotations BEGIN
  ${changed('new.fragment_id')}
END;
CREATE TRIGGER annotation_changes AFTER UPDATE ON annotations BEGIN
  ${eraseFromLog}
  ${changed('new.fragment_id')}
END;
${removed('annotation_goes', 'annotations')}
CREATE TRIGGER tag_comes AFTER INSERT ON tags BEGIN
  ${changed('new.fragment_id')}
END;
${removed('tag_goes', 'tags')}
`;
