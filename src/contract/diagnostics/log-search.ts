/**
 * What may be written to search the logs: words, fields (`captureId=12`), and in double quotes what has blanks in it (`text="two words"`, `"disk is full"`). `hub logs`
 * and the page of the logs read it with this, so that both find the same lines. It imports nothing, because it is also in the page.
 */

/** A part of a search, which a line has to have. */
export interface AskedWord {
  /** The name of the field that has this text as its value; null: the text is somewhere in the line. */
  readonly field: string | null;
  /** As `lowered` makes it. */
  readonly text: string;
  /** It was in quotes: the value of the field is this, to its end. */
  readonly isQuoted: boolean;
}

/**
 * The parts of a search. A quoted text begins at the beginning of a part or right after `name=`, and ends at the next quote, or at the end of all if there is
 * none; `\"` in it is a quote, and `\\` a backslash. Any other quote is a character like others, and so is `name=` without a value.
 */
export function askedWords(search: string): readonly AskedWord[] {
  const text = lowered(search);
  const words: AskedWord[] = [];
  for (let at = 0; at < text.length; ) {
    if (isBlank(text, at)) {
      at += 1;
      continue;
    }
    const valueAt = afterName(text, at);
    const field = valueAt === at ? null : text.slice(at, valueAt - 1);
    if (text[valueAt] === '"') {
      const quoted = quotedAt(text, valueAt);
      // Nothing but quotes asks for nothing.
      if (field !== null || quoted.text !== '') words.push({ field, text: quoted.text, isQuoted: true });
      at = quoted.end;
      continue;
    }
    let end = valueAt;
    while (end < text.length && !isBlank(text, end)) end += 1;
    if (field !== null && end > valueAt) words.push({ field, text: text.slice(valueAt, end), isQuoted: false });
    else words.push({ field: null, text: text.slice(at, end), isQuoted: false });
    at = end;
  }
  return words;
}

/** Whether a field has the value that is asked for: 12 is not 129. Without quotes there are no blanks, so that one may ask for a longer value by its first word. */
export function hasAskedValue(value: string, { text, isQuoted }: AskedWord): boolean {
  return value.startsWith(text) && (value.length === text.length || (!isQuoted && value[text.length] === ' '));
}

/** In lower case, and as long as the text, so that a place in one is a place in the other: of all characters, `İ` alone becomes longer. */
export function lowered(text: string): string {
  return text.replaceAll('İ', 'I').toLowerCase();
}

function isBlank(text: string, at: number): boolean {
  return /\s/.test(text[at] ?? '');
}

/** Where the value begins after a name and `=`; `at` itself if there is no name. */
function afterName(text: string, at: number): number {
  let end = at;
  while (/\w/.test(text[end] ?? '')) end += 1;
  return end > at && text[end] === '=' ? end + 1 : at;
}

/** `end`: after the closing quote. A tab or a line end in it is a blank. */
function quotedAt(text: string, start: number): { readonly text: string; readonly end: number } {
  const read: string[] = [];
  let at = start + 1;
  for (; at < text.length && text[at] !== '"'; at += 1) {
    const isEscape = text[at] === '\\' && (text[at + 1] === '"' || text[at + 1] === '\\');
    if (isEscape) at += 1;
    read.push(isBlank(text, at) ? ' ' : (text[at] ?? ''));
  }
  return { text: read.join(''), end: at + 1 };
}
