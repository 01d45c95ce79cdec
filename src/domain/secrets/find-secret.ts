/**
 * Whether a text contains a secret, and of which family. It reads the text once for the words, once for card numbers, and once for each sign of a
 * credential, whatever is in it. It errs on the side of ordinary copies: what has a checksum must pass it, and examples are left alone.
 */
import type { SecretFamily } from '../../contract/secret-families.ts';
import { textOfHtml } from '../kind/html-text.ts';
import { assignedSecret, isSecretName } from './assignments.ts';
import { findCredential } from './credentials.ts';
import { hasNamedSecret, saysSecret } from './named-values.ts';
import { hasCardNumber } from './payment-card.ts';
import { isNameOfWords, isRandomRow, isSampleToken, looksGenerated } from './random-looking.ts';
import { hasTokenChecksum, prefixlessForms, type TokenForm, tokenForms } from './token-families.ts';
import { type Word, wordsOf } from './words.ts';

const prefixLength = 2;
const formsByPrefix: ReadonlyMap<string, readonly TokenForm[]> = Map.groupBy(tokenForms, ({ prefix }) => prefix.slice(0, prefixLength));
const [shortestToken, longestToken] = [20, 32_768];
/** A text with more names of secrets than this is a list of them, and not examined further: a bound on the time. */
const mostNames = 20_000;
/** What is examined of the text before a token. */
const before = 16;

/** The family of a secret in the text, without those that are allowed; null if there is none. */
export function findSecret(text: string, allowed: readonly SecretFamily[] = []): SecretFamily | null {
  const isAllowed = (family: SecretFamily): boolean => allowed.includes(family);
  const isFound = (family: SecretFamily | null): family is SecretFamily => family !== null && !isAllowed(family);
  const credential = findCredential(text, isAllowed);
  if (credential !== null) return credential;
  let names = 0;
  for (const word of wordsOf(text)) {
    const token = tokenIn(text, word);
    if (isFound(token)) return token;
    if (names >= mostNames || !isSecretName(word)) continue;
    names += 1;
    const assigned = assignedSecret(text, word);
    if (isFound(assigned)) return assigned;
  }
  if (!isAllowed('password') && hasNamedSecret(text)) return 'password';
  return !isAllowed('payment_card') && hasCardNumber(text) ? 'payment_card' : null;
}

/** Whether a line must not become a name or a title: it says a secret, also one that is not certain enough to leave the text out. */
export function showsSecret(line: string): boolean {
  return isSaid(line) || (tagged.test(line) && isSaid(textOfHtml(line)));
}

/** Whether a line of the text may show one: false only if none does. In one pass, where a look at each line of a long text would take four times as long. */
export function mayHaveSecretLine(text: string): boolean {
  return isSaid(text) || tagged.test(text);
}

/** A tag may stand within a token. */
const tagged = /<\/?[a-z]/i;

function isSaid(line: string): boolean {
  if (saysSecret(line)) return true;
  for (const { text: token } of wordsOf(line, shortestToken))
    if (formsOf(token).some((one) => one.form.test(token) && looksGenerated(token))) return true;
  return false;
}

/** The same of a line that was recognized in a picture: the sign before a token may be misread, and a long row of letters and digits is enough. */
export function mayShowSecret(line: string): boolean {
  return showsSecret(line) || [...wordsOf(line)].some(({ text }) => isRandomRow(text));
}

/** Only so much of a text is looked at for what a row shows of it. */
const shownCharacters = 16_384;

/** The text, as far as a row shows it, without the lines that say a secret. */
export function withoutSecretLines(text: string): string {
  const lines = text.slice(0, shownCharacters).split('\n');
  return lines.some((line) => showsSecret(line)) ? lines.filter((line) => !showsSecret(line)).join('\n') : text;
}

/** Those of the tokens that begin as this word. */
function formsOf(token: string): readonly TokenForm[] {
  return (formsByPrefix.get(token.slice(0, prefixLength)) ?? []).filter(({ prefix }) => token.startsWith(prefix));
}

function tokenIn(text: string, word: Word): SecretFamily | null {
  const { text: token, start, end } = word;
  if (token.length < shortestToken || token.length > longestToken || isInBase64(text, start, end)) return null;
  const isAlone = text.length <= token.length + 2 * before && text.trim() === token;
  const found =
    formsOf(token).find(
      (one) =>
        (isToken(token, one) || (isAlone && isTokenInDoubt(token, one))) &&
        (one.after?.test(text.slice(Math.max(0, start - before), start)) ?? true),
    ) ?? prefixlessForms.find((one) => isToken(token, one));
  return found?.family ?? null;
}

function isToken(token: string, { form, isReal }: Pick<TokenForm, 'form' | 'isReal'>): boolean {
  return form.test(token) && !isSampleToken(token) && !isNameOfWords(token) && (isReal?.(token) ?? true);
}

/** A checksum that is wrong may be that of another service with the same form, or a slip of whoever typed it off: nobody copies such a word alone for its own sake. */
function isTokenInDoubt(token: string, { form, isReal }: TokenForm): boolean {
  return isReal === hasTokenChecksum && form.test(token) && looksGenerated(token);
}

/** A word between the signs of base64 is a part of a picture or a certificate. */
function isInBase64(text: string, start: number, end: number): boolean {
  // At the start of a line it is that of a patch.
  const isAdded = text.charAt(start - 1) === '+' && /^[\r\n]?$/.test(text.charAt(start - 2));
  return (
    (text.charAt(start - 1) === '+' && !isAdded) ||
    text.charAt(end) === '+' ||
    (text.charAt(end) === '/' && /[A-Za-z0-9+/]/.test(text.charAt(end + 1)) && text.charAt(start - 1) !== ':')
  );
}
