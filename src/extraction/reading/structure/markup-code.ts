/** What a page says about a block of code: its language and its name, found as those of a block between fences are. */
import { codeName } from '../../../domain/structure/code-blocks.ts';

type Attributes = Readonly<Record<string, string>>;

/** A longer line is no name. */
const longestLine = 320;
/** Between them, what is on a line of its own. */
const blocks = new Set(
  'p div li tr td th ul ol dl dt dd h1 h2 h3 h4 h5 h6 pre blockquote figure figcaption section article header footer aside main nav table caption summary details br hr'.split(
    ' ',
  ),
);

/** The last line before a block of code, as Markdown would write it: code in backquotes. */
export class LineAbove {
  #line = '';
  #above = '';

  open(name: string): void {
    if (blocks.has(name)) this.#end();
    else if (name === 'code') this.text('`');
  }

  close(name: string): void {
    if (blocks.has(name)) this.#end();
    else if (name === 'code') this.text('`');
  }

  text(piece: string): void {
    const room = longestLine - this.#line.length;
    if (room > 0) this.#line += piece.slice(0, room);
  }

  /** Of the block that begins. Nothing is above the next one yet. */
  take(): string {
    this.#end();
    const above = this.#above;
    this.#above = '';
    return above;
  }

  #end(): void {
    const line = this.#line.replaceAll(/\s+/g, ' ').trim();
    if (line !== '') this.#above = line;
    this.#line = '';
  }
}

/** What `<pre>` and the `<code>` in it say of themselves; the inner one knows better. */
export class CodeLabels {
  #language: string | null = null;
  #info = '';

  begin(attributes: Attributes): void {
    [this.#language, this.#info] = [null, ''];
    this.hear(attributes);
  }

  hear(attributes: Attributes): void {
    const classes = (attributes.class ?? attributes['data-lang'] ?? '').slice(0, 300);
    this.#language = languageIn(classes) ?? this.#language;
    const named = namingAttributes.map((name) => attributes[name]).find((value) => value !== undefined && value !== '');
    const said = /(?:^|\s)lang(?:uage)?-(\S{1,200})/.exec(classes)?.[1];
    if (named !== undefined) this.#info = `title="${named.replaceAll('"', '')}"`;
    else if (said?.includes(':')) this.#info = said;
  }

  get language(): string | null {
    return this.#language;
  }

  nameOf(code: string, above: string): string | null {
    return codeName(this.#info, above, code);
  }
}

const namingAttributes = ['data-filename', 'data-file', 'filename', 'data-title', 'title'] as const;

/** As most pages say it: `language-ts`, `lang-ts`, `brush: ts`, `sourceCode python`. */
function languageIn(classes: string): string | null {
  const said = /(?:^|\s)(?:lang(?:uage)?-|brush:\s?|sourceCode\s)([\w+#.-]{1,30})/.exec(classes)?.[1];
  return said?.toLowerCase() ?? null;
}
