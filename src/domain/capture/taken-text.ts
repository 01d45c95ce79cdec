/** The text that is taken out of what is on the clipboard: why there is none, and the form in which it is put back. Pure. */

import type { TextExtractionRules } from '../../contract/documents/text-extraction.ts';
import type { TextNotTaken } from '../../contract/extraction/clipboard-text.ts';
import type { Absence } from '../../contract/journal.ts';

const because: Readonly<Record<Absence | 'deleted', TextNotTaken>> = {
  cleared: 'nothing',
  concealed: 'private',
  excluded: 'private',
  'excluded-window': 'private',
  'owner-unknown': 'private',
  'filter-unknown': 'private',
  ignored: 'private',
  paused: 'was-paused',
  'being-read': 'unread',
  unreadable: 'unread',
  unwatched: 'unread',
  deleted: 'unread',
  address: 'plain',
  texts: 'plain',
};

/** Why there is nothing to take a text of. */
export function absentBecause(absence: Absence | 'deleted' | null): TextNotTaken {
  return absence === null ? 'nothing' : because[absence];
}

/** Without blank lines around it, and without blanks at the ends of lines; with `join_lines` each paragraph is one line. */
export function taken(text: string, { join_lines: isJoined }: Pick<TextExtractionRules, 'join_lines'>): string {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const tidy = lines.map((line) => line.trimEnd());
  return (isJoined ? paragraphs(tidy) : tidy).join('\n').replace(/^\n+/, '').trimEnd();
}

/** A line that is indented, or begins as an entry of a list, begins anew. */
const beginsAnew = /^(?:\s|[-*•–—] |\(?\d{1,3}[.)] |\|)/;
/** A word that was divided: a small letter goes on after it. */
const divided = /\p{Ll}-$/u;
const goesOn = /^\p{Ll}/u;
/** Chinese and Japanese have no blanks between words. */
const withoutBlanks = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}，。、；：？！）」』]$/u;

/** Only the end of a line decides how the next one goes on: a paragraph may be long. */
const endOf = (line: string): string => line.slice(-4);

function paragraphs(lines: readonly string[]): readonly string[] {
  const joined: string[][] = [];
  let isOpen = false;
  for (const line of lines) {
    const parts = joined.at(-1);
    const last = parts?.pop();
    if (parts !== undefined && last !== undefined) {
      if (isOpen && line !== '' && !beginsAnew.test(line)) parts.push(...withNext(last, line));
      else {
        parts.push(last);
        joined.push([line]);
      }
    } else joined.push([line]);
    isOpen = line !== '';
  }
  return joined.map((parts) => parts.join(''));
}

function withNext(line: string, next: string): readonly [string, string] {
  const end = endOf(line);
  if (divided.test(end) && goesOn.test(next)) return [line.slice(0, -1), next];
  return withoutBlanks.test(end) ? [line, next] : [`${line} `, next];
}

/** The texts of several files, one after the other. */
export function joinedFiles(texts: readonly { readonly file: string; readonly text: string }[], hasNames: boolean): string {
  return texts.map(({ file, text }) => (hasNames ? `${nameOf(file)}\n\n${text.trim()}` : text.trim())).join('\n\n');
}

function nameOf(file: string): string {
  return file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
}
