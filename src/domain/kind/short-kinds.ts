/** The kinds of short texts by their shape: links, addresses, numbers. No pattern backtracks over more than its own part. */
import type { ContentKind } from '../../contract/fragment-words.ts';
import { openingByName } from '../openable-files.ts';
import { looksGenerated } from '../secrets/random-looking.ts';
import { isCodeAlone, isIban, isPhone } from './digits.ts';
import { isNetworkAddress } from './network-address.ts';

const longestLink = 2_048;
const longestPath = 1_024;
/** Of a file or folder, between blanks. */
const mostWordsOfName = 12;
const longestNumber = 40;
const longestToken = 128;
/** Several of one kind, one per line. */
const mostLines = 64;
const inLists: ReadonlySet<ContentKind | null> = new Set(['link', 'mail', 'phone', 'color', 'path', 'number', 'iban', 'ip-address']);

/** Null if the text is none of these; a list is of a kind if each of its lines is. */
export function shortKindOf(text: string): ContentKind | null {
  const whole = withoutEnds(text);
  if (whole === '') return null;
  const lines = whole.split(/\r\n|[\n\r\0]/, mostLines + 1).map((line) => line.trim());
  const named = lines.filter((line) => line !== '');
  const [first = ''] = named;
  if (named.length === 1) return kindOfLine(first);
  if (named.length > mostLines) return null;
  const kind = kindOfLine(first);
  return inLists.has(kind) && named.every((line) => kindOfLine(line) === kind) ? kind : null;
}

/** Without blanks and NULs at either end: PCManFM ends its lists with a NUL. */
export function withoutEnds(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === '\0' || text[end - 1]?.trim() === '')) end -= 1;
  return text.slice(0, end).trimStart();
}

const longestWord = 64;

/** Whether it is one word of a script that puts blanks between words: a name, a branch, a technical term. */
export function isSingleWord(text: string): boolean {
  if (text.length > 2 * longestWord) return false;
  const word = withoutEnds(text);
  return word.length <= longestWord && /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{M}\p{P}\p{S}]+$/u.test(word);
}

function kindOfLine(line: string): ContentKind | null {
  if (line.length > longestLink) return null;
  if (isColor(line)) return 'color';
  if (isMail(line)) return 'mail';
  if (isLink(line)) return 'link';
  if (isPhone(line)) return 'phone';
  if (isCodeAlone(line)) return 'one-time-code';
  if (isNetworkAddress(line)) return 'ip-address';
  if (isNumber(line)) return 'number';
  if (isPath(line)) return 'path';
  if (isIban(line)) return 'iban';
  return isToken(line) ? 'token' : null;
}

