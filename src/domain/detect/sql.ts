/**
 * Queries by their grammar: `select … from …` and its like are copied daily, in capitals and in small letters, and in small letters read as words.
 * Only the statement's own frame is looked for (ISO/IEC 9075-2), and only at the start. Pure.
 */
import type { Claim, Sample } from './sample.ts';

const NAME = '(?:[\\w.]+|"[^"\\n]{1,80}"|`[^`\\n]{1,80}`|\\[[^\\]\\n]{1,80}\\])';
/** What follows on the table, or nothing. */
const AFTER =
  '(?:\\s+(?:as\\s+)?\\w+)?\\s*(?:;|,|\\)|$|\\b(?:where|join|inner|left|right|full|cross|group|order|limit|union|having|on|offset|fetch)\\b)';
const SELECT = new RegExp(`^select\\s+([^;?{}]{1,600}?)\\s+from\\s+${NAME}${AFTER}`, 'iu');
const OTHERS = new RegExp(
  [
    `insert\\s+(?:ignore\\s+|or\\s+\\w+\\s+)?into\\s+${NAME}\\s*(?:\\([^)]{1,600}\\)\\s*)?(?:values\\s*\\(|select\\s)`,
    `update\\s+${NAME}\\s+set\\s+${NAME}\\s*=`,
    `delete\\s+from\\s+${NAME}\\s*(?:;|$|where\\s)`,
    `create\\s+(?:or\\s+replace\\s+)?(?:temp(?:orary)?\\s+)?(?:unique\\s+)?(?:table|index|view)\\s+(?:if\\s+not\\s+exists\\s+)?${NAME}\\s*(?:\\(|as\\s|on\\s)`,
    `alter\\s+table\\s+${NAME}\\s+(?:add|drop|alter|rename|modify)\\s`,
    `(?:drop|truncate)\\s+table\\s+(?:if\\s+exists\\s+)?${NAME}\\s*(?:;|$|cascade)`,
    `with\\s+(?:recursive\\s+)?\\w+\\s+as\\s*\\(\\s*select\\s`,
  ]
    .map((statement) => `^(?:${statement})`)
    .join('|'),
  'iu',
);
const charactersRead = 2_048;

export function claimSql({ text }: Sample): Claim | null {
  const start = text.slice(0, charactersRead).replace(/^(?:--[^\n]*\n\s*)+/u, '');
  const columns = SELECT.exec(start)?.[1];
  const isQuery = columns === undefined ? OTHERS.test(start) : isColumns(columns, start);
  return isQuery ? { typeId: 'sql', confidence: 0.95 } : null;
}

/** People select a seat from the plan; a query shouts, or lists, or counts. */
function isColumns(columns: string, start: string): boolean {
  return start.startsWith('SELECT') || /[*,(.=]|\bas\b/u.test(columns) || /\bwhere\s+[\w.]+\s*(?:=|<|>|in\b|like\b|is\b)/iu.test(start);
}
