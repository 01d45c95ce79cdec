/** Canaries: strings that stand for secrets. Finds them in every form in which a program could have stored them. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { domainToASCII } from 'node:url';
import { constants, inflateRawSync } from 'node:zlib';
import { filesBelow } from './hub.ts';

/** A unique string. Its quote, its ä and its space look different in each encoding. */
export function canary(label: string): string {
  return `cän"ary ${label} ${randomBytes(8).toString('hex')}`;
}

/** The same for places that accept only plain ASCII, such as a header or a file name. */
export function plainCanary(label: string): string {
  return `canary-${label}-${randomBytes(8).toString('hex')}`;
}

const known = new Map<string, ReadonlyMap<string, Buffer>>();

/** The forms of a text, by name: its bytes in several character sets, and the encodings that logs, URLs, HTML, JSON and databases use. */
function formsOf(text: string): ReadonlyMap<string, Buffer> {
  const forms = known.get(text) ?? newForms(text);
  known.set(text, forms);
  return forms;
}

function newForms(text: string): ReadonlyMap<string, Buffer> {
  const utf8 = Buffer.from(text);
  const utf16 = Buffer.from(text, 'utf16le');
  const escaped = JSON.stringify(text).slice(1, -1);
  const each = (characters: RegExp, form: (code: number) => string, of = text): string =>
    of.replaceAll(characters, (character) => form(character.codePointAt(0) ?? 0));
  const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');
  const percent = encodeURIComponent(text);
  const everyByte = Array.from(utf8, (byte) => `%${hex(byte, 2)}`).join('');
  const marks = /[^A-Za-z0-9 _-]/gu;
  const html = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const host = domainToASCII(text);
  const forms: [string, Buffer | string][] = [
    ['utf-8', utf8],
    ['utf-16le', utf16],
    ['utf-16be', Buffer.from(utf16).swap16()],
    ['latin1', Buffer.from(text, 'latin1')],
    ['hex', utf8.toString('hex')],
    ['HEX', utf8.toString('hex').toUpperCase()],
    ['percent', percent],
    ['percent, lower case', percent.replaceAll(/%../g, (code) => code.toLowerCase())],
    ['percent twice', encodeURIComponent(percent)],
    ['percent, every byte', everyByte],
    ['PERCENT, every byte', everyByte.toUpperCase()],
    ['form', percent.replaceAll('%20', '+')],
    ['html', html],
    ['html, numbers', each(marks, (code) => `&#${code};`)],
    ['html, hex', each(marks, (code) => `&#x${hex(code, 1)};`)],
    ['html, ascii', each(/[^ -~]/gu, (code) => `&#${code};`, html)],
    ['json', escaped],
    ['json, ascii', each(/[^ -~]/gu, (code) => `\\u${hex(code, 4)}`, escaped)],
    ['json in json', JSON.stringify(escaped).slice(1, -1)],
    ['file name', text.toLowerCase()],
    ['reversed', Array.from(text).toReversed().join('')],
    // Of a text that is no name of a host there is none.
    ['host', host === '' ? utf8 : host],
    ...base64Forms('base64', utf8),
    ...base64Forms('base64 of utf-16le', utf16),
  ];
  return new Map(forms.map(([name, form]) => [name, Buffer.from(form)]));
}

/** Fewer digits are in anything. */
const leastDigits = 4;

/**
 * Within a longer text, it can start at three positions of a group of four digits. The digits at its ends depend on the neighbouring bytes; of a short text
 * none are left, and the form is the text itself.
 */
function base64Forms(name: string, bytes: Buffer): readonly [string, Buffer | string][] {
  return (['base64', 'base64url'] as const).flatMap((encoding) =>
    [0, 1, 2].map((before): [string, Buffer | string] => {
      const digits = Buffer.concat([Buffer.alloc(before), bytes])
        .toString(encoding)
        .replaceAll('=', '')
        .slice(4, -4);
      return [`${name.replace('base64', encoding)} at ${before}`, digits.length < leastDigits ? bytes : digits];
    }),
  );
}

/** The names of these forms. */
export const formNames: readonly string[] = [...formsOf('x').keys(), 'compressed'];

/** Which of the canaries are in these bytes, and in what form. */
export function canariesIn(bytes: Uint8Array, canaries: readonly string[]): readonly string[] {
  const haystack = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const inside = unpackedFrom(haystack);
  return canaries.flatMap((text) => {
    const forms = [...formsOf(text)].flatMap(([name, form]) => (haystack.includes(form) ? [`${text} as ${name}`] : []));
    return inside.some((unpacked) => unpacked.includes(text)) ? [...forms, `${text} as compressed`] : forms;
  });
}

/** How gzip and zlib begin, as bytes and in base64. */
const beginnings = [Buffer.from([0x1f, 0x8b, 0x08]), Buffer.from([0x78, 0x9c]), Buffer.from([0x78, 0xda]), Buffer.from([0x78, 0x01])];
const inBase64 = /(?:H4sI|eJ[wxyz0-3]|eN[o-r]|eA[EFGH])[A-Za-z0-9+/_-]{8,}/g;
const gzipStart = 0x1f;
const mostUnpacked = 64 * 1024 * 1024;

/** What is compressed somewhere in these bytes. */
function unpackedFrom(bytes: Buffer): readonly Buffer[] {
  const found: Buffer[] = [];
  for (const beginning of beginnings)
    for (let at = bytes.indexOf(beginning); at !== -1; at = bytes.indexOf(beginning, at + 1)) found.push(bytes.subarray(at));
  for (const [digits] of bytes.toString('latin1').matchAll(inBase64)) found.push(Buffer.from(digits, 'base64'));
  return found.flatMap((packed) => {
    try {
      // Without its head, so that it may have anything behind it.
      const stream = packed.subarray(headOf(packed));
      return [inflateRawSync(stream, { maxOutputLength: mostUnpacked, finishFlush: constants.Z_SYNC_FLUSH })];
    } catch {
      return [];
    }
  });
}

/** Bytes before the stream: RFC 1950, RFC 1952 with the name of a file or without. */
function headOf(packed: Buffer): number {
  if (packed[0] !== gzipStart) return 2;
  return ((packed[3] ?? 0) & 8) === 0 ? 10 : packed.indexOf(0, 10) + 1;
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
