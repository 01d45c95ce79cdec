/** What a text of JSON is about, by its outermost record, or by the first of a list of them. Reads each character once; the text may be cut off. */

export interface JsonRecord {
  /** The text of its `name` or `title`; null if it has none, or is one of a list. */
  readonly name: string | null;
  readonly keys: readonly string[];
}

const mostKeys = 5;
const nameKeys: ReadonlySet<string> = new Set(['name', 'title', 'displayName']);
/** A string, or a bracket. What is between them says nothing here. */
const parts = /"[^"\\]*(?:\\.[^"\\]*)*"?|[{}[\]]/gsu;

export function recordOfJson(text: string): JsonRecord {
  const depthOfKeys = text.trimStart().startsWith('[') ? 2 : 1;
  const keys: string[] = [];
  let depth = 0;
  let name: string | null = null;
  let named = false;
  for (const { 0: part, index } of text.matchAll(parts)) {
    if (part === '{' || part === '[') depth += 1;
    else if (part === '}' || part === ']') depth -= 1;
    else if (depth === depthOfKeys) {
      const isKey = text
        .slice(index + part.length, index + part.length + 9)
        .trimStart()
        .startsWith(':');
      const said = unescaped(part.slice(1, -1)).replaceAll(/\\(.)/gs, (_, sign: string) => (/\w/.test(sign) ? ' ' : sign));
      if (!isKey && named) name ??= said;
      named = isKey && depthOfKeys === 1 && nameKeys.has(said);
      // `$schema`, `@context`, `_id`: for programs.
      if (isKey && keys.length < mostKeys && /^[\p{L}\p{N}]/u.test(said)) keys.push(said);
    }
    if (part === '{' || part === '[') named = false;
    if (depth < depthOfKeys && (part === '}' || part === ']')) break;
  }
  return { name, keys };
}

/** With the characters for their escapes (`\u0041`, `\x41`): these may hide a token. */
export function unescaped(text: string): string {
  return text.replaceAll(/\\(?:u([\da-f]{4})|x([\da-f]{2})|.)/gis, (whole, unit?: string, byte?: string) => {
    const code = unit ?? byte;
    return code === undefined ? whole : String.fromCharCode(Number.parseInt(code, 16));
  });
}
