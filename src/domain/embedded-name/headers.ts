/**
 * A file name in MIME or HTTP headers: `filename` of Content-Disposition (RFC 2183, RFC 6266), else `name` of Content-Type (RFC 2045). Extended and
 * continued parameters (RFC 8187, RFC 2231) and encoded words (RFC 2047) are decoded; an extended one wins.
 */
import { givenName } from './plausible-name.ts';

const BEGINS = /^(?:HTTP\/\d|--\S|[A-Z][\w-]*:\s?\S)/iu;

/** The name in the headers at the start, or null. */
export function fromHeaders(lines: readonly string[]): string | null {
  if (!BEGINS.test(lines[0] ?? '')) return null;
  const end = lines.indexOf('', 1);
  const headers = (end < 0 ? lines : lines.slice(0, end))
    .join('\n')
    .replace(/\n[ \t]+/gu, ' ')
    .split('\n');
  return (
    parameterOf(headers, /^Content-Disposition:/iu, 'filename') ?? parameterOf(headers, /^Content-Type:\s*[\w.+-]+\/[\w.+-]+\s*;/iu, 'name')
  );
}

function parameterOf(headers: readonly string[], field: RegExp, parameter: string): string | null {
  const header = headers.find((line) => field.test(line));
  if (header === undefined) return null;
  const values = parametersOf(header);
  const extended = values.get(`${parameter}*`);
  const value =
    (extended === undefined ? null : charsetDecoded(extended)) ?? continued(values, parameter) ?? wordsDecoded(values.get(parameter) ?? '');
  return givenName(value.trim());
}

/** `; name=value` and `; name="value"`, names in lower case. Only `\\` and `\"` count as escapes: old clients send bare Windows paths. */
function parametersOf(header: string): ReadonlyMap<string, string> {
  const found = header.matchAll(/;\s*([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/gu);
  return new Map(
    [...found].map(([, name = '', quoted, token]) => [name.toLowerCase(), quoted?.replace(/\\([\\"])/gu, '$1') ?? token ?? '']),
  );
}

/** `name*0=…; name*1*=…`: RFC 2231, sections 3 and 4.1. */
function continued(values: ReadonlyMap<string, string>, parameter: string): string | null {
  let plain = '';
  let start: string | null = null;
  for (let part = 0; part < 40; part++) {
    const encoded = values.get(`${parameter}*${part}*`);
    const value = encoded ?? values.get(`${parameter}*${part}`);
    if (value === undefined) break;
    if (part === 0 && encoded !== undefined) start = /^[\w-]*'[\w-]*'/u.exec(encoded)?.[0] ?? '';
    plain += encoded === undefined ? encodeURIComponent(value.toWellFormed()) : value;
  }
  if (plain === '') return null;
  return charsetDecoded(start === null ? `UTF-8''${plain}` : plain);
}

/** `UTF-8'en'na%C3%AFve.csv` (RFC 8187, section 3.2). */
function charsetDecoded(value: string): string | null {
  const [, charset = '', encoded = ''] = /^([\w-]+)'[\w-]*'(.*)$/u.exec(value) ?? [];
  return charset === '' ? null : decoded(charset, percentBytes(encoded));
}

function percentBytes(encoded: string): Buffer {
  return Buffer.from(
    encoded.replace(/[^\p{ASCII}]/gu, '?').replace(/%([\da-f]{2})/giu, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}

/** `=?UTF-8?B?…?=` and `=?iso-8859-1?Q?…?=`; blanks between two of them are dropped. */
function wordsDecoded(value: string): string {
  return value
    .replace(/(\?=)\s+(?==\?)/gu, '$1')
    .replace(/=\?([\w-]+)(?:\*[\w-]*)?\?([bq])\?([^?\s]*)\?=/giu, (whole, charset: string, encoding: string, text: string) => {
      const bytes =
        encoding.toLowerCase() === 'b'
          ? Buffer.from(text, 'base64')
          : percentBytes(text.replaceAll('_', ' ').replaceAll('%', '%25').replaceAll('=', '%'));
      return decoded(charset, bytes) ?? whole;
    });
}

function decoded(charset: string, bytes: Buffer): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
