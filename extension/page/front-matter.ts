/** The beginning of a file of Markdown: its facts as YAML, which Markdown programs read. Pure. */

export interface PageFacts {
  readonly title: string;
  readonly author?: string;
  readonly url: string;
  /** As the page tells it. */
  readonly date?: string;
  readonly site?: string;
}

/**
 * The facts that there are, between `---`. A JSON string is a YAML string too (YAML 1.2 §1.3), whatever is in it. The time of saving is none of them: the same
 * page saved again is one entry of the history, and one file, because it is the same text.
 */
export function frontMatter({ title, author, url, date, site }: PageFacts): string {
  const facts = { title, author, url, site, date };
  const lines = Object.entries(facts).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`${name}: ${JSON.stringify(value)}`],
  );
  return `---\n${lines.join('\n')}\n---\n\n`;
}

/** A date that a page tells, as ISO 8601 if it is one: the day, where no time is told. Anything else stays as it is. */
export function plainDate(told: string): string {
  const text = told.trim();
  const [day] = /^\d{4}-\d{2}-\d{2}/.exec(text) ?? [];
  if (day === undefined) return text.slice(0, 100);
  return text.length > 10 && !Number.isNaN(Date.parse(text)) ? text.slice(0, 40) : day;
}

/** Words that Markdown would take for HTML. */
export function escapedMarkup(text: string): string {
  return text.replace(/<(?=[a-z/!?])/gi, '\\<').replace(/&(?=#?[a-z\d]{1,31};)/gi, '\\&');
}

/** Plain text in one line of Markdown, for a heading, the words of a link or what a picture shows. */
export function escapedWords(text: string): string {
  const line = escapedMarkup(
    text
      .replace(/[\\[\]`*_~]/g, (sign) => `\\${sign}`)
      .replace(/\s+/g, ' ')
      .trim(),
  );
  // A heading may end in such signs, which are then none of its words.
  return line.endsWith('#') ? line.replaceAll(' #', ' \\#') : line;
}

/** An address for the round brackets of a link. */
export function escapedAddress(url: string): string {
  return url.replace(/[()\s<>]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`);
}
