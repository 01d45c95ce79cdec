/** The session in which the clipboard was watched last, in a file of the run folder. */
import { readFileSync, writeFileSync } from 'node:fs';
import { errorCode } from '../../../base/log.ts';
import type { Clipboard } from '../../../platform/clipboard/index.ts';
import type { Component } from '../../component.ts';

interface SessionParts {
  readonly sessionFile: string;
  readonly component: Pick<Component, 'log'>;
}

/**
 * A copy is not brought into another session, unless Hub moves there (`isMoved`): nothing may be on the clipboard. If it is unknown, it counts as another one. It is remembered, and
 * nothing throws.
 */
export async function isKnownSession(clipboard: Clipboard, { sessionFile, component }: SessionParts, isMoved: boolean): Promise<boolean> {
  try {
    const session = await clipboard.session();
    const last = readFileSync(sessionFile, { encoding: 'latin1', flag: 'a+' });
    if (session !== null && session !== last) writeFileSync(sessionFile, session, { mode: 0o600 });
    return session !== null && (isMoved || session === last);
  } catch (error) {
    component.log.error('clipboard session unknown', { code: errorCode(error) });
    return false;
  }
}
