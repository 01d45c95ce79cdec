/**
 * `CF_HDROP`, in which programs of Windows copy files: a DROPFILES header (shlobj_core.h), then each path with a NUL after it, and one more NUL. Pure.
 * In Hub such a list is `text/uri-list` (RFC 2483).
 */

const headerBytes = 20;
/** Where the header has the offset of the first path, and whether the paths are UTF-16. */
const offsetAt = 0;
const wideAt = 16;

/** The paths as addresses, each in a line of its own; empty if the list is malformed. A path that is not absolute is left out. */
export function uriListOfDroppedFiles(bytes: Buffer): string {
  if (bytes.length < headerBytes) return '';
  const start = bytes.readUInt32LE(offsetAt);
  if (start < headerBytes || start > bytes.length) return '';
  const isWide = bytes.readUInt32LE(wideAt) !== 0;
  const all = new TextDecoder(isWide ? 'utf-16le' : 'windows-1252').decode(bytes.subarray(start));
  const end = all.indexOf('\0\0');
  const paths = (end < 0 ? all : all.slice(0, end)).split('\0');
  return paths.flatMap((path) => uriOf(path) ?? []).reduce((list, uri) => `${list}${uri}\r\n`, '');
}

/** The files of a `text/uri-list` in the format; null if it names none that Windows could open. Comments and other addresses are left out. */
export function droppedFilesOfUriList(list: string): Buffer | null {
  const paths = list.split(/\r?\n/).flatMap((line) => pathOf(line.trim()) ?? []);
  if (paths.length === 0) return null;
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32LE(headerBytes, offsetAt);
  header.writeUInt32LE(1, wideAt);
  return Buffer.concat([header, Buffer.from(`${paths.join('\0')}\0\0`, 'utf16le')]);
}

/** `C:\a b` is `file:///C:/a%20b`, and `\\server\share\a` is `file://server/share/a`. */
function uriOf(path: string): string | null {
  const slashed = path.replaceAll('\\', '/');
  const isShare = slashed.startsWith('//') && slashed[2] !== undefined && !'/.?'.includes(slashed[2]);
  if (!isShare && !/^[A-Za-z]:\//.test(slashed)) return null;
  const encoded = slashed.split('/').map((part) => encodeURIComponent(part.toWellFormed()).replaceAll('%3A', ':'));
  return `file:${isShare ? '' : '///'}${encoded.join('/')}`;
}

function pathOf(uri: string): string | null {
  const [, host = '', rest = ''] = /^file:\/\/([^/]*)(\/.*)$/i.exec(uri) ?? [];
  try {
    const path = decodeURIComponent(rest);
    if (path === '' || path.includes('\0')) return null;
    if (host !== '' && host.toLowerCase() !== 'localhost') return `//${host}${path}`.replaceAll('/', '\\');
    return /^\/[A-Za-z]:\//.test(path) ? path.slice(1).replaceAll('/', '\\') : null;
  } catch {
    return null; // not UTF-8 behind the percent signs
  }
}
