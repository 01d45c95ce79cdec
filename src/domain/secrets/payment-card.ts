/** Card numbers: the issuer's first digits with their length, the check digit, and what is around them. Other numbers pass Luhn's check one time in ten. */
import { passesLuhn } from './checksums.ts';

const [zero, nine, space, dash] = [0x30, 0x39, 0x20, 0x2d];
const longestNumber = 23;
/** So far around a number without groups a word has to say that it is a card's. */
const contextLength = 60;

const issuers: readonly RegExp[] = [
  /^4\d{15}$/, // Visa
  /^(?:5[1-5]|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12,14}$/, // Mastercard
  /^3[47]\d{13}$/, // American Express
  /^(?:6011|64[4-9]\d|65\d\d)\d{12}$/, // Discover
  /^35(?:2[89]|[3-8]\d)\d{12}$/, // JCB
  /^3(?:0[0-5]|[689]\d)\d{11}$/, // Diners Club
  /^62\d{14}$/, // UnionPay
];
const groupings = /^(?:\d{4}([ -])\d{4}\1\d{4}\1\d{4}|\d{4}([ -])\d{6}\2\d{4,5})$/;
const cardWords = /card|visa|master|amex|discover|cvv|cvc|expir|exp\b|karte|carte|tarjeta|carta|kaart|卡|カード/i;

/**
 * Whether a card number is in the text: in the groups that are printed on cards, alone, or near a word or a date that says so. A number without groups among others is
 * one of the many that orders, logs and programs have.
 */
export function hasCardNumber(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    if (!isDigit(text.charCodeAt(at))) continue;
    let end = at;
    let digits = 0;
    for (
      let code = text.charCodeAt(end);
      isDigit(code) || ((code === space || code === dash) && isDigit(text.charCodeAt(end + 1)) && !isExpiry(text, end));
      code = text.charCodeAt(end)
    ) {
      if (isDigit(code)) digits += 1;
      end += 1;
    }
    if (digits >= 14 && digits <= 16 && end - at <= longestNumber && isCard(text, at, end)) return true;
    at = end;
  }
  return false;
}

function isDigit(code: number): boolean {
  return code >= zero && code <= nine;
}

/** Whether a date such as ` 12/29` follows, as it does when the whole card is copied. */
function isExpiry(text: string, at: number): boolean {
  return /^ (?:0?[1-9]|1[0-2]) ?\/ ?\d\d/.test(text.slice(at, at + 8));
}

function isCard(text: string, start: number, end: number): boolean {
  if (/[\w.+-]$/.test(text.slice(Math.max(0, start - 1), start)) || /^(?:\w|[.-]\w)/.test(text.slice(end, end + 2))) return false;
  // Groups of hexadecimal digits go on: a dump of bytes.
  if (/[0-9a-f]{4} $/i.test(text.slice(Math.max(0, start - 5), start)) || /^ [0-9a-f]{4}\b/i.test(text.slice(end, end + 6))) return false;
  const written = text.slice(start, end);
  const number = written.replaceAll(/[ -]/g, '');
  const isIssued = issuers.some((issuer) => issuer.test(number)) && number.length === number.replaceAll(/\D/g, '').length;
  if (!isIssued || !passesLuhn(number) || new Set(number).size < 2) return false;
  if (groupings.test(written)) return true;
  if (written !== number) return false;
  const isAlone = text.length <= number.length + 8 && text.trim() === number;
  return (
    isAlone ||
    isExpiry(text, end) ||
    cardWords.test(text.slice(Math.max(0, start - contextLength), start)) ||
    cardWords.test(text.slice(end, end + contextLength))
  );
}
