/** Canaries: strings that stand for secrets. Finds them in every form in which a program could have stored them. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { filesBelow } from './hub.ts';

/** A unique string. Its quote, its ä and its space look different in each encoding. */
export function canary(label: string): string {
  return `cän"ary ${label} ${randomBytes(8).toString('hex')}`;
}

/** The same for places that accept only plain ASCII, such as a header or a file name. */
export function plainCanary(label: string): string {
  return `canary-${label}-${randomBytes(8).toString('hex')}`;
}

/** The forms of a text, by name: its bytes in several character sets, and the encodings that logs, URLs, JSON and databases use. */
function formsOf(text: string): ReadonlyMap<string, Buffer> {
  const utf8 = Buffer.from(text);
  const utf16 = Buffer.from(text, 'utf16le');
  const escaped = JSON.stringify(text).slice(1, -1);
  const ascii = escaped.replaceAll(/[^ -~]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const forms: [string, Buffer | string][] = [
    ['utf-8', utf8],
    ['utf-16le', utf16],
    ['utf-16be', Buffer.from(utf16).swap16()],
    ['latin1', Buffer.from(text, 'latin1')],
    ['hex', utf8.toString('hex')],
    ['HEX', utf8.toString('hex').toUpperCase()],
    ['percent', encodeURIComponent(text)],
    ['form', encodeURIComponent(text).replaceAll('%20', '+')],
    ['json', escaped],
    ['json, ascii', ascii],
    ['file name', text.toLowerCase()],
    ['json in json', JSON.stringify(escaped).slice(1, -1)],
    // Within a longer text, it can start at three positions of a group of four digits. The digits at its ends depend on the neighbouring bytes.
    ...[0, 1, 2].map((before): [string, string] => [
      `base64 at ${before}`,
      Buffer.concat([Buffer.alloc(before), utf8])
        .toString('base64')
        .replaceAll('=', '')
        .slice(4, -4),
    ]),
  ];
  return new Map(forms.map(([name, form]) => [name, Buffer.from(form)]));
}

/** The names of these forms. */
export const formNames: readonly string[] = [...formsOf('x').keys()];

/** Which of the canaries are in these bytes, and in what form. */
export function canariesIn(bytes: Uint8Array, canaries: readonly string[]): readonly string[] {
  const haystack = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return canaries.flatMap((text) => [...formsOf(text)].flatMap(([name, form]) => (haystack.includes(form) ? [`${text} as ${name}`] : [])));
}

/** Which of the canaries are in the files below a folder, or in their names. */
export function canariesBelow(folder: string, canaries: readonly string[]): readonly string[] {
  return filesBelow(folder).flatMap((file) => {
    const found = [...canariesIn(Buffer.from(file), canaries), ...canariesIn(bytesOf(path.join(folder, file)), canaries)];
    return found.map((what) => `${file}: ${what}`);
  });
}

/** The file's bytes; empty if the file is gone. */
function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}
