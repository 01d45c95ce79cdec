/** A saved mail (RFC 5322, MIME): its heading, its text, and the names of what is attached. */
import PostalMime, { type Address, type Email } from 'postal-mime';
import type { Read, ReadingParts } from '../document-reader.ts';
import { addMarkupText } from '../markup-text.ts';
import { NoText } from '../no-text.ts';

/** It is held more than once while it is parsed. */
const mostBytes = 64 * 1024 * 1024;
const mostParts = 10_000;
const limits = { maxNestingDepth: 64, maxHeadersSize: 1024 * 1024 };
/**
 * Mails in each other: each is parsed anew, with all that are in it. A forwarded mail that has one in it is read whatever its size; deeper
 * levels are read while all levels together have at most this many lines.
 */
const levels = { least: 2, most: 10, lines: 100_000 } as const;

export async function readMail({ source, text }: ReadingParts): Promise<Read> {
  if (source.size > mostBytes) throw new NoText('too-large');
  const bytes = source.read(0, source.size);
  if (startsOfParts(bytes) > mostParts) throw new NoText('too-deep');
  const mail = await parsed(bytes, readLevels(bytes));
  const heading = [
    ['From', named(mail.from === undefined ? [] : [mail.from])],
    ['To', named(mail.to ?? [])],
    ['Cc', named(mail.cc ?? [])],
    ['Date', dateOf(mail)],
    ['Subject', mail.subject ?? ''],
  ];
  for (const [name, value] of heading) {
    if (value === '') continue;
    text.add(`${name}: ${value}`);
    text.separate('\n');
  }
  text.separate('\n\n');
  if ((mail.text ?? '').trim() !== '') text.add((mail.text ?? '').replaceAll('\r\n', '\n').trim());
  else addMarkupText(mail.html ?? '', text);
  text.separate('\n\n');
  for (const { filename, mimeType } of mail.attachments) {
    text.add(filename ?? mimeType);
    text.separate('\n');
  }
  if (mail.attachments.some(({ rfc822DepthExceeded }) => rfc822DepthExceeded === true)) text.cut();
  return {};
}

/** With the time where it was written. */
function dateOf({ date = '', headers }: Email): string {
  const said = headers.find(({ key }) => key === 'date')?.value ?? '';
  const [, sign = '', hours = '', minutes = ''] = /([+-])(\d\d)([0-5]\d)(?: \(|$)/.exec(said.trim().slice(0, 100)) ?? [];
  const offset = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes));
  const time = Date.parse(date) + offset * 60_000;
  if (sign === '' || offset === 0 || !(Math.abs(time) < 8.64e15)) return date;
  return `${new Date(time).toISOString().slice(0, -5)}${sign}${hours}:${minutes}`;
}

async function parsed(bytes: Buffer, maxRfc822NestingDepth: number): Promise<Email> {
  try {
    return await PostalMime.parse(bytes, { ...limits, maxRfc822NestingDepth });
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    if (message.includes('nesting depth')) throw new NoText('too-deep');
    throw message.includes('header size') ? new NoText('too-large') : error;
  }
}

function readLevels(bytes: Buffer): number {
  let lines = 1;
  for (let at = bytes.indexOf(10); at >= 0 && lines < levels.lines; at = bytes.indexOf(10, at + 1)) lines += 1;
  return Math.max(levels.least, Math.min(levels.most, Math.floor(levels.lines / lines)));
}

/** Lines that begin with two hyphens: the boundaries, and a few that are not. */
function startsOfParts(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf('\n--'); at >= 0 && count <= mostParts; at = bytes.indexOf('\n--', at + 3)) count += 1;
  return count;
}

function named(addresses: readonly Address[]): string {
  return addresses
    .map(({ name, address, group }) =>
      group === undefined ? shown(name, address) : group.map((one) => shown(one.name, one.address)).join(', '),
    )
    .join(', ');
}

function shown(name: string, address: string | undefined): string {
  return name === '' || address === undefined ? (address ?? name) : `${name} <${address}>`;
}
