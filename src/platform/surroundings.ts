/** The system and environment of this process, in the form that `locatePlaces` takes. Read once, at the start of a program. */
import os from 'node:os';
import type { Surroundings } from './locations.ts';
import { currentUserSid } from './windows/process-user.ts';

/** The caller passes the environment, because only a program's main file may read it. */
export function readSurroundings(env: Surroundings['env']): Surroundings {
  return {
    env,
    platform: process.platform,
    userHome: os.homedir(),
    workingFolder: process.cwd(),
    temporaryFolder: os.tmpdir(),
    userId: process.platform === 'win32' ? (currentUserSid() ?? os.userInfo().username) : String(process.getuid?.()),
  };
}
