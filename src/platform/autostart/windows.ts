/**
 * Windows: a value of the user's Run key, by reg.exe (https://learn.microsoft.com/windows/win32/setupapi/run-and-runonce-registry-keys). The Task Manager
 * keeps its own switch for it in StartupApproved. It was tried under Wine only.
 */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { done, failed } from '../../base/outcome.ts';
import { programOf } from '../jump-list/interface.ts';
import { commandLine } from '../jump-list/windows.ts';
import type { LaunchedHub, Launcher } from '../launcher.ts';
import type { AutostartEntry } from './interface.ts';

const run = promisify(execFile);
const answersWithinMs = 5_000;
const currentVersion = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion';
const runKey = `${currentVersion}\\Run`;
const approvedKey = `${currentVersion}\\Explorer\\StartupApproved\\Run`;
/** Of a command in the Run key, by its documentation. */
const longestCommand = 260;

export function runKeyAutostart({ env, owner }: LaunchedHub, launcher: Launcher): AutostartEntry {
  const name = programOf(owner.key);
  const reg = path.win32.join(env.SystemRoot ?? 'C:\\Windows', 'System32', 'reg.exe');
  /** `absent`: reg.exe says no; mostly the value does not exist. `failed`: it did not run to its end. */
  const ask = async (...words: readonly string[]): Promise<{ readonly text: string } | 'absent' | 'failed'> => {
    try {
      return { text: (await run(reg, [...words], { timeout: answersWithinMs, windowsHide: true })).stdout };
    } catch (error) {
      return (error as { readonly code?: unknown }).code === 1 ? 'absent' : 'failed';
    }
  };
  /** It says no of what may not be read, too: the key is always there. */
  const isAbsent = async (): Promise<boolean> =>
    (await ask('query', runKey, '/v', name)) === 'absent' && typeof (await ask('query', runKey)) === 'object';
  return {
    place: `${runKey}\\${name}`,
    isCheap: false,
    /** What can't be read may be on. */
    isOn: async () => {
      if (await isAbsent()) return false;
      const approved = await ask('query', approvedKey, '/v', name);
      return typeof approved === 'string' || !isDisabled(approved.text);
    },
    set: async (isOn) => {
      if (!isOn)
        return typeof (await ask('delete', runKey, '/v', name, '/f')) === 'object' || (await isAbsent()) ? done(null) : failed('refused');
      const command = commandLine([launcher.exePath, ...launcher.arguments]);
      if (command.length > longestCommand || command.includes('\0')) return failed('not-a-link');
      await ask('delete', approvedKey, '/v', name, '/f');
      const added = await ask('add', runKey, '/v', name, '/t', 'REG_SZ', '/d', command, '/f');
      return typeof added === 'string' ? failed('refused') : done(null);
    },
  };
}

/** An odd first byte: switched off by the user. */
export function isDisabled(answer: string): boolean {
  const byte = /REG_BINARY\s+([0-9A-Fa-f]{2})/.exec(answer)?.[1];
  return byte !== undefined && Number.parseInt(byte, 16) % 2 === 1;
}