function isColor(line: string): boolean {
  if (line.length > 80) return false;
  // `#123` is the number of an issue.
  if (/^#(?:[\da-f]{6}|[\da-f]{8})$/i.test(line) || (/^#[\da-f]{3,4}$/i.test(line) && /[a-f]/i.test(line))) return true;
  return /^(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\((?:[\w.#%+-]|[ ,/])+\);?$/i.test(line) && /\d/.test(line);
}

const hostName = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;

/** A name with a dot and a top domain of letters. */
function isHost(text: string): boolean {
  const parts = text.length > 253 ? [] : text.split('.');
  return (
    parts.length > 1 && parts.every((part) => hostName.test(part)) && /^(?:\p{L}{2,24}|xn--[a-z\d-]{2,59})$/iu.test(parts.at(-1) ?? '')
  );
}

const mailbox = /^[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}$/u;

function isMail(line: string): boolean {
  if (line.length > 1_000 || !line.includes('@')) return false;
  const end = line.toLowerCase().startsWith('mailto:') ? line.indexOf('?') : -1;
  const addresses = (end < 0 ? line : line.slice(0, end))
    .replace(/^mailto:/i, '')
    .replaceAll(/"[^"]{0,80}"/g, '')
    .split(/[,;]/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
  return addresses.length > 0 && addresses.every(isMailAddress);
}

/** `a@b.example`, `<a@b.example>`, `Ann Example <a@b.example>`. */
function isMailAddress(text: string): boolean {
  const open = text.lastIndexOf('<');
  if (open > 80 || (open >= 0 && !text.endsWith('>'))) return false;
  const address = open >= 0 ? text.slice(open + 1, -1) : text;
  const at = address.lastIndexOf('@');
  return at > 0 && mailbox.test(address.slice(0, at)) && isHost(address.slice(at + 1));
}

/** Of an address without `https://`: few enough to be no extension of a file. */
const topDomains = /\.(?:com|org|net|edu|gov|io|dev|app|de|at|ch|eu|uk|fr|it|es|nl|be|se|dk|cn|jp|br|us|ca|au|info|biz|xyz|tv)$/i;

function isLink(line: string): boolean {
  const link = unwrapped(line);
  if (/[\s<>"]/.test(link)) return false;
  const scheme = /^([a-z][a-z\d+.-]{1,20}):\/\/[^/\s]/i.exec(link)?.[1]?.toLowerCase();
  if (scheme !== undefined) return scheme !== 'file';
  if (/^(?:magnet:\?|about:[a-z]|view-source:|data:image\/)/i.test(link)) return !link.startsWith('data:');
  // The address of a repository: `git@example.org:name/project.git`.
  if (/^[\w.-]{1,40}@[\w.-]{1,100}:[\w.~-]{1,100}\/[\w./~-]{1,200}$/.test(link)) return true;
  const name = link.split(/[/?#:]/, 1)[0] ?? '';
  const rest = link.slice(name.length);
  if (!isHost(name) || (rest.startsWith(':') && !/^:\d{1,5}(?:[/?#]|$)/.test(rest))) return false;
  return /^www\./i.test(name) || topDomains.test(name);
}

/** `<https://…>`, and the link of Markdown. */
export function unwrapped(line: string): string {
  if (line.startsWith('<') && line.endsWith('>')) return line.slice(1, -1);
  if (!line.startsWith('[') || !line.endsWith(')')) return line;
  const at = line.indexOf('](');
  return at < 0 || at !== line.lastIndexOf('](') ? line : line.slice(at + 2, -1);
}

const units =
  /^ ?(?:%|‰|°[cf]?|€|\$|£|¥|eur|usd|gbp|chf|cny|kr|zł|元|k|m|g|t|[kmgt]i?b|b|bytes?|bits?|[nµmck]?m|k?g|mg|m?l|[mµn]?s|min|h|[kmg]?hz|[km]?w|kwh|m?v|m?a|px|pt|r?em|dpi|km\/h|m²|m2|m³|x)$/i;

const numbers = [/^\d*(?:[.,]\d+)(?:e[+-]?\d{1,3})?/i, /^\d+(?:e[+-]?\d{1,3})?/i, /^\d{1,3}(?:[.,'’ \u00a0\u202f]\d{3})+(?:[.,]\d+)?/];

function isNumber(line: string): boolean {
  if (line.length > longestNumber) return false;
  if (/^0(?:x[\da-f]{1,16}|b[01]{1,32}|o[0-7]{1,16})$/i.test(line)) return true;
  const digits = line.replace(/^[+−±~≈-]? ?(?:[$€£¥] ?|(?:eur|usd|gbp|chf) )?/i, '');
  return numbers.some((number) => {
    const found = number.exec(digits)?.[0];
    const rest = found === undefined ? null : digits.slice(found.length);
    return rest === '' || (rest !== null && units.test(rest));
  });
}

const roots =
  /^\/(?:bin|boot|dev|etc|home|lib(?:64)?|media|mnt|opt|proc|root|run|sbin|snap|srv|sys|tmp|usr|var|Applications|Library|System|Users|Volumes)(?:\/|$)/;

function isPath(line: string): boolean {
  const path = withoutQuotes(line);
  if (path.length > longestPath) return false;
  if (/^file:\/\/\S/i.test(path)) return true;
  if (/^[a-z]:[\\/](?:[^\\/]|$)/i.test(path)) return !/[<>"|?*]/.test(path) && !path.slice(2).includes(':');
  if (/^\\\\[\w.$-]+\\./.test(path) || /^%\w{1,40}%\\/.test(path)) return !/[<>"|*]/.test(path);
  if (/[<>"|*^;={}]/.test(path)) return false;
  if (/^(?:~[\w-]{0,32}|\$\{?HOME\}?)(?:\/|$)/.test(path)) return path !== '~';
  if (path.startsWith('/')) return isAbsolutePath(path);
  if (/^\.{1,2}\/[^\s/]/.test(path)) return !/\s/.test(path);
  // `src/app/main.ts:10:5`: folders, and a file with an extension.
  const parts = path.replace(/(?::\d{1,7}){1,2}$/, '').split('/');
  return parts.length > 1 && parts.every((part) => /^[\w.@+()[\]-]+$/.test(part)) && /[^.]\.[a-z][a-z\d]{0,7}$/i.test(parts.at(-1) ?? '');
}

function isAbsolutePath(path: string): boolean {
  if (roots.test(path)) return true;
  if (/^\/\/|[?$]|\/[gimsuy]{1,6}$/.test(path) || path.indexOf('/', 1) < 2) return false;
  return !/\s/.test(path) || isPathOfNames(path);
}

/**
 * A path with blanks, below a folder that systems do not have: the file has an extension that is known, or each word of a part with blanks begins as a name
 * does. `/data/plain note.txt` and `/data/Tax 2026`, and not `/msg ann/bob` or `/data/x is gone`.
 */
function isPathOfNames(path: string): boolean {
  const [first = '', ...others] = path.slice(1).split('/');
  if (/\s/.test(first) || others.some((part) => part !== part.trim() || part.split(' ').length > mostWordsOfName)) return false;
  const file = others.at(-1) ?? '';
  const folders = file.includes('.') && openingByName(file, 'linux') !== 'unknown' ? others.slice(0, -1) : others;
  const isSentence = /[,;:!] |[.!?]$/.test(path);
  return (
    !isSentence && folders.every((part) => !/\s/.test(part) || part.split(' ').every((word) => /^[\p{Lu}\p{Lo}\p{N}(&–-]/u.test(word)))
  );
}

/** Explorer copies a path with quotes around it. */
export function withoutQuotes(line: string): string {
  const isQuoted = line.length > 2 && (/^".*"$/.test(line) || /^'.*'$/.test(line));
  return isQuoted ? line.slice(1, -1) : line;
}

/** What programs and offices tell things apart by: no words. */
function isToken(line: string): boolean {
  if (line.length > longestToken || line.length < 6) return false;
  if (/^\{?[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\}?$/i.test(line)) return true;
  if (/^(?:(?:sha\d{1,3}|md5)[:-])?[\da-f]{7,128}$/i.test(line)) return /\d/.test(line) && /[a-f]/i.test(line);
  if (/^(?:[\da-f]{2}[:-]){5}[\da-f]{2}$/i.test(line)) return true; // MAC
  if (/^[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){3,7}(?: ?[A-Z\d]{1,4})?$/.test(line)) return true; // IBAN
  if (/^eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*$/.test(line)) return true; // JWT
  return /^[A-Za-z\d+/_=]{16,}$/.test(line) && looksGenerated(line);
}
