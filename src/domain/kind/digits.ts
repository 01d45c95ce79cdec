/** Digits that are no amounts: one-time codes, which confirm a sign-in, phone numbers, and bank accounts. */

const alone = /^(?:\d{4,8}|\d{3}[ -]\d{3}|[A-Z]-\d{6})$/;

/** Whether a text is nothing but a one-time code. Years and days are none. */
export function isCodeAlone(text: string): boolean {
  return alone.test(text) && !isDay(text);
}

function isDay(digits: string): boolean {
  return /^(?:19|20)\d\d(?:(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))?$/.test(digits);
}

const label = /^(?:(?:tel|fon|phone|mobile|mobil|cell|fax|handy|telefon|电话|手机)\.?:? {0,2})/iu;
const extension = / ?(?:ext\.?|x|#|-) ?\d{1,6}$/i;
/** The shapes in which people write phone numbers (ITU-T E.123, and the habits of several countries): not every row of digits is one. */
const shapes: readonly RegExp[] = [
  /^(?:\+|00)[1-9][\d ()./-]{6,22}$/, // +49 30 1234567, 0049 …
  /^\(0?\d{1,5}\)[ /-]?\d[\d /-]{4,14}$/, // (030) 1234567, (555) 123-4567
  /^0[1-9]\d{0,4}[ /-]\d[\d /-]{3,14}$/, // 030 1234567, 0171/123 45 67
  /^0[1-9]\d{8,10}$/, // 01711234567
  /^(?:1[ .-])?[2-9]\d{2}[ .-]\d{3}[ .-]\d{4}$/, // 555-123-4567
  /^1[3-9]\d[ -]?\d{4}[ -]?\d{4}$/, // 138 1234 5678
];

/** Whether a line is a phone number, perhaps with the word for it, or `tel:`. */
export function isPhone(line: string): boolean {
  if (line.length > 48) return false;
  const named = line.replace(label, '');
  const number = shapes.some((shape) => shape.test(named)) ? named : named.replace(extension, '');
  if (!shapes.some((shape) => shape.test(number)) || isDate(number)) return false;
  const digits = number.replaceAll(/\D/g, '').length;
  return digits >= 7 && digits <= 15 && !/[ ./-]{2}(?<! \()/.test(number.replace(/\) /, ')'));
}

/** A row of digits with what is written between them; the longest number has 15 digits. */
const candidate = /(?<![\p{L}\d.,+/(-])(?:\+|\()?\d[\d ()./-]{5,22}\d(?![\p{L}\d])/gu;
const labelBefore = /(?:(?<!\p{L})(?:tel|fon|phone|mobile|mobil|cell|fax|handy|telefon|call)|电话|手机)\.?[:：]? {0,2}$/iu;
const longestLabelBefore = 16;
/** Those of the shapes that are nothing else in a sentence, where `12 (1998) 123-145` is an article in a journal. */
const shapesInSentences: readonly RegExp[] = [
  /^\+[1-9]/,
  /^\(0\d{1,4}\)[ /-]?\d/,
  /^\(\d{3}\) ?\d{3}-\d{4}$/,
  /^[2-9]\d{2}[.-]\d{3}[.-]\d{4}$/,
  /^0[1-9]\d{1,4}[ /]\d{5,9}$/,
];

/** The phone numbers within a line of words. Linear in it. */
export function phonesWithin(line: string): readonly { readonly text: string; readonly offset: number }[] {
  return Array.from(line.matchAll(candidate), ({ 0: text, index }) => ({ text, offset: index })).filter(
    ({ text, offset }) =>
      isPhone(text) &&
      !isAmount(text) &&
      (shapesInSentences.some((shape) => shape.test(text)) ||
        labelBefore.test(line.slice(Math.max(0, offset - longestLabelBefore), offset))),
  );
}

/** `+12 345 678` is growth, `+1.2345678` a slope; and `+1 234 567 890` may be either, so it is neither. */
function isAmount(text: string): boolean {
  return (
    /^\+\d{1,3}(?:[ .]\d{3}){1,2}$/.test(text) ||
    /^\+\d(?:[ .]\d{3})+$/.test(text) ||
    /^\+\d+\.\d+$/.test(text) ||
    /\d{4}-\d\d-\d\d/.test(text)
  );
}

/** With its blanks, and the word before it. */
const longestIban = 50;

/** Whether a line is the number of a bank account (ISO 13616): its two check digits are right. */
export function isIban(line: string): boolean {
  if (line.length > longestIban) return false;
  const named = line.replace(/^IBAN:? ?/i, '');
  if (!/^[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,4})?$/.test(named)) return false;
  const number = named.replaceAll(' ', '');
  const digits = (number.slice(4) + number.slice(0, 4)).replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 'A'.charCodeAt(0) + 10),
  );
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}

function isDate(text: string): boolean {
  return /^\d{1,2}[./ -]\d{1,2}[./ -](?:19|20)?\d{2}$/.test(text) || /^\d{4}-\d\d-\d\d/.test(text);
}
