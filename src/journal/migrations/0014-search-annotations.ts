/**
 * Searches find pins, tags, titles and notes too: a change of one makes its block a changed one (0012-search-blocks.ts). The words of an earlier text
 * must not stay in an index.
 *
 * `in_index_later` counts what the limits of the history removed: merging the indexes for each of these would write all of them again and again.
 */
const more = (column: string): string =>
  `iif(typeof(${column}) = 'integer' AND ${column} BETWEEN 0 AND 9007199254740990, ${column}, 0) + 1`;
const again = `ON CONFLICT (block) DO UPDATE SET times = ${more('times')}`;

function changed(fragment: string): string {
  return `INSERT INTO unindexed_blocks VALUES (${fragment} / 32, 1) ${again};`;
}

function forgotten(fragment: string): string {
  return `DELETE FROM text_index WHERE rowid = ${fragment};
  DELETE FROM short_index WHERE rowid = ${fragment} / 32;
  ${changed(fragment)}
  UPDATE erasure SET in_index = ${more('in_index')};`;
}

export const searchAnnotations = `
ALTER TABLE erasure ADD COLUMN in_index_later INTEGER NOT NULL DEFAULT 0;

INSERT INTO unindexed_blocks
  SELECT DISTINCT fragment_id / 32, 1 FROM (SELECT fragment_id FROM annotations UNION SELECT fragment_id FROM tags) WHERE true ${again};

CREATE TRIGGER annotation_is_found AFTER INSERT ON annotations BEGIN
  ${changed('new.fragment_id')}
END;
CREATE TRIGGER pin_is_found AFTER UPDATE OF pinned ON annotations BEGIN
  ${changed('new.fragment_id')}
END;
CREATE TRIGGER text_is_found AFTER UPDATE OF title, note ON annotations WHEN old.title IS NOT new.title OR old.note IS NOT new.note BEGIN
  ${forgotten('new.fragment_id')}
END;
CREATE TRIGGER annotation_is_forgotten AFTER DELETE ON annotations BEGIN
  ${forgotten('old.fragment_id')}
END;
CREATE TRIGGER tag_is_found AFTER INSERT ON tags BEGIN
  ${changed('new.fragment_id')}
END;
CREATE TRIGGER tag_is_forgotten AFTER DELETE ON tags BEGIN
  ${forgotten('old.fragment_id')}
END;
`;
