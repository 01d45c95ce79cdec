/** Secrets that are recognized by what is around them: keys in their armour, addresses with a password, headers, connection strings. */
import type { SecretFamily } from '../../contract/secret-families.ts';
import { withoutEnd } from '../trim-end.ts';
import { isPasswordValue } from './assignments.ts';
import { classesIn, isPlaceholder, isSampleToken, looksGenerated } from './random-looking.ts';

/** A finder of one family: whether its secret begins at this place, where its sign was found. */
interface Sign {
  readonly sign: string;
  readonly family: (text: string, at: number) => SecretFamily | null;
}

/** What is examined behind a sign, or before it. */
const reach = 4_096;
/** A text with more signs than this is a list of them, and not examined further: a bound on the time. */
const mostSigns = 20_000;

const signs: readonly Sign[] = [
  { sign: '-----BEGIN ', family: (text, at) => (isPrivateKey(text.slice(at, at + reach)) ? 'private_key' : null) },
  { sign: '---- BEGIN SSH2 ENCRYPTED PRIVATE', family: () => 'private_key' },
  {
    sign: 'PuTTY-User-Key-File-',
    family: (text, at) => (text.slice(at, at + 2 * reach).includes('Private-Lines:') ? 'private_key' : null),
  },
  { sign: '://', family: inAddress },
  { sign: 'curl ', family: inCurl },
  { sign: 'machine ', family: inNetrc },
  { sign: 'mysql', family: inMysql },
  { sign: 'mariadb', family: inMysql },
  // Chinese is written without blanks: its words for a password are no words of `words.ts`.
  { sign: '密码', family: afterLabel },
  { sign: '密碼', family: afterLabel },
  { sign: '口令', family: afterLabel },
  {
    sign: 'hooks.slack.com/',
    family: follows(
      /^hooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Z0-9]{6,14}\/[A-Za-z0-9]{6,20}\/[A-Za-z0-9]{18,50}/,
      'slack_token',
    ),
  },
  { sign: '/api/webhooks/', family: follows(/^\/api\/webhooks\/\d{15,20}\/[\w-]{60,80}/, 'discord_token') },
  { sign: 'AccountKey=', family: follows(/^AccountKey=[A-Za-z0-9+/]{86}==/, 'azure_key') },
  { sign: 'SharedAccessKey=', family: follows(/^SharedAccessKey=[A-Za-z0-9+/]{43}=/, 'azure_key') },
  {
    sign: '&sig=',
    family: (text, at) =>
      /[?&]s[ve]=/.test(text.slice(Math.max(0, at - 1_024), at + 1_024))
        ? follows(/^&sig=[A-Za-z0-9%/+]{43,63}(?:%3D|=)/i, 'azure_key')(text, at)
        : null,
  },
  { sign: 'FlyV1 ', family: follows(/^FlyV1 fm\d[a-z]?_[\w+/=-]{40}/, 'fly_token') },
  { sign: 'earer ', family: follows(/^earer [\w.~+/=-]{20}/, 'authorization', /^earer ([\w.~+/=-]{20,256})/) },
  { sign: 'uthorization: Basic ', family: inBasic },
  {
    sign: 'uthorization: token ',
    family: follows(/^uthorization: token [\w.-]{20}/, 'authorization', /^uthorization: token ([\w.-]{20,256})/),
  },
];

/** The family of the first such secret; null if there is none. One pass over the text for each sign. */
export function findCredential(text: string, isAllowed: (family: SecretFamily) => boolean = () => false): SecretFamily | null {
  for (const { sign, family } of signs) {
    let left = mostSigns;
    for (let at = text.indexOf(sign); at >= 0 && left > 0; at = text.indexOf(sign, at + sign.length)) {
      const found = family(text, at);
      if (found !== null && !isAllowed(found)) return found;
      left -= 1;
    }
  }
  return null;
}

/** `key`: what has to look like a generated key, if the form alone says too little. */
function follows(form: RegExp, family: SecretFamily, key?: RegExp): Sign['family'] {
  return (text, at) => {
    const part = text.slice(at, at + 400);
    const match = form.exec(part);
    if (match === null || isSampleToken(match[0].slice(match[0].indexOf('=') + 1))) return null;
    const generated = key?.exec(part)?.[1];
    return key === undefined || (generated !== undefined && looksGenerated(generated)) ? family : null;
  };
}

