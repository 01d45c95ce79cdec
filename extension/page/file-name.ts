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

/** The last part of the address's path, with an ending that fits the media type where it has none. */
export function fileNameOf(address: string, mediaType: string): string {
  const last = URL.canParse(address) ? (new URL(address).pathname.split('/').findLast((part) => part !== '') ?? '') : '';
  const name = plain(decoded(last));
  const ending = endings[mediaType] ?? '';
  const has = /\.[a-z0-9]{1,8}$/i.test(name);
  // The address of a script that draws a picture is no name of a picture.
  const isScript = /\.(?:php|aspx?|jsp|cgi)$/i.test(name);
  if (has && !isScript) return whole(name.slice(-longest));
  return `${whole((isScript ? name.replace(/\.[a-z]+$/i, '') : name).slice(0, longest)) || 'file'}${ending}`;
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
