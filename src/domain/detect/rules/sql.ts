/**
 * SQL queries by their grammar: people often copy `select … from …` and the like, in capitals and in small letters, where they read as words. It
 * checks only the frame of the statement (ISO/IEC 9075-2), and only at the start. Pure.
 */
import type { Claim, Sample } from '../text-sample.ts';

/** For a text in which each run of blanks is one; a table may be followed by its alias, and only by these clauses. */
const SELECT =
  /^select ([^;?{}]{1,600}?) from (?:[\w.]+|"[^"]{1,80}"|`[^`]{1,80}`|\[[^[\]]{1,80}\])(?: (?:as )?\w+)? ?(?:;|,|\)|$|\b(?:where|join|inner|left|right|full|cross|group|order|limit|union|having|on|offset|fetch)\b)/iu;
/** For the same text with plain names in place of quoted ones. */
const OTHERS: readonly RegExp[] = [
  /^insert (?:ignore |or \w+ )?into [\w.]+ ?(?:\([^)]{1,600}\) ?)?(?:values ?\(|select )/iu,
  /^update [\w.]+ set [\w.]+ ?=/iu,
  /^delete from [\w.]+ ?(?:;|$|where )/iu,
  /^create (?:or replace )?(?:temp(?:orary)? )?(?:unique )?(?:table|index|view) (?:if not exists )?[\w.]+ ?(?:\(|as |on )/iu,
  /^alter table [\w.]+ (?:add|drop|alter|rename|modify) /iu,
  /^(?:drop|truncate) table (?:if exists )?[\w.]+ ?(?:;|$|cascade)/iu,
  /^with (?:recursive )?\w+ as ?\( ?select /iu,
];
const QUOTED_NAME = /"[^"]{1,80}"|`[^`]{1,80}`|\[[^[\]]{1,80}\]/gu;
const charactersRead = 2_048;

export function claimSql({ text }: Sample): Claim | null {
  const start = text
    .slice(0, charactersRead)
    .replace(/^(?:--[^\n]*\n\s*)+/u, '')
    .replaceAll(/\s+/gu, ' ');
  const columns = SELECT.exec(start)?.[1];
  const isQuery = columns === undefined ? isOther(start.replaceAll(QUOTED_NAME, 'name')) : isColumns(columns, start);
  return isQuery ? { typeId: 'sql', confidence: 0.95 } : null;
}

function isOther(start: string): boolean {
  return OTHERS.some((statement) => statement.test(start));
}

/** People select a seat from the plan; a query has capitals, lists or counts. */
function isColumns(columns: string, start: string): boolean {
  return start.startsWith('SELECT') || /[*,(.=]|\bas\b/u.test(columns) || /\bwhere [\w.]+ ?(?:=|<|>|in\b|like\b|is\b)/iu.test(start);
}
