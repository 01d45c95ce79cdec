/** The name of a file from the address that it was fetched from. Pure. Hub makes it safe and unique; here it only has to say what the file is. */

const endings: Readonly<Record<string, string>> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/gif': '.gif',
  'image/webp': '.webp',
  'image/avif': '.avif',
  'image/svg+xml': '.svg',
  'image/bmp': '.bmp',
  'image/x-icon': '.ico',
  'application/pdf': '.pdf',
  'text/html': '.html',
  'text/plain': '.txt',
  'application/json': '.json',
};
const longest = 120;

/** What its site calls the file, or the last part of the address's path; with an ending that fits the media type where it has none. */
export function fileNameOf(address: string, { mediaType, name: told }: { readonly mediaType: string; readonly name?: string }): string {
  if (told !== undefined && plain(told) !== '') return withEnding(plain(told), mediaType);
  // What is in `data:` or `blob:` names nothing.
  const path = URL.canParse(address) && /^https?:/i.test(address) ? new URL(address).pathname : '';
  const last = path.split('/').findLast((part) => part !== '') ?? '';
  return withEnding(plain(decoded(last)), mediaType);
}

function withEnding(name: string, mediaType: string): string {
  const ending = endings[mediaType] ?? '';
  const has = /\.[a-z0-9]{1,8}$/i.test(name);
  // The address of a script that draws a picture is no name of a picture.
  const isScript = /\.(?:php|aspx?|jsp|cgi)$/i.test(name);
  if (has && !isScript) return whole(name.slice(-longest));
  return `${whole((isScript ? name.replace(/\.[a-z]+$/i, '') : name).slice(0, longest)) || 'file'}${ending}`;
}

/**
 * The name of a file in `Content-Disposition` (RFC 6266 §4): the one with its charset (RFC 8187) before the plain one, whose bytes a browser may have read as
 * Latin-1 where they were UTF-8. Null: there is none.
 */
export function nameOfDisposition(header: string): string | null {
  const extended = /;\s*filename\*\s*=\s*"?(utf-8|iso-8859-1)'[^']*'([^;"\s]*)/i.exec(header);
  if (extended !== null) {
    const [, charset = '', value = ''] = extended;
    const bytes = Uint8Array.from(
      value.replace(/%([0-9a-f]{2})/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
      (letter) => letter.charCodeAt(0) & 0xff,
    );
    return new TextDecoder(charset).decode(bytes);
  }
  const [, quoted, token] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;"\s]+))/i.exec(header) ?? [];
  const named = quoted?.replace(/\\(.)/g, '$1') ?? token;
  return named === undefined ? null : asUtf8(named);
}

function asUtf8(text: string): string {
  if (!/[\u0080-\u00ff]/.test(text) || /[^\0-\u00ff]/.test(text)) return text;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(text, (letter) => letter.charCodeAt(0)));
  } catch {
    return text;
  }
}

/** A title as the name of a file. */
export function fileNameFromTitle(title: string, ending: string): string {
  return `${whole(plain(title).slice(0, longest)).trim() || 'page'}${ending}`;
}

/** A cut may have left half of a character at an end. */
function whole(name: string): string {
  return name.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function plain(text: string): string {
  return text
    .replace(/[\p{Cc}/\\:*?"<>|]/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .replace(/^[. ]+/, '')
    .trim()
    .toWellFormed();
}
