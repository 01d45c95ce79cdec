/** What this system knows about its user. */
import os from 'node:os';
import type { AskAccounts, SystemProfile, UserProfile } from './interface.ts';
import { PrivateValue } from './private-value.ts';

export type * from './interface.ts';

export interface ProfileSurroundings {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly userHome: string;
  /** Null if there is no bus. */
  readonly askAccounts: AskAccounts | null;
  /** For each source separately; all are read at once, and the picture after them. */
  readonly timeoutMs: number;
}

/**
 * The user's profile. Never rejects: unknown values are empty. The code for Windows was tested in parts under Wine; that for macOS follows its
 * documentation and is untested.
 */
export async function readUserProfile(surroundings: ProfileSurroundings): Promise<UserProfile> {
  const claims = await claimsOf(surroundings).catch(() => unknown);
  return {
    displayName: new PrivateValue(claims.displayName),
    accountName: new PrivateValue(claims.accountName),
    emailOrUpn: new PrivateValue(claims.emailOrUpn),
    picture: claims.picture === null ? null : new PrivateValue(claims.picture),
  };
}

const unknown: SystemProfile = { displayName: '', accountName: '', emailOrUpn: '', picture: null };

async function claimsOf({ platform, env, userHome, askAccounts, timeoutMs }: ProfileSurroundings): Promise<SystemProfile> {
  const userName = loginName(env);
  switch (platform) {
    case 'linux': {
      const { linuxProfile } = await import('./linux.ts');
      const places = { passwdFile: '/etc/passwd', accountsFolder: '/var/lib/AccountsService' };
      return linuxProfile({ ...places, userName, userHome, askAccounts, timeoutMs });
    }
    case 'darwin':
      return (await import('./macos.ts')).macosProfile(userName, timeoutMs);
    case 'win32':
      return (await import('./windows.ts')).windowsProfile(env, timeoutMs);
    default:
      return { ...unknown, accountName: userName };
  }
}

/** A login is a file name here: one that could lead elsewhere is ignored. */
function loginName(env: Readonly<Record<string, string | undefined>>): string {
  const name = userInfoName() ?? env.USER ?? '';
  return /^[^/\\:\0]{1,256}$/.test(name) && !/^\.+$/.test(name) ? name : '';
}

/** Null if the uid has no name, as in some containers. */
function userInfoName(): string | null {
  try {
    return os.userInfo().username;
  } catch {
    return null;
  }
}
