/** Addresses of computers in networks, which are no numbers, although `255.255.255.255` may be read as one. */

/** With a port, a prefix, a zone and brackets: 45 characters of address, and what may follow. */
const longestAddress = 80;

/** Whether a line is an address of IPv4 or IPv6, perhaps with a port (`10.0.0.1:80`, `[::1]:80`), or a network (`10.0.0.0/8`, `2001:db8::/32`). */
export function isNetworkAddress(line: string): boolean {
  if (line.length > longestAddress) return false;
  const [whole = '', prefix, ...more] = line.split('/', 3);
  if (more.length > 0 || !/^(?:0|[1-9]\d{0,2})$/.test(prefix ?? '0')) return false;
  const [, inBrackets, withoutPort = whole, port] = /^(?:\[([^\]]*)\]|([\d.]+))(?::(\d{1,5}))?$/.exec(whole) ?? [];
  // A port is of one computer, a prefix of many.
  if (port !== undefined && (prefix !== undefined || Number(port) > 65_535)) return false;
  if (inBrackets === undefined && isIpv4(withoutPort)) return Number(prefix ?? '0') <= 32;
  return Number(prefix ?? '0') <= 128 && isIpv6(inBrackets ?? whole);
}

/** No part has a zero before it: `10.000.000.000` is a number. */
function isIpv4(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255);
}

/** RFC 4291 §2.2, and a zone (`fe80::1%eth0`). */
function isIpv6(text: string): boolean {
  const [, address = ''] = /^([\da-f:.]+)(?:%[\w.-]{1,20})?$/i.exec(text) ?? [];
  const last = address.split(':').at(-1) ?? '';
  // An IPv4 address in the end stands for two parts.
  const parts = (isIpv4(last) ? `${address.slice(0, -last.length)}0:0` : address).split('::');
  const groups = parts.flatMap((part) => (part === '' ? [] : part.split(':')));
  if (parts.length > 2 || !groups.every((group) => /^[\da-f]{1,4}$/i.test(group))) return false;
  if (parts.length === 1) return groups.length === 8;
  return groups.length < 8 && (parts[0] === '' ? groups.some((group) => /^\d/.test(group)) : beginsNetwork.test(groups[0] ?? ''));
}

/**
 * The first part of the networks that are in use: four digits, or `64:ff9b::` and `100::`; with a letter first only those of a site, a link or a group.
 * `12:30::45` is none, and `a1::b2` is a path of C++ or Rust.
 */
const beginsNetwork = /^(?:\d[\da-f]{3}|64|100|f(?:[cdf][\da-f]|e[89ab])[\da-f])$/i;
