/** The lines of a text, one after the other, so that a text of millions of them need not be held twice. */

export interface TextLine {
  /** Without its end. */
  readonly text: string;
  /** In UTF-16 units. */
  readonly offset: number;
}

/** A part of the text. */
export interface TextPart {
  readonly from: number;
  readonly to: number;
}

/** Of a longer line the beginning is looked at. */
const longestLine = 16_384;

/** Each line; instead of those in the parts, which are in the order of the text, one empty line. */
export function* linesOf(text: string, without: readonly TextPart[] = []): Generator<TextLine> {
  let [at, next] = [0, 0];
  while (at < text.length) {
    const part = without[next];
    if (part !== undefined && at >= part.from) {
      next += 1;
      if (part.to <= at) continue;
      yield { text: '', offset: at };
      at = part.to;
      continue;
    }
    const found = text.indexOf('\n', at);
    const end = found < 0 ? text.length : found;
    const last = text[end - 1] === '\r' && end > at ? end - 1 : end;
    yield { text: text.slice(at, Math.min(last, at + longestLine)), offset: at };
    at = end + 1;
  }
}

/** The width of what a line begins with: tabs reach the next of every fourth column (CommonMark, §2.2). */
export function indentationOf(line: string): number {
  let width = 0;
  for (const character of line) {
    if (character === ' ' || character === '\u3000') width += 1;
    else if (character === '\t') width += 4 - (width % 4);
    else break;
  }
  return width;
}
