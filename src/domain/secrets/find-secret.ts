/**
 * Whether a text contains a secret, and of which family. It reads the text once for the words, once for card numbers, and once for each sign of a
 * credential, whatever is in it. It errs on the side of ordinary copies: what has a checksum must pass it, and examples are left alone.
 */
import type { SecretFamily } from '../../contract/secret-families.ts';
import { assignedSecret, isSecretName } from './assignments.ts';
import { findCredential } from './credentials.ts';
import { hasCardNumber } from './payment-card.ts';
import { isSampleToken } from './random-looking.ts';
import { prefixlessForms, type TokenForm, tokenForms } from './token-families.ts';
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
  return !isAllowed('payment_card') && hasCardNumber(text) ? 'payment_card' : null;
}

function tokenIn(text: string, word: Word): SecretFamily | null {
  const { text: token, start, end } = word;
  if (token.length < shortestToken || token.length > longestToken || isInBase64(text, start, end)) return null;
  const byPrefix = formsByPrefix.get(token.slice(0, prefixLength)) ?? [];
  const found =
    byPrefix.find(
      (one) =>
        token.startsWith(one.prefix) && isToken(token, one) && (one.after?.test(text.slice(Math.max(0, start - before), start)) ?? true),
    ) ?? prefixlessForms.find((one) => isToken(token, one));
  return found?.family ?? null;
}

function isToken(token: string, { form, isReal }: Pick<TokenForm, 'form' | 'isReal'>): boolean {
  return form.test(token) && !isSampleToken(token) && (isReal?.(token) ?? true);
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
