/** Passwords and keys that a name gives away: `DB_PASSWORD=…`, `"client_secret": "…"`, `aws_secret_access_key = …`, `--password=…`. */
import type { SecretFamily } from '../../contract/secret-families.ts';
import { isHarmlessWord } from './harmless-values.ts';
import { isPlaceholder, isSampleToken, isScrambled, looksGenerated, looksLikePassword } from './random-looking.ts';
import type { Word } from './words.ts';

/** The last letters of the names below, as one number: most words are passed over by them alone. */
const endings = new Set(['ord', 'swd', 'pwd', 'ase', 'ret', 'ken', 'key', 'ial', 'als', 'sid', 'ass'].map((ending) => lastLetters(ending)));
/** In German. `port`, `import` and `support` have the same last letters. */
const [germanEnding, beforeGermanEnding] = [lastLetters('ort'), 'w'.charCodeAt(0)] as const;
const longestName = 80;
const longestValue = 256;

const passwordName = /(?:password|passwd|passphrase|passwort|kennwort|pwd|(?:^|[_.-])pass)$/;
const keyName =
  /(?:secret|token|credentials?|(?:api|access|auth|secret|private|encryption|signing|master|account|storage|shared|subscription)[_.-]?key)$/;
/** A place in a list of results, which is of use only to whoever may read the list anyway. */
const positionName = /(?:page|continuation|cursor|sync|skip|next|sequence)[_.-]?token$/;

/** Whether this word may name a secret: cheap, and asked for each word. */
export function isSecretName({ text: word }: Word): boolean {
  if (word.length > longestName) return false;
  const last = lastLetters(word);
  return endings.has(last) || (last === germanEnding && small(word, 4) === beforeGermanEnding);
}

/** The last three, in any case: no two signs that words are made of become one. */
function lastLetters(word: string): number {
  return (small(word, 3) << 16) | (small(word, 2) << 8) | small(word, 1);
}

/** The code of a letter, counted from the end, as a small one. */
function small(word: string, fromEnd: number): number {
  return word.charCodeAt(word.length - fromEnd) | 0x20;
}

/** The family of the secret that this word names, if a value follows it that looks like one. */
export function assignedSecret(text: string, asked: Word): SecretFamily | null {
  const { text: word, start, end } = asked;
  if (!isSecretName(asked)) return null;
  const name = word.toLowerCase();
  const isPassword = passwordName.test(name);
  if (!isPassword && (!keyName.test(name) || positionName.test(name))) return null;
  const isOneOfMany = /; ?$/.test(text.slice(Math.max(0, start - 2), start));
  const { value, isQuoted } = isTag(text, start, end)
    ? valueInTag(text, end)
    : valueAfter(text, end, { isOneOfMany, isVariable: /^[A-Z][A-Z0-9_]*$/.test(word) });
  if (/aws.{0,20}secret|secret_?access_?key/.test(name) && /^[A-Za-z0-9/+]{40}$/.test(value))
    return isSampleToken(value) || isPlaceholder(value) ? null : 'aws_secret_key';
  if (!isLiteral(value) || (!isQuoted && isIdentifier(value))) return null;
  if (/twilio/.test(name) && /^[0-9a-f]{32}$/.test(value)) return 'twilio_key';
  if (/azure/.test(name) && looksGenerated(value)) return 'azure_key';
  return (isPassword ? looksLikePassword(value) && !isHarmlessWord(value.toLowerCase()) : looksGenerated(value)) ? 'password' : null;
}

/** Whether a value without quotes, which something says is a password, looks like one. */
export function isPasswordValue(value: string): boolean {
  return isLiteral(value) && !isIdentifier(value) && looksLikePassword(value);
}

interface Value {
  readonly value: string;
  readonly isQuoted: boolean;
}

/** `<password>` or `<db:password>`. */
function isTag(text: string, start: number, end: number): boolean {
  return text.charAt(end) === '>' && /[<:]/.test(text.charAt(start - 1));
}

/** What is in an element of XML that has nothing else in it. */
function valueInTag(text: string, at: number): Value {
  const inner = text.slice(at + 1, at + 1 + longestValue + 2);
  const close = inner.indexOf('</');
  return { value: close < 0 ? '' : inner.slice(0, close).trim(), isQuoted: true };
}

/**
 * The value that is assigned at this place; empty if there is none. `isOneOfMany`: as in `Server=db;Password=…;`, where a sign ends it. `isVariable`: as in
 * `PGPASSWORD=… psql`, where a space does.
 */
function valueAfter(
  text: string,
  at: number,
  { isOneOfMany, isVariable }: { readonly isOneOfMany: boolean; readonly isVariable: boolean },
): Value {
  const rest = text.slice(at, at + longestValue + 24);
  const sign = /^\\?["'`]?[ \t]{0,8}(?:=>|:=|[=:：])[ \t]{0,8}/.exec(rest);
  if (sign === null) return { value: '', isQuoted: false };
  const from = rest.slice(sign[0].length);
  const quote = /^\\?(["'`])/.exec(from);
  if (quote?.[1] !== undefined) {
    const inner = from.slice(quote[0].length);
    const close = inner.indexOf(quote[1]);
    const value = close < 0 ? '' : inner.slice(0, close).replace(/\\$/, '');
    return { value, isQuoted: true };
  }
  const end = from.search(/[\s"'`,;&#]/);
  const value = end < 0 ? from : from.slice(0, end);
  // In code, an assignment ends with a sign; in a configuration, with its line, or a comment.
  const isWhole =
    end < 0 ||
    (isOneOfMany && /[;"']/.test(from.charAt(end))) ||
    (isVariable && sign[0] === '=' && from.charAt(end) === ' ') ||
    /^(?:[ \t]{0,8}(?:\r?\n|$)|[ \t]{1,8}[#;-]|&)/.test(from.slice(end, end + 20));
  return { value: isWhole ? value : '', isQuoted: false };
}

/** No code, nothing that a template replaces, no path, no name of a file and no address. */
function isLiteral(value: string): boolean {
  return (
    value.length <= longestValue &&
    !/^[\w.-]{1,40}(?:\/[\w.-]{1,40}){1,8}\.[a-z]{1,4}$/i.test(value) &&
    !/[\s${}<>()[\]]|%s|%\(|::|->|^[/~.@]|^[a-z][a-z0-9+.-]{1,12}:|^\w{1,20}\.\w{1,30}(?:\.\w{1,30}){0,5}$/i.test(value)
  );
}

/** A name in a program: words that begin with capitals or after underscores, with a number at the end. */
function isIdentifier(value: string): boolean {
  return /^[A-Za-z_]+[0-9]{0,4}$/.test(value) && !isScrambled(value);
}
