/** Lists of copied files as desktops offer them: `text/uri-list` (RFC 2483) and GNOME's form with `copy` or `cut` before it. */

/** Absolute paths of the local files in the list; other URIs as they are. Malformed lines, and paths that no file can have, are left out. */
export function pathsOfUriList(list: string): readonly string[] {
  const lines = withoutTerminator(list)
    .split(/\r?\n/)
    .map((line) => line.trim());
  const uris = lines.filter((line) => line !== '' && !line.startsWith('#') && line !== 'copy' && line !== 'cut');
  // No file has a NUL in its path, and no call of the system takes one.
  return uris.map(pathOf).filter((path): path is string => path !== null && !path.includes('\0'));
}

/** PCManFM ends its lists as C ends a string. */
export function withoutTerminator(list: string): string {
  let end = list.length;
  while (list[end - 1] === '\0') end -= 1;
  return list.slice(0, end);
}

function pathOf(uri: string): string | null {
  if (uri.startsWith('/')) return uri;
  const local = /^file:\/\/(?:localhost|[^/]*)?(\/.*)$/i.exec(uri)?.[1];
  if (local === undefined) return /^[a-z][a-z0-9+.-]*:/i.test(uri) ? uri : null;
  try {
    return onItsDrive(decodeURIComponent(local));
  } catch {
    return null; // not UTF-8 behind the percent signs
  }
}

/** `/C:/a` is what the address of a file of Windows has as its path. */
function onItsDrive(path: string): string {
  return /^\/[A-Za-z]:\//.test(path) ? path.slice(1).replaceAll('/', '\\') : path;
}
