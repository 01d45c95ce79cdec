/** Messages with a one-time code. The word for it is near its digits, because "code" in a sentence with a number mostly means something else. */
import { isCodeAlone } from './digits.ts';

/** In UTF-16 units. */
const longestMessage = 300;
/** What no message to people has: programs and data do. */
const ofPrograms = /[{};=<>]|[\p{L}\d_)]\(|\(\)/u;
const digits = /(?<![A-Za-z\d.,_-])(?:[A-Z]-)?(?:\d{3}[ -]\d{3}|\d{4,8})(?![A-Za-z\d_-]|[.,]\d)/g;

/** Whether a message has exactly one one-time code: 448812 of "Your code is 448812" and of "448812 is your code", in several languages. */
export function hasOneTimeCode(message: string): boolean {
  const text = message.trim();
  if (text.length > longestMessage || ofPrograms.test(text)) return false;
  return sentencesOf(text).flatMap(codesOf).length === 1;
}

/** A line ends a sentence, except before digits alone, and after a colon. */
function sentencesOf(text: string): readonly string[] {
  const sentences: string[] = [];
  let joins = false;
  for (const line of text.split(/[\r\n]/).map((each) => each.trim())) {
    if (line === '') continue;
    const isAlone = isCodeAlone(line);
    if (sentences.length > 0 && (joins || isAlone)) sentences.push(`${sentences.pop()} ${line}`);
    else sentences.push(line);
    joins = /[:：]$/.test(line);
  }
  return sentences.flatMap((sentence) => sentence.split(/[.!?…](?= |$)|[。！？]/));
}

function codesOf(sentence: string): readonly string[] {
  return [...sentence.matchAll(digits)]
    .filter(({ 0: code, index }) => isCodeAlone(code) && isAsked(sentence.slice(0, index), sentence.slice(index + code.length)))
    .map(([code]) => code);
}

function isAsked(before: string, after: string): boolean {
  if (/(?:验证码|校验码|动态码|確認コード|인증번호)[^\d,，]{0,8}$/.test(before)) return true;
  if (/^[^\d,，]{0,12}(?:验证码|校验码|动态码|確認コード|인증번호)/.test(after)) return true;
  return isNamedBefore(before) || isNamedAfter(wordsOf(after.slice(0, 80)));
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}’']{1,40}/gu) ?? [];
}

/** `code`, `PIN`, `Bestätigungscode`; `password` only of one time. */
const asking =
  /^(?:code|otp|pin|passcode|(?:m|i|sms|push)?tan|kod|код|codice|código|(?:bestätigungs|sicherheits|anmelde|einmal|zugangs|verifizierungs)(?:code|pin|passwort|kennwort))$/;
const ofPasswords = new Set(['time', 'verification', 'security', 'confirmation', 'login', 'in', 'access', 'temporary']);
/** A code of these is kept and found again, or belongs to a program. */
const others = new Set(
  'error exit status return response zip postal area country dialing dialling source discount promo coupon voucher product item bar qr dress sort bank'.split(
    ' ',
  ),
);
const linking = new Set('is was be as ist lautet wäre als est es è é är er это 是 为'.split(' '));
const possessive = new Set('your the our ihr ihre dein deine der die das votre le la ton su tu il tuo suo o seu'.split(' '));
const elsewhere = new Set('in of on at from review im auf aus von bei'.split(' '));
const mostBetween = 4;

/** "the code in PR", but not "your sign-in code". */
function isElsewhere(words: readonly string[]): boolean {
  return words.some((word, at) => elsewhere.has(word) && !['sign', 'log'].includes(words[at - 1] ?? ''));
}

/** Where the last word that asks for a code is; -1 without one. */
function lastAsking(words: readonly string[]): number {
  return words.findLastIndex((word, at) => {
    const before = words[at - 1] ?? '';
    if (word === 'password') return ofPasswords.has(before);
    return asking.test(word) && !others.has(before);
  });
}

/** "Your code is", "Code for Example:", "Einmalpasswort" */
function isNamedBefore(before: string): boolean {
  const words = wordsOf(before.slice(-120));
  const at = lastAsking(words);
  const between = at < 0 ? null : words.slice(at + 1);
  if (between === null || between.length > mostBetween || isElsewhere(between)) return false;
  if (/[,，]\s*$/.test(before)) return false;
  return between.length === 0 || linking.has(between.at(-1) ?? '') || /[:：]\s*$/.test(before);
}

/** "is your code", "as your login code" */
function isNamedAfter(words: readonly string[]): boolean {
  const [link = '', whose = ''] = words;
  if (!linking.has(link) || !possessive.has(whose)) return false;
  const near = words.slice(2, 3 + mostBetween);
  const at = near.findIndex((_, index) => lastAsking(near.slice(0, index + 1)) === index);
  return at >= 0 && !isElsewhere(near.slice(0, at));
}
