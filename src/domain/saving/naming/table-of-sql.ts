/** What a text of SQL is about: what it makes, else the first table that it reads or changes. Reads each character once; the text may be cut off. */

/** Blanks, comments and texts, which are left out, quoted names, words, numbers, and signs. None goes back over what another has read. */
const parts =
  /(?<skipped>\s+|--[^\n]*|#(?=\s)[^\n]*|\/\*(?:[^*]|\*(?!\/))*|'(?:[^'\\]|\\'(?=\w)|\\)*'?)|"(?<double>[^"\n]*)"|`(?<back>[^`\n]*)`|\[(?<bracket>[^[\]\n]*)\]|(?<word>[\p{L}_#@][\p{L}\p{M}\p{N}_#@$]*)|\p{N}[\p{L}\p{M}\p{N}_.]*|./gsuy;

interface Part {
  /** As a keyword: a word in lower case, or a sign; empty for a quoted name or a number. */
  readonly said: string;
  /** Of a word or a quoted name. */
  readonly name: string | null;
  readonly startsLine: boolean;
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));
const makes = setOf('create alter');
const beforeKind = setOf(
  'or replace alter global local temp temporary unlogged unique materialized external foreign recursive virtual clustered nonclustered',
);
const kinds = setOf('table view index function procedure trigger database schema type sequence');
const isAbout = setOf('from into update join truncate');
const beforeName = setOf('concurrently if not exists only lateral table');
/** `IS DISTINCT FROM`, `FOR UPDATE`, `ON UPDATE`, `ON DUPLICATE KEY UPDATE`, `ON CONFLICT DO UPDATE`. */
const beforeOthers = setOf('distinct for on key do');
const noNames = setOf('select set on of values where as stdin stdout');

/** What a file is named after is said at its beginning; each part of a text takes many times its room. */
const mostChars = 65_536;

/** Without its schema; null if there is none in the first 65,536 characters. */
export function tableOfSql(text: string): string | null {
  const all = partsOf(text.slice(0, mostChars));
  let about: string | null = null;
  /** Of each open parenthesis, whether a query is in it: `extract(year FROM created)` has none. */
  let queries: boolean[] = [];
  for (const [at, { said, startsLine }] of all.entries()) {
    if (said === '(') queries.push(false);
    else if (said === ')') queries.pop();
    else if (said === ';') queries = [];
    else if ((said === 'select' || said === 'delete') && queries.length > 0) queries[queries.length - 1] = true;
    else if (makes.has(said) && (startsLine || all[at - 1]?.said === ';')) {
      const kind = pastAll(all, at + 1, beforeKind);
      const made = kinds.has(all[kind]?.said ?? '') ? nameAt(all, kind + 1) : null;
      if (made !== null) return made;
    } else if (isAbout.has(said) && !beforeOthers.has(all[at - 1]?.said ?? '') && (said !== 'from' || queries.at(-1) !== false))
      about ??= nameAt(all, at + 1);
  }
  return about;
}

function partsOf(text: string): readonly Part[] {
  const all: Part[] = [];
  let end = 0;
  for (const { 0: whole, index, groups = {} } of text.matchAll(parts)) {
    if (groups.skipped !== undefined) continue;
    const { word, double, back, bracket } = groups;
    const name = word ?? double ?? back ?? bracket ?? null;
    all.push({
      said: name === word || name === null ? whole.toLowerCase() : '',
      name,
      startsLine: end === 0 || text.slice(end, index).includes('\n'),
    });
    end = index + whole.length;
  }
  return all;
}

/** As in `create or replace global temporary recursive view`. */
const mostWordsBefore = 6;

/** The place of the first part from this one on that is none of these words. */
function pastAll(all: readonly Part[], from: number, words: ReadonlySet<string>): number {
  let at = from;
  while (at < from + mostWordsBefore && words.has(all[at]?.said ?? '')) at += 1;
  return at;
}

/** The last part of `schema.table`. */
function nameAt(all: readonly Part[], from: number): string | null {
  let at = pastAll(all, from, beforeName);
  if (noNames.has(all[at]?.said ?? '')) return null;
  while (all[at + 1]?.said === '.' && (all[at + 2]?.name ?? null) !== null) at += 2;
  return all[at]?.name ?? null;
}
