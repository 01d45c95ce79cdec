/** What this process knows of its surroundings, in the form that `locate` takes. Read once, at the start of a program. */
import os from 'node:os';
import type { Surroundings } from './locations.ts';
import { currentUserSid } from './windows/user.ts';

/** The environment is the caller's to pass on, since only a program's main part may read it. */
export function surroundings(env: Surroundings['env']): Surroundings {
  return {
    env,
    platform: process.platform,
    userHome: os.homedir(),
    workingFolder: process.cwd(),
    temporaryFolder: os.tmpdir(),
    userId: process.platform === 'win32' ? (currentUserSid() ?? os.userInfo().username) : String(process.getuid?.()),
  };
}
