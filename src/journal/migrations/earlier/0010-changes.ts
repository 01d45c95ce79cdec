/**
 * The last changes of fragments, in order: added, changed in a column that clients see, or deleted. Triggers record them, so that no writer can forget
 * to. Also indexes of the fragments of each type and group, so that listing a rare type does not read all fragments.
 */
const kept = 256;

/** A higher number can only come from a damaged page. After this one, the numbers start again from 1. */
const highest = 4_000_000_000_000_000;
const lastNumber = `(SELECT coalesce(max(number), 0) % ${highest} FROM changes WHERE number BETWEEN 1 AND ${highest})`;

function changed(fragment: string, isGone: 0 | 1): string {
  return `INSERT OR REPLACE INTO changes (number, fragment_id, is_gone) VALUES (${lastNumber} + 1, ${fragment}, ${isGone})`;
}

export const changes = `
CREATE TABLE changes (number INTEGER PRIMARY KEY, fragment_id INTEGER NOT NULL, is_gone INTEGER NOT NULL) STRICT;

CREATE TRIGGER changes_are_few AFTER INSERT ON changes BEGIN
  DELETE FROM changes WHERE number <= new.number - ${kept};
  DELETE FROM changes WHERE number > new.number;
END;

CREATE TRIGGER fragment_comes AFTER INSERT ON fragments BEGIN
  ${changed('new.id', 0)};
END;
CREATE TRIGGER fragment_goes AFTER DELETE ON fragments BEGIN
  ${changed('old.id', 1)};
END;
CREATE TRIGGER fragment_changes AFTER UPDATE OF
  state, reason, type_id, type_group, extension, media_type, confidence, embedded_filename, width, height, saved_path ON fragments BEGIN
  ${changed('new.id', 0)};
END;
-- When and where it was copied is shown of each of its fragments.
CREATE TRIGGER capture_changes AFTER UPDATE OF
  copied_at, source_type, source_name, source_path, app_name, app_executable, app_pid, window_title ON captures BEGIN
  INSERT OR REPLACE INTO changes (number, fragment_id, is_gone)
    SELECT ${lastNumber} + row_number() OVER (ORDER BY id), id, 0 FROM fragments WHERE capture_id = new.id;
END;

CREATE INDEX fragments_of_type ON fragments (type_id) WHERE type_id IS NOT NULL;
CREATE INDEX fragments_of_group ON fragments (type_group) WHERE type_group IS NOT NULL;
`;
