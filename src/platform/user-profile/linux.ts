/**
 * Linux: passwd(5) has the name; AccountsService (over the bus if the caller can use it, otherwise its files as far as they are readable) has name,
 * mail and picture; the home has a picture in `.face` or `.face.icon`, which display managers read too.
 */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { AccountsAnswer, AskAccounts, SystemProfile } from './interface.ts';
import { orNullAfter } from './or-null-after.ts';
import { firstPicture, readWithin } from './picture-file.ts';

export interface LinuxParts {
  readonly userName: string;
  readonly userHome: string;
  /** passwd(5). */
  readonly passwdFile: string;
  /** `/var/lib/AccountsService`, with `users/NAME` and `icons/NAME`. */
  readonly accountsFolder: string;
  readonly askAccounts: AskAccounts | null;
  readonly timeoutMs: number;
}

const largestFileBytes = 1024 * 1024;
/** Desktops install pictures to choose from, and the home links to them. */
const sharedPictures = '/usr/share';

export async function linuxProfile(parts: LinuxParts): Promise<SystemProfile> {
  const { userName, userHome, accountsFolder, timeoutMs } = parts;
  const [asked, kept, fullName] = await Promise.all([
    orNullAfter(timeoutMs, (signal) => askAccounts(parts, signal)),
    orNullAfter(timeoutMs, () => readAccountsFile(path.join(accountsFolder, 'users', userName))),
    orNullAfter(timeoutMs, (signal) => fullNameOf(parts, signal)),
  ]);
  const icons = [asked?.iconFile, kept?.iconFile, path.join(accountsFolder, 'icons', userName)];
  const faces = ['.face', '.face.icon'].map((name) => path.join(userHome, name));
  const files = [...icons, ...faces].filter((file) => file !== undefined && file !== '');
  return {
    displayName: asked?.realName || fullName || '',
    accountName: userName,
    emailOrUpn: asked?.email || kept?.email || '',
    picture: await orNullAfter(timeoutMs, () => firstPicture(files as string[], [userHome, accountsFolder, sharedPictures])),
  };
}

/** Whoever answers on the bus may send anything. */
async function askAccounts({ askAccounts: ask, userName }: LinuxParts, signal: AbortSignal): Promise<AccountsAnswer | null> {
  const answer: Partial<Record<keyof AccountsAnswer, unknown>> | null = (await ask?.(userName, signal)) ?? null;
  const text = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 4_096) : '');
  return answer && { realName: text(answer.realName), email: text(answer.email), iconFile: text(answer.iconFile) };
}

/** `users/NAME`: a key file of GLib, which on most systems only root may read. */
async function readAccountsFile(file: string): Promise<Pick<AccountsAnswer, 'email' | 'iconFile'>> {
  const lines = new TextDecoder().decode(await readWithin(file, largestFileBytes)).split('\n');
  const entry = (key: string): string =>
    lines
      .find((line) => line.startsWith(`${key}=`))
      ?.slice(key.length + 1)
      .trim() ?? '';
  return { email: entry('Email'), iconFile: entry('Icon') };
}

/**
 * The first field of GECOS, in which `&` stands for the capitalized login. A user that is not in the file may be in a directory, which getent(1)
 * queries.
 */
async function fullNameOf({ userName, passwdFile }: LinuxParts, signal: AbortSignal): Promise<string> {
  const local = fullNameIn(
    await readWithin(passwdFile, largestFileBytes).then(
      (bytes) => new TextDecoder().decode(bytes),
      () => '',
    ),
    userName,
  );
  if (local !== null) return local;
  const { stdout } = await promisify(execFile)('getent', ['passwd', '--', userName], { signal, killSignal: 'SIGKILL', maxBuffer: 65_536 });
  return fullNameIn(stdout, userName) ?? '';
}

/** The name of a user by lines of passwd(5); null if no line has the user. */
export function fullNameIn(passwd: string, userName: string): string | null {
  const line = passwd.split('\n').find((one) => one.startsWith(`${userName}:`));
  const gecos = line?.split(':')[4];
  const login = userName.slice(0, 1).toUpperCase() + userName.slice(1);
  return gecos === undefined ? null : (gecos.split(',')[0] ?? '').replaceAll('&', () => login).trim();
}
