/**
 * The search indexes. They are filled block by block, behind the copies: a block is 32 fragments with neighbouring numbers (its number is theirs divided
 * by 32). A block with a row in `unindexed_blocks` is new, or something changed in it that a search compares; a search looks at its fragments one by
 * one. Triggers make these rows, so that no writer can forget to. `times` shows an indexer whether a block changed while it was read.
 *
 * The tables of the earlier indexes, `search` and `pairs`, are emptied once these are filled, or when something is deleted
 * (search/index-blocks.ts).
 */
const block = (id: string): string => `${id} / 32`;
const more = (column: string): string =>
  `iif(typeof(${column}) = 'integer' AND ${column} BETWEEN 0 AND 9007199254740990, ${column}, 0) + 1`;
const again = `ON CONFLICT (block) DO UPDATE SET times = ${more('times')}`;
const changed = `INSERT INTO unindexed_blocks VALUES (${block('new.id')}, 1) ${again}`;

export const searchBlocks = `
DROP TRIGGER search_forgets;
DROP TRIGGER pairs_forget;
DROP TABLE without_pairs;
DROP INDEX fragments_of_type;
DROP INDEX fragments_of_group;

-- By fragment: pieces of three characters, and facts such as its type. By block: characters and pairs of them.
CREATE VIRTUAL TABLE text_index USING fts5 (terms, content = '', contentless_delete = 1, detail = none, tokenize = "ascii tokenchars '_'");
CREATE VIRTUAL TABLE short_index USING fts5 (terms, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii');
-- The types, groups, extensions and programs that occur; the index holds their numbers.
CREATE TABLE index_facts (id INTEGER PRIMARY KEY, field TEXT NOT NULL, value TEXT NOT NULL, UNIQUE (field, value)) STRICT;
-- The lowest and highest number of the indexed fragments of each day (days since 1970).
CREATE TABLE index_days (day INTEGER PRIMARY KEY, lowest INTEGER NOT NULL, highest INTEGER NOT NULL) STRICT;

CREATE TABLE unindexed_blocks (block INTEGER PRIMARY KEY, times INTEGER NOT NULL) STRICT;
INSERT INTO unindexed_blocks SELECT DISTINCT ${block('id')}, 1 FROM fragments WHERE id BETWEEN 1 AND ${Number.MAX_SAFE_INTEGER};

CREATE TRIGGER block_grows AFTER INSERT ON fragments BEGIN
  ${changed};
END;
CREATE TRIGGER block_changes AFTER UPDATE OF state, type_id, type_group, extension, embedded_filename, saved_path ON fragments BEGIN
  ${changed};
END;
CREATE TRIGGER block_moves AFTER UPDATE OF copied_at, source_name, source_path, app_name, app_executable ON captures BEGIN
  INSERT INTO unindexed_blocks SELECT DISTINCT ${block('id')}, 1 FROM fragments WHERE capture_id = new.id ${again};
END;
-- What is gone must not stay in an index.
CREATE TRIGGER block_shrinks AFTER DELETE ON fragments BEGIN
  DELETE FROM text_index WHERE rowid = old.id;
  DELETE FROM short_index WHERE rowid = ${block('old.id')};
  INSERT INTO unindexed_blocks VALUES (${block('old.id')}, 1) ${again};
END;
CREATE TRIGGER block_hides AFTER UPDATE OF state ON fragments WHEN new.state = 'filtered' AND old.state <> 'captured' BEGIN
  DELETE FROM text_index WHERE rowid = old.id;
  DELETE FROM short_index WHERE rowid = ${block('old.id')};
  UPDATE erasure SET in_index = ${more('in_index')};
END;
`;
