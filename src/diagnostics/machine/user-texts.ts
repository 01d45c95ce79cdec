/** The texts that tell about this user and this computer, so that they can be redacted everywhere else. */
import { readFileSync } from 'node:fs';
import os from 'node:os';
import { effectiveDocument } from '../../configuration/effective-document.ts';
import { fallbacksOf } from '../../configuration/workspace-changes.ts';
import type { KnownText } from '../../domain/redaction/known-texts.ts';
import { listedWorkspaces } from '../../domain/saving/workspace.ts';
import type { Places } from '../../platform/locations.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** `words`: what the user wants redacted besides. */
export function textsOfUser(places: Places, env: Env, words: readonly string[]): readonly KnownText[] {
  const { workspaces } = listedWorkspaces(effectiveDocument(places, 'workspaces').value, fallbacksOf(places));
  const host = os.hostname();
  const { username, homedir } = userOf();
  const path = (rule: KnownText['rule'], text: string | undefined): KnownText => ({ rule, text: withoutSlash(text ?? ''), isWhole: true });
  const name = (rule: KnownText['rule'], text: string | undefined): KnownText => ({ rule, text: text ?? '', isWhole: true });
  const known: readonly KnownText[] = [
    ...words.map((text): KnownText => ({ rule: 'your-word', text, isWhole: false })),
    ...[places.defaultWorkspace, places.workspaceOverride ?? '', ...workspaces.map((one) => one.path)].map((one) =>
      path('workspace-path', one),
    ),
    ...workspaces.filter((one) => !tellsNothing.has(one.name.toLowerCase())).map((one) => name('workspace-path', one.name)),
    path('hub-home', places.home),
    ...[places.userHome, homedir, env.HOME, env.USERPROFILE].map((one) => path('home-path', one)),
    ...[username, env.USER, env.LOGNAME, env.USERNAME].map((one) => name('user-name', one)),
    name('full-name', fullName(username)),
    ...[host, host.split('.', 1)[0], env.HOSTNAME, env.COMPUTERNAME]
      .filter((one) => one?.toLowerCase() !== ownName)
      .map((one) => name('host-name', one)),
  ];
  return known.filter(({ text }, index) => !isOfAll.has(text) && known.findIndex((one) => one.text === text) === index);
}

/** A user without an entry in passwd(5), as in some containers, has no name. */
function userOf(): { readonly username: string; readonly homedir: string } {
  try {
    return os.userInfo();
  } catch {
    return { username: '', homedir: '' };
  }
}

/** Names of WorkSpaces that only say that they are WorkSpaces. As names of a user or a computer, and as words that the user named, the same words tell something. */
const tellsNothing: ReadonlySet<string> = new Set(['workspace', 'ws', 'default']);
/** Of no one in particular: no text, the root of all files. */
const isOfAll: ReadonlySet<string> = new Set(['', '/']);
/** What every computer calls itself. */
const ownName = 'localhost';

function withoutSlash(path: string): string {
  return path.length > 1 && (path.endsWith('/') || path.endsWith('\\')) ? path.slice(0, -1) : path;
}

/** The comment field of passwd(5), up to its first comma. Undefined where there is none. */
function fullName(user: string): string | undefined {
  try {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((one) => one.startsWith(`${user}:`));
    return line?.split(':')[4]?.split(',', 1)[0] || undefined;
  } catch {
    return undefined;
  }
}
