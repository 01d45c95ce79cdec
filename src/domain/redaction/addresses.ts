/** Addresses in a text: of mails, machines and network devices, what the address of a page says besides its page, and paths that name a person. Linear: each look from a sign is bounded. */
import type { Finding } from './finding.ts';

/** All places with such an address; of the address of a page its user and its query. */
export function findAddresses(text: string): readonly Finding[] {
  return [...inPageAddresses(text), ...mailAddresses(text), ...ofMachines(text), ...ofDevices(text), ...inHomes(text)];
}

const longestAddress = 8_192;
const endOfAddress = /[\s"<>`\p{Control}]/u;

/** What is after `://`: the part before an `@`, and everything from `?` or `#`. Each address is passed over once, however long it is. */
function inPageAddresses(text: string): readonly Finding[] {
  const found: Finding[] = [];
  for (let sign = text.indexOf('://'); sign >= 0; ) {
    const start = sign + 3;
    const end = endFrom(text, start);
    const address = text.slice(start, Math.min(end, start + longestAddress));
    const host = address.slice(0, lengthUntil(address, /[/?#\\]/));
    const user = host.lastIndexOf('@');
    if (user >= 0) found.push({ start, end: start + user, rule: 'address-user' });
    const query = lengthUntil(address, /[?#]/);
    // What is not looked at may be one.
    if (start + query < end) found.push({ start: start + query, end, rule: 'address-query' });
    sign = text.indexOf('://', Math.max(end, start));
  }
  return found;
}

function endFrom(text: string, at: number): number {
  let end = at;
  while (end < text.length && !endOfAddress.test(text.charAt(end))) end += 1;
  return end;
}

function lengthUntil(text: string, sign: RegExp): number {
  const at = text.search(sign);
  return at < 0 ? text.length : at;
}

const [longestName, longestHost] = [64, 255];
const ofName = /[\p{L}\p{N}._%+'-]/u;
const ofHost = /[\p{L}\p{N}.-]/u;

function mailAddresses(text: string): readonly Finding[] {
  return ['@', '%40'].flatMap((sign) => {
    const found: Finding[] = [];
    for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + sign.length)) {
      let start = at;
      while (start > 0 && at - start < longestName && ofName.test(text.charAt(start - 1))) start -= 1;
      const first = at + sign.length;
      let end = first;
      while (end - first < longestHost && ofHost.test(text.charAt(end))) end += 1;
      if (start < at && /\p{L}/u.test(text.slice(first, end))) found.push({ start, end, rule: 'mail-address' });
    }
    return found;
  });
}

/** IPv4 and IPv6, without those that every machine has. */
function ofMachines(text: string): readonly Finding[] {
  const found: Finding[] = [];
  for (const { 0: run, index } of text.matchAll(/[0-9A-Fa-f:.]{3,}/g)) {
    const address = withoutMargins(run);
    const start = index + run.indexOf(address);
    const end = start + address.length;
    if (/[\p{L}\p{N}_]/u.test(text.charAt(start - 1)) || /[\p{L}\p{N}_]/u.test(text.charAt(end))) continue;
    if ((isVersion4(address) || isVersion6(address)) && !isOfEveryMachine(address)) found.push({ start, end, rule: 'ip-address' });
  }
  return found;
}

const longestIp = 45;

/** Without the dots and the single colons around it, which belong to the sentence or are before a port. */
function withoutMargins(run: string): string {
  let [start, end] = [0, run.length];
  while (start < end && (run[start] === '.' || (run[start] === ':' && run[start + 1] !== ':'))) start += 1;
  while (end > start && (run[end - 1] === '.' || (run[end - 1] === ':' && run[end - 2] !== ':'))) end -= 1;
  const address = run.slice(start, end);
  const port = address.indexOf(':');
  return port > 0 && port === address.lastIndexOf(':') && isVersion4(address.slice(0, port)) ? address.slice(0, port) : address;
}

function isVersion4(address: string): boolean {
  const parts = address.length > longestIp ? [] : address.split('.');
  return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256);
}

function isVersion6(address: string): boolean {
  if (address.length > longestIp || !address.includes(':')) return false;
  const last = address.slice(address.lastIndexOf(':') + 1);
  if (last.includes('.') && !isVersion4(last)) return false;
  const groups = (last.includes('.') ? `${address.slice(0, -last.length)}0:0` : address)
    .split('::')
    .map((half) => (half === '' ? [] : half.split(':')));
  if (groups.flat().some((group) => !/^[0-9A-Fa-f]{1,4}$/.test(group))) return false;
  const count = groups.flat().length;
  return groups.length === 1 ? count === 8 : groups.length === 2 && count > 0 && count < 8;
}

function isOfEveryMachine(address: string): boolean {
  return address.startsWith('127.') || address === '0.0.0.0' || address === '::1';
}

const device = /(?<![0-9A-Fa-f:-])[0-9A-Fa-f]{2}(?:[:-][0-9A-Fa-f]{2}){5}(?![0-9A-Fa-f:-])/g;

function ofDevices(text: string): readonly Finding[] {
  return [...text.matchAll(device)].map(({ 0: found, index }) => ({ start: index, end: index + found.length, rule: 'mac-address' }));
}

const homes = ['/home/', '/Users/', '\\Users\\', '\\\\Users\\\\', '/media/', '/mnt/'];
const endOfPath = /[\s"'<>`|\p{Control}]/u;

/** Paths of home folders, whosever they are, and of what is mounted, to their end as far as that can be told. Each path is passed over once. */
function inHomes(text: string): readonly Finding[] {
  return homes.flatMap((sign) => {
    const found: Finding[] = [];
    for (let at = text.indexOf(sign); at >= 0; ) {
      let end = at + sign.length;
      while (end < text.length && !endOfPath.test(text.charAt(end))) end += 1;
      if (end > at + sign.length) found.push({ start: at, end, rule: 'other-path' });
      at = text.indexOf(sign, end);
    }
    return found;
  });
}
