/** Checksums inside of secrets, by which a real one is told from a text of the same form. */

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const checksumLength = 6;

/**
 * Whether the last six characters are the CRC-32 of those before them, in base 62. Tokens of GitHub and npm end so (GitHub's blog, "Behind GitHub's new
 * authentication token formats", 2021).
 */
export function hasCrc32(token: string): boolean {
  const body = token.slice(0, -checksumLength);
  return crc32InBase62(body) === token.slice(-checksumLength);
}

/** The CRC-32 of an ASCII text, as six digits in base 62. */
export function crc32InBase62(text: string): string {
  let crc = 0xffff_ffff;
  for (let at = 0; at < text.length; at += 1) {
    crc ^= text.charCodeAt(at) & 0xff;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ ((crc & 1) === 1 ? 0xedb8_8320 : 0);
  }
  let rest = (crc ^ 0xffff_ffff) >>> 0;
  let written = '';
  for (let place = 0; place < checksumLength; place += 1) {
    written = digits.charAt(rest % digits.length) + written;
    rest = Math.floor(rest / digits.length);
  }
  return written;
}

/** The check digit of card numbers (ISO/IEC 7812-1). `number`: digits only. */
export function passesLuhn(number: string): boolean {
  let sum = 0;
  for (let place = 0; place < number.length; place += 1) {
    const digit = number.charCodeAt(number.length - 1 - place) - 48;
    const doubled = place % 2 === 1 ? 2 * digit : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
