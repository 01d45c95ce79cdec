/** The names and notes of files in the trash, as the specification has them: https://specifications.freedesktop.org/trash-spec/1.0/. */
import { localTimestamp } from '../../base/timestamp.ts';

/** The content of `info/NAME.trashinfo`. `path`: absolute, or relative to the top folder of its disk. `atMs`: Unix time. */
export function trashInfo(path: string, atMs: number): string {
  const encoded = path
    .split('/')
    .map((part) => encodeURIComponent(part.toWellFormed()))
    .join('/');
  return `[Trash Info]\nPath=${encoded}\nDeletionDate=${localTimestamp(atMs).slice(0, 'YYYY-MM-DDThh:mm:ss'.length)}\n`;
}

/** A name may have 255 bytes, with `.trashinfo` after it and a mark within. */
const longestBytes = 225;

/** The name in the trash: the file's own, shortened if it is long. `mark`, if not empty, tells it from others of this name. */
export function nameInTrash(name: string, mark: string): string {
  const dot = name.lastIndexOf('.');
  const hasExtension = dot > 0 && Buffer.byteLength(name.slice(dot)) <= 32;
  const [stem, extension] = hasExtension ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  return `${cut(stem, longestBytes - Buffer.byteLength(extension))}${mark === '' ? '' : `.${mark}`}${extension}`;
}

/** Never ends within a character. */
function cut(text: string, bytes: number): string {
  const encoded = new TextEncoder().encode(text);
  return encoded.length <= bytes ? text : new TextDecoder().decode(encoded.subarray(0, bytes), { stream: true });
}