/** Its armour, and a line of the key itself: a mention of the armour, or an example with dots in it, is no key. In JSON the lines end with `\n`. */
function isPrivateKey(text: string): boolean {
  if (!/^-----BEGIN (?:[A-Z0-9]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/.test(text)) return false;
  const lines = text.split(/\\n|\\r|\r|\n/, 40).slice(1);
  return lines.some((line) => {
    const key = withoutQuotes(line);
    return key.length >= 40 && /^[A-Za-z0-9+/=]+$/.test(key) && new Set(key).size >= 12;
  });
}

/** A line of a string in a program, or of a quoted mail: without the signs around it. */
function withoutQuotes(line: string): string {
  const start = /^[\s"'`>|#*+]{0,20}/.exec(line)?.[0].length ?? 0;
  return withoutEnd(line.slice(start), /[\s"'`,;+\\]/);
}

/** `curl -u user:password`. */
function inCurl(text: string, at: number): SecretFamily | null {
  const line = text.slice(at, at + 1_024).split('\n', 1)[0] ?? '';
  const [, user = '', password = ''] = /\s(?:-u|--user)[ =]{0,2}["']?([^\s:"']{1,64}):([^\s"']{1,128})/.exec(line) ?? [];
  return isUsedPassword(user, password) ? 'authorization' : null;
}

/** `mysql -u root -ppassword`: no blank may be before the password. */
function inMysql(text: string, at: number): SecretFamily | null {
  const line = text.slice(at, at + 1_024).split('\n', 1)[0] ?? '';
  const [, password = ''] =
    /^(?:mysql|mariadb)[a-z-]{0,16}(?:\.exe)?\s(?:.{0,900}?\s)?(?:-p|--password=)["']?([^\s"']{6,128})/.exec(line) ?? [];
  return isPasswordValue(password) ? 'password' : null;
}

/** `密码：…`, `密码是 …`, `"口令": "…"`. What follows the last character of a password is a blank, a quote or a Chinese sign. */
function afterLabel(text: string, at: number): SecretFamily | null {
  const part = text.slice(at, at + 300);
  const [, password = ''] =
    /^..["'`”」]?[ \t]{0,8}(?:[:：=]|是|为|為)[ \t]{0,8}[:：]?[ \t]{0,8}["'`“「]?([!#-&(-_a-~]{8,256})/.exec(part) ?? [];
  return isPasswordValue(withoutEnd(password, /[,;]/)) ? 'password' : null;
}

/** The file .netrc of ftp and curl. */
function inNetrc(text: string, at: number): SecretFamily | null {
  const part = text.slice(at, at + 512);
  const [, user = '', password = ''] =
    /^machine[ \t]{1,8}\S{1,128}\s{1,16}login\s{1,8}(\S{1,64})\s{1,16}password\s{1,8}(\S{1,128})/.exec(part) ?? [];
  return isUsedPassword(user, password) ? 'password' : null;
}

const databases = new Set([
  'postgres',
  'postgresql',
  'mysql',
  'mysqlx',
  'mariadb',
  'mongodb',
  'redis',
  'rediss',
  'amqp',
  'amqps',
  'mssql',
  'sqlserver',
  'oracle',
  'clickhouse',
  'cockroachdb',
  'couchdb',
  'neo4j',
  'bolt',
  'cassandra',
  'jdbc',
  'nats',
  'ldap',
  'ldaps',
]);

/** `scheme://user:password@host`. */
function inAddress(text: string, at: number): SecretFamily | null {
  const rest = text.slice(at + 3, at + 3 + 512);
  const end = rest.search(/[\s/?#"'<>`\\|]/);
  const authority = end < 0 ? rest : rest.slice(0, end);
  const sign = authority.lastIndexOf('@');
  const colon = authority.indexOf(':');
  if (sign < 0 || colon < 0 || colon > sign || sign === authority.length - 1) return null;
  const [user, password] = [authority.slice(0, colon), authority.slice(colon + 1, sign)];
  if (!isUsedPassword(user, password)) return null;
  const before = text.slice(Math.max(0, at - 32), at).toLowerCase();
  const scheme = /([a-z0-9]{1,16})(?:\+[a-z0-9]{1,12})?$/.exec(before)?.[1] ?? '';
  return databases.has(scheme) ? 'database_password' : 'address_password';
}

/** Somebody's password, and not a word or a variable in its place. */
function isUsedPassword(user: string, password: string): boolean {
  if (password.length < 6 || password === user || isPlaceholder(password) || /[${}<>[\]()]|%[sd]|^%/.test(password)) return false;
  if (/[0-9]/.test(password)) return classesIn(password) >= 2;
  return classesIn(password) >= 3 || (password.length >= 10 && classesIn(password) >= 2);
}

/** The header of basic authentication (RFC 7617). */
function inBasic(text: string, at: number): SecretFamily | null {
  const written = /^uthorization: Basic ([A-Za-z0-9+/]{8,400}={0,2})/.exec(text.slice(at, at + 450))?.[1] ?? '';
  try {
    const pair = atob(written);
    const colon = pair.indexOf(':');
    return colon >= 0 && isUsedPassword(pair.slice(0, colon), pair.slice(colon + 1)) ? 'authorization' : null;
  } catch {
    return null;
  }
}
