/** What tells a secret from the words, names and examples that stand in its place. */

/** Longer values are no passwords: examined is only so much. */
const longest = 256;
/** As short as the random part of a token is. */
const shortestRandom = 24;

/** What people write where a secret belongs. Whoever uses such a word in a real password has a longer rest. */
const placeholders =
  /(?:example|placeholder|changeme|change|redacted|dummy|sample|insert|replace|your|test|fake|todo|none|null|undefined|true|false|password|passwort|kennwort|geheim|beispiel|muster|neues|passwd|passphrase|pass|pwd|secret|token|apikey|key|user|admin|root|guest|foobar|foo|bar|baz|letmein|qwerty|default|enter|here|abcdefgh|abcd|12345678|123456|12345|1234|123|0000|xxx|\*\*|\.\.\.)/gi;

/** Bits per character, by the frequencies of its characters (Shannon). At most the logarithm of its length. */
export function entropyOf(value: string): number {
  const text = value.slice(0, longest);
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** How many of the four classes of characters are in it: small and capital letters, digits, others. */
export function classesIn(text: string): number {
  return [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/].filter((one) => one.test(text)).length;
}

/** Whether it is an example and not a secret: next to nothing is left without the words that are put in a secret's place, or it repeats itself. */
export function isPlaceholder(value: string): boolean {
  const text = value.slice(0, longest);
  const left = text.replaceAll(placeholders, '').replaceAll(/[^a-zA-Z0-9]/g, '');
  return left.length < Math.min(4, text.length) || new Set(text).size < Math.min(5, text.length);
}

/** Whether a long token is only the picture of one: `ghp_xxxxxxxx…`, `AKIA…EXAMPLE`, the alphabet. */
export function isSampleToken(token: string): boolean {
  const text = token.slice(0, longest);
  return /example|x{6}|\*{4}|0{8}|12345678|abcdefgh|your[_-]|placeholder|redacted/i.test(text) || new Set(text).size < 7;
}

/**
 * Whether a text has the form that programs choose for keys: long, with digits among the letters, and no words. Hexadecimal digits count, because
 * it is asked only where a name says that this is a key.
 */
export function looksGenerated(value: string): boolean {
  if (value.length < 16 || !/[0-9]/.test(value) || !/[a-zA-Z]/.test(value)) return false;
  if (isSampleToken(value) || isPlaceholder(value) || isNameWithNumber(value)) return false;
  return entropyOf(value) >= 3 && (longestWord(value) < 10 || isScrambled(value));
}

/** Whether it is words with a number among them, as the keys of caches and storages are: `app_prefs_v2`, `x-auth-header-2024`. */
function isNameWithNumber(value: string): boolean {
  return isOfParts(value, /^(?:[a-z]{0,20}|[A-Z]{0,20}|[A-Z][a-z]{1,20})[0-9]{0,4}$/);
}

/**
 * Whether it is words, as the names of branches and classes are too: `sk-cardHeader`. Only where a form says what a token is: the passwords that Apple's devices
 * choose (`Dubnyx-zywRia-qaxme7`) look the same.
 */
export function isNameOfWords(value: string): boolean {
  return isOfParts(value, /^(?:[A-Z]{0,20}|[a-z]{0,20}(?:[A-Z][a-z]{1,20}){0,10})[0-9]{0,4}$/);
}

function isOfParts(value: string, part: RegExp): boolean {
  const parts = value.slice(0, longest).split(/[-_.:/]/);
  return parts.length > 1 && parts.every((one) => part.test(one));
}

/** In a name they stand together, at its end. */
const hasDigitsApart = /[0-9][a-zA-Z]+[0-9]/;
/** Of the characters, this share at least is where a number begins. Of random small letters and digits it is a fifth. */
const leastOfNumbers = 0.1;

/** Whether letters and digits follow each other without order, whatever hyphens and underscores there are: in a name each of them may end a short word. */
export function isScrambledBetweenHyphens(value: string): boolean {
  const together = value.slice(0, longest).replaceAll(/[-_]/g, '');
  const numbers = together.match(/[0-9]+/g)?.length ?? 0;
  return hasDigitsApart.test(together) && (isScrambled(together) || numbers >= leastOfNumbers * together.length);
}

/** Whether a row of letters and digits that nothing announces is random: no word and no name has three classes and digits apart. */
export function isRandomRow(value: string): boolean {
  return value.length >= shortestRandom && classesIn(value) >= 3 && looksGenerated(value) && hasDigitsApart.test(value);
}

/** Whether a text is as people and password managers choose passwords: eight characters at least, of three classes, or long and mixed. */
export function looksLikePassword(value: string): boolean {
  if (value.length < 8 || value.length > longest || isPlaceholder(value)) return false;
  if (/^\p{Lu}?\p{Ll}+$/u.test(value)) return false; // a word, with letters beyond a to z
  if (!/[0-9]/.test(value)) return value.length >= 10 && classesIn(value) >= 2 && isScrambled(value);
  if (!/[a-zA-Z]/.test(value)) return false;
  if (/^[0-9]+[a-z]{1,3}$/i.test(value) || /^\d{4}-\d\d-\d\d/.test(value)) return false; // a quantity, a date
  return classesIn(value) >= 3 || (value.length >= 10 && entropyOf(value) >= 3);
}

/** Whether small letters, capitals and digits follow each other without order; in a name such as `getUserPassword` they form words. */
export function isScrambled(value: string): boolean {
  const text = value.slice(0, longest);
  const classes = [...text].map((character) => (/[a-z]/.test(character) ? 0 : /[A-Z]/.test(character) ? 1 : 2));
  const changes = classes.filter((one, at) => at > 0 && one !== classes[at - 1]).length;
  return changes >= 0.3 * (text.length - 1);
}

/** The longest run of small letters: random text of 64 characters has none of ten. */
function longestWord(value: string): number {
  return value
    .slice(0, longest)
    .split(/[^a-z]/)
    .reduce((most, { length }) => Math.max(most, length), 0);
}

const [shortestWord, longestPassword] = [8, 128];

/**
 * A password is one word, perhaps with the end of its line. Addresses, paths and names of files are not, although they may look random: it is asked
 * only of a copy that its program removed again, and errs on the side of ordinary words all the same.
 */
export function isPasswordWord(text: string): boolean {
  if (text.length > longestPassword + 2) return false;
  const word = text.replace(/\r?\n$/, '');
  if (word.length < shortestWord || word.length > longestPassword || /\s/.test(word)) return false;
  if (/^[a-z][a-z0-9+.-]{0,20}:\/\//i.test(word) || /^[~.]{0,2}[\\/]/.test(word) || /^[\w.+-]+@[\w-]+\.[\w.-]+$/.test(word)) return false;
  if (/\.[a-z]{1,5}\d?$/i.test(word) || /^v?\d+(?:\.\d+)+/.test(word)) return false; // the name of a file or a host, a version
  return looksLikePassword(word) || looksGenerated(word);
}
