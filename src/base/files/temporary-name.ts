/** The names of Hub's temporary files, which are in the folder of the final file. One that exists at a start was left by a crash. */
import { randomBytes } from 'node:crypto';

const form = /^\.~hub-[0-9a-f]{16}\.tmp$/;

/** A name that nothing else has. */
export function temporaryName(): string {
  return `.~hub-${randomBytes(8).toString('hex')}.tmp`;
}

/** Whether `temporaryName` could have made this name. */
export function isTemporaryName(name: string): boolean {
  return form.test(name);
}
