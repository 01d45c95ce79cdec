/**
 * Numbers as people write them. `1.234` is one thing in English and another in German: such a text has two readings, and whoever reads it has to know
 * more, or to leave it.
 */

export type DecimalSign = '.' | ',';

const longest = 40;
const shape = /^[-+−]?\d[\d.,'’ \u00a0\u202f]{0,38}$/;
const others = /['’ \u00a0\u202f]/;

interface Parts {
  readonly sign: string;
  /** Without what is between thousands; up to the separator that may be decimal. */
  readonly whole: string;
  readonly fraction: string;
  /** The one before `fraction`; null if that is empty. */
  readonly mark: DecimalSign | null;
  /** Whether the digits behind the mark may be thousands. */
  readonly isOpen: boolean;
  /** What the decimal sign must be, if the text tells. */
  readonly told: DecimalSign | null;
}

/** Its possible values as decimal numbers, at most two, that with the mark as the decimal sign first; none for what is no number. */
export function decimalReadings(text: string): readonly string[] {
  const parts = partsOf(text.trim());
  if (parts === null) return [];
  const asDecimal = numberOf(parts.sign, parts.whole, parts.fraction);
  return parts.isOpen ? [asDecimal, numberOf(parts.sign, parts.whole + parts.fraction, '')] : [asDecimal];
}

/** The decimal sign that this number must have been written with; null if it does not tell. */
export function decimalSignIn(text: string): DecimalSign | null {
  return partsOf(text.trim())?.told ?? null;
}

/** Its value if the decimal sign is this one; null for what is no number then. */
export function decimalWith(text: string, sign: DecimalSign): string | null {
  const parts = partsOf(text.trim());
  if (parts === null || (parts.told !== null && parts.told !== sign)) return null;
  return parts.isOpen && parts.mark !== sign
    ? numberOf(parts.sign, parts.whole + parts.fraction, '')
    : numberOf(parts.sign, parts.whole, parts.fraction);
}

/** The decimal number with so many zeros more, without rounding. */
export function shifted(decimal: string, zeros: number): string {
  const [whole = '', fraction = ''] = decimal.split('.');
  const digits = fraction.padEnd(zeros, '0');
  const left = digits.slice(zeros);
  const moved = `${whole}${digits.slice(0, zeros)}`.replace(/^(-?)0{1,60}(?=\d)/, '$1');
  return left === '' ? moved : `${moved}.${left}`;
}

function partsOf(text: string): Parts | null {
  if (text.length > longest || !shape.test(text) || !/\d$/.test(text)) return null;
  const sign = /^[-−]/.test(text) ? '-' : '';
  const digits = text.replace(/^[-+−]/, '');
  const [points, commas] = [count(digits, '.'), count(digits, ',')];
  const last = digits.lastIndexOf('.') > digits.lastIndexOf(',') ? '.' : ',';
  const before = last === '.' ? commas : points;
  const ofLast = last === '.' ? points : commas;
  if (ofLast === 0)
    return isGrouped(digits, others) ? { sign, whole: bare(digits), fraction: '', mark: null, isOpen: false, told: null } : null;
  if (ofLast > 1) {
    // `1.234.567`: it can only be between thousands.
    if (before > 0 || !isGrouped(digits, last === '.' ? /\./ : /,/)) return null;
    return { sign, whole: bare(digits), fraction: '', mark: null, isOpen: false, told: last === '.' ? ',' : '.' };
  }
  const at = digits.lastIndexOf(last);
  const [whole, fraction] = [digits.slice(0, at), digits.slice(at + 1)];
  if (!/^\d+$/.test(fraction) || !isGrouped(whole, before > 0 ? (last === '.' ? /,/ : /\./) : others)) return null;
  const isOpen = before === 0 && fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  return { sign, whole: bare(whole), fraction, mark: last, isOpen, told: isOpen ? null : last };
}

/** Groups of three, of two and three as in India (which has commas between), or no groups. */
function isGrouped(digits: string, between: RegExp): boolean {
  const groups = digits.split(between);
  if (!groups.every((group) => /^\d+$/.test(group))) return false;
  const [first = '', ...rest] = groups;
  if (rest.length === 0) return true;
  if (first.length > 3 || rest.at(-1)?.length !== 3) return false;
  return rest.every((group) => group.length === 3) || (between.test(',') && rest.slice(0, -1).every((group) => group.length === 2));
}

function numberOf(sign: string, whole: string, fraction: string): string {
  const plain = whole.replace(/^0{1,40}(?=\d)/, '');
  return `${sign}${plain}${fraction === '' ? '' : `.${fraction}`}`;
}

function bare(digits: string): string {
  return digits.replaceAll(/\D/g, '');
}

function count(text: string, sign: string): number {
  return text.split(sign).length - 1;
}
