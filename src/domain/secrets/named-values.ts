/**
 * A secret that is known by the name before it alone: `password = Fischbrot77`, `Passwort: …`, `my password is …`. As people choose them, such values look
 * like any word, so that here the whole line has to be nothing but the name and the value, in a text that is no program.
 */
import { isHarmlessValue } from './harmless-values.ts';
import { entropyOf, isPlaceholder } from './random-looking.ts';

/** What a secret is called, at the end of a name: a password, which may be a word, or a key. Each search has its own place. */
const namesOf = (): RegExp =>
  /(password|passwd|passphrase|passcode|passwort|kennwort|contraseña|contrasena|mot de passe|senha|wachtwoord|pwd|密码|密碼|口令|(?<![a-z])(?:pass|pw|mdp))|(?:api|access|auth|secret|private|encryption|signing|master|account|storage|shared)[ _.-]?key|secret|token|credentials?|密钥|密鑰|令牌|api[ _-]?schlüssel/gi;

/** After a name: a number, the quote that closes it, a word about it in parentheses, and the sign. */
const signs =
  /(?:[_-]?[0-9]{1,2})?["'`]?(?: \([^()]{1,24}\))?[ \t\u00a0\u202f]{0,8}((?:(?:is|ist|lautet|est|es|是|为|為)[ \t]{0,8})?(?:=>|:=|[=:：])|(?<=[ \t])(?:is|ist|lautet|est|es)(?=[ \t])|是|为|為)[ \t\u00a0\u202f]{0,8}/uy;

/** A few words, such as `my Wi-Fi`, and the prefix of the name, such as `spring.datasource.` or `DB_`. */
const before = /^(?:\p{L}[\p{L}'’-]{0,24} ){0,4}["'`]?\$?(?:env:)?[\p{Script=Han}\w.-]{0,60}$/u;
/** The words of a program before a name: what follows is computed. */
const declared =
  /^(?:const|let|var|val|return|if|def|final|static|private|public|protected|readonly|string|char|auto|new|no|case|type|declare|global|local|mut) |(?:self|this|props|state|req|request|user|form|data|config|args|options|params)\.$/i;
/** What lines of lists, quotes, headings, patches and shells begin with. */
const decoration = /^[\s>*#•+–-]{0,12}(?:\d{1,2}[.)] )?(?:(?:export|set|setx|env) )?/i;

/** `pass` alone is also the result of a test. */
const accountLine = /^\W{0,8}(?:user|user ?name|login|e-?mail|account|benutzer(?:name)?)["'`]?[ \t]{0,4}[:=]/im;

const longestLine = 300;
const [shortestValue, longestValue] = [4, 128];
/** A text with more names of secrets than this is a list of them, and not examined further: a bound on the time. */
const mostNames = 20_000;

interface NamedValue {
  readonly value: string;
  readonly isPassword: boolean;
  /** `is` may begin a sentence about the secret. */
  readonly isSentence: boolean;
  readonly isQuotedName: boolean;
  readonly isVariable: boolean;
  readonly isShortName: boolean;
}

/** Whether a line of the text is nothing but the name of a secret and its value. One pass. */
export function hasNamedSecret(text: string): boolean {
  const names = namesOf();
  let isProgram: boolean | undefined;
  let left = mostNames;
  for (let name = names.exec(text); name !== null && left > 0; name = names.exec(text)) {
    left -= 1;
    const { line, end } = lineAround(text, name.index);
    names.lastIndex = end;
    const named = line === null ? null : onlyNamedValue(line);
    if (named === null || !isSecretValue(named)) continue;
    if (named.isShortName && !accountLine.test(text.slice(0, 4_096))) continue;
    isProgram ??= hasCode(text);
    if (!isProgram) return true;
  }
  return false;
}

/** The line at this place, null if it is too long; and where the search goes on. Looks no further than a line may be long. */
function lineAround(text: string, at: number): { readonly line: string | null; readonly end: number } {
  const [head, tail] = [text.slice(Math.max(0, at - longestLine), at), text.slice(at, at + longestLine)];
  const start = Math.max(head.lastIndexOf('\n'), head.lastIndexOf('\r'));
  const length = tail.search(/[\r\n]/);
  const isWhole = (start >= 0 || at <= longestLine) && (length >= 0 || tail.length < longestLine);
  const rest = length < 0 ? tail : tail.slice(0, length);
  return { line: isWhole ? head.slice(start + 1) + rest : null, end: at + rest.length };
}

/** Whether a line says a secret anywhere: more than is left out for it, and enough to keep the line out of names and titles. */
export function saysSecret(line: string): boolean {
  const names = namesOf();
  for (let name = names.exec(line); name !== null; name = names.exec(line)) {
    signs.lastIndex = names.lastIndex;
    const sign = signs.exec(line);
    if (sign === null) continue;
    const rest = line.slice(sign.index + sign[0].length);
    const [, word = '', after = ''] = /^["'`“„«]?([^\s"'`”“»,;&，。；、！）]{4,128})["'`”“»]?(.{0,2})/u.exec(rest) ?? [];
    const value = word.replace(/[.)]$/, '');
    if (value.length < shortestValue || isPlaceholder(value) || isHarmlessValue(value)) continue;
    if (isMixed(value) || /^\s*$|^[,;&.，。；]/.test(after)) return true;
  }
  return false;
}

function onlyNamedValue(whole: string): NamedValue | null {
  const line = whole.replaceAll('**', '').trimEnd().replace(decoration, '');
  const names = namesOf();
  for (let name = names.exec(line); name !== null; name = names.exec(line)) {
    signs.lastIndex = names.lastIndex;
    const sign = signs.exec(line);
    if (sign !== null) return ofParts(line, name, sign);
  }
  return null;
}

function ofParts(line: string, name: RegExpExecArray, sign: RegExpExecArray): NamedValue | null {
  const lead = line.slice(0, name.index);
  if (!before.test(lead) || declared.test(lead)) return null;
  const isSentence = /^\p{L}+$/u.test(sign[1] ?? '');
  const value = onlyValue(line.slice(sign.index + sign[0].length), isSentence);
  return value === null
    ? null
    : {
        value,
        isSentence,
        isPassword: name[1] !== undefined,
        isQuotedName: /["'`]/.test(lead),
        isVariable: /^[A-Z0-9_]+$/.test(lead + name[0]) && sign[1] === '=',
        isShortName: /^["'`]?$/.test(lead) && /^pass$/i.test(name[0]) && sign[1] !== '=',
      };
}

/** Null if there is more, or less. */
function onlyValue(rest: string, isSentence: boolean): string | null {
  const quoted = inQuotes(rest.replace(/[,;.]$/, ''));
  const value = quoted ?? rest;
  if (/\s/.test(value) || value.length < shortestValue || value.length > longestValue) return null;
  if (quoted !== null) return value;
  // Code ends with a sign, a sentence with a full stop.
  if (isSentence) return value.replace(/[.,。，！]$/u, '');
  return /[;,"'`\\]$|^["'`]/.test(value) ? null : value;
}

const closing: Readonly<Record<string, string>> = { '"': '"', "'": "'", '`': '`', '“': '”', '„': '“”', '«': '»' };

/** Null if it is not one thing in quotes. */
function inQuotes(text: string): string | null {
  const inner = text.slice(1, -1);
  const ends = closing[text.charAt(0)] ?? '';
  return inner !== '' && ends.includes(text.slice(-1)) && ![...ends].some((end) => inner.includes(end)) ? inner : null;
}

function isSecretValue({ value, isPassword, isSentence, isQuotedName, isVariable }: NamedValue): boolean {
  if (value.length < shortestValue || isPlaceholder(value) || isHarmlessValue(value)) return false;
  if (/example|x{6}|\*{3}|0{8}|your[_-]|placeholder|redacted|•/i.test(value) || hasRow(value)) return false;
  if (!isPassword && !(isVariable && isMixed(value)))
    return value.length >= 8 && /[0-9]/.test(value) && /\p{L}/u.test(value) && !isNumbered(value);
  if (isSentence || isQuotedName) return value.length >= 6 && isMixed(value);
  if (/^[0-9]+$/.test(value)) return value.length >= 6;
  return isMixed(value) || /^[\p{Script=Latin}'’_-]+$/u.test(value);
}

/** More than a word, or words with dashes: letters with digits or other signs among them. */
function isMixed(value: string): boolean {
  return /\p{L}/u.test(value) && /[^\p{L}\p{M}'’_.-]/u.test(value);
}

/** Words with a number at the end, as names of resources are: `app-tls-2024`. */
function isNumbered(value: string): boolean {
  return /^[A-Za-z]{1,30}(?:[-_.][A-Za-z]{1,30}){1,6}[-_.]?v?[0-9]{0,4}$/.test(value) || entropyOf(value) < 2;
}

/** The alphabet or the digits, as examples of keys are written. */
function hasRow(value: string): boolean {
  let row = 1;
  const text = value.toLowerCase();
  for (let at = 1; at < text.length && row < 10; at += 1) row = text.charCodeAt(at) - text.charCodeAt(at - 1) === 1 ? row + 1 : 1;
  return row >= 10;
}

const codeLine =
  /^(?:import|from|def|class|function|const|let|var|return|if|for|while|public|private|package|using|namespace|await|async|func|fn|type|interface|export (?:default|const|function|class))\b|[;{]$|=>|^#include|^<[/!?a-z]|^```|\w\([^()]{0,200}\)[:;{]?$|^@\w|^(?:CREATE|SELECT|INSERT|ALTER|UPDATE) |^[+-]{3} |^\/[/*]|^\* @/;

/** Whether a text is a program, a page, a patch or a document about them. In JSON, brackets and pairs are no sign of it. */
function hasCode(text: string): boolean {
  return text
    .slice(0, 32_768)
    .split(/\r\n|[\r\n]/, 400)
    .some((whole) => {
      const line = whole.slice(0, longestLine).trim();
      return codeLine.test(line) && !/^[\s{}[\],]{0,8}$|^"[^"]{0,100}"\s?:/.test(line) && onlyNamedValue(line) === null;
    });
}
