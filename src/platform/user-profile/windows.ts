/**
 * Windows: GetUserNameEx (secext.h) returns the display name and the user principal name of a user of a domain or of a cloud account; a local user
 * has neither, and the environment has the login. The picture is one of the files that Windows keeps for the sign-in screen.
 */
import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { currentUserSid } from '../windows/process-user.ts';
import type { Picture, SystemProfile } from './interface.ts';
import { orNullAfter } from './or-null-after.ts';
import { firstPicture } from './picture-file.ts';

/** NameSamCompatible, NameDisplay and NameUserPrincipal of EXTENDED_NAME_FORMAT. */
export const nameFormats = { samCompatible: 2, display: 3, userPrincipal: 8 } as const;

/** UTF-16 units, with the closing NUL. A name has at most 256, a principal name 1,024. */
const longestName = 1_280;

type GetUserNameExW = (format: number, name: Buffer, length: Buffer, done: (error: Error | null, told: number) => void) => void;

export async function windowsProfile(env: Readonly<Record<string, string | undefined>>, timeoutMs: number): Promise<SystemProfile> {
  // A domain's controller may be queried, and may be out of reach.
  const named = (format: number): Promise<string | null> => orNullAfter(timeoutMs, () => userName(format));
  const [displayName, principal, picture] = await Promise.all([
    named(nameFormats.display),
    named(nameFormats.userPrincipal),
    orNullAfter(timeoutMs, () => accountPicture(env.PUBLIC)),
  ]);
  const login = env.USERNAME ?? '';
  // Windows returns `AzureAD` here for an account of a cloud directory, for which it has no other name.
  const account = login !== '' && env.USERDOMAIN ? `${env.USERDOMAIN}\\${login}` : login;
  return { displayName: displayName ?? '', accountName: account, emailOrUpn: principal ?? '', picture };
}

/** The user's name in one of the formats; empty if Windows has none. Runs on a thread of koffi's, because it may take seconds. */
export async function userName(format: number): Promise<string> {
  const koffi = createRequire(import.meta.url)('koffi') as typeof import('koffi');
  const GetUserNameExW = koffi
    .load('secur32.dll')
    .func('uint8 __stdcall GetUserNameExW(int format, _Out_ uint8* name, _Inout_ uint8* length)');
  const call = promisify(GetUserNameExW.async as GetUserNameExW);
  const name = Buffer.alloc(longestName * 2);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(longestName);
  if ((await call(format, name, length)) === 0) return '';
  return name.toString('utf16le', 0, Math.min(length.readUInt32LE(), longestName) * 2).split('\0', 1)[0] ?? '';
}

/** `%PUBLIC%\AccountPictures\SID` has one picture per size: `{GUID}-Image96.jpg`. */
async function accountPicture(publicFolder: string | undefined): Promise<Picture | null> {
  const sid = currentUserSid();
  if (publicFolder === undefined || sid === null) return null;
  const folder = path.join(publicFolder, 'AccountPictures', sid);
  const wanted = ['192', '96', '208', '240', '64', '448'];
  const names = (await readdir(folder)).filter((name) => /-Image\d+\.(?:jpg|png)$/i.test(name));
  const files = wanted.flatMap((size) => names.filter((name) => name.includes(`-Image${size}.`)));
  return firstPicture(
    files.map((name) => path.join(folder, name)),
    [folder],
  );
}
