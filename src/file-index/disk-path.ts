/**
 * Paths of files that may have any bytes as their names. On Unix a name need not be UTF-8; read as a string it would name another file, or none. Such a
 * name is written with `\xE9` for each byte that is not UTF-8, and `\\` for a backslash, and is marked as escaped.
 */
import path from 'node:path';

/** `text` is the path itself or, if `escaped`, its escaped form. It is what a person sees. */
export interface DiskPath {
  readonly text: string;
  readonly escaped: boolean;
}

export function plainPath(text: string): DiskPath {
  return { text, escaped: false };
}

/** A name from its bytes. */
export function nameOfBytes(bytes: Uint8Array): DiskPath {
  try {
    return plainPath(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return { text: escapeBytes(bytes), escaped: true };
  }
}

/** The path of what has this name in this folder. */
export function pathIn(folder: DiskPath, name: DiskPath): DiskPath {
  if (!folder.escaped && !name.escaped) return plainPath(joined(folder.text, name.text));
  return { text: joined(escapedText(folder), escapedText(name)), escaped: true };
}

/** As Node's file functions take it. */
export function onDisk({ text, escaped }: DiskPath): string | Buffer {
  return escaped ? unescaped(text) : text;
}

function joined(folder: string, name: string): string {
  return folder.endsWith(path.sep) ? `${folder}${name}` : `${folder}${path.sep}${name}`;
}

function escapedText({ text, escaped }: DiskPath): string {
  return escaped ? text : text.replaceAll('\\', '\\\\');
}

/** UTF-8 stays as it is. Every byte of a sequence that is not UTF-8 is escaped. */
function escapeBytes(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes, at);
    if (length === 0) {
      text += `\\x${(bytes[at] ?? 0).toString(16).toUpperCase().padStart(2, '0')}`;
      at += 1;
    } else {
      text += new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(at, at + length)).replaceAll('\\', '\\\\');
      at += length;
    }
  }
  return text;
}

/** Bytes of the character that begins there; 0 if none does. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  for (let length = 1; length <= 4 && at + length <= bytes.length; length += 1) {
    try {
      new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(at, at + length));
      return length;
    } catch {}
  }
  return 0;
}

function unescaped(text: string): Buffer {
  const parts = text.split(/(\\\\|\\x[0-9A-F]{2})/);
  return Buffer.concat(
    parts.map((part, position) => {
      if (position % 2 === 0) return Buffer.from(part);
      return part === '\\\\' ? Buffer.from('\\') : Buffer.from(part.slice(2), 'hex');
    }),
  );
}
