/** A process that has a journal open in the same way as Hub's: `journal-user-program.ts`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import type { JournalPlace } from '../../../src/journal/journal.ts';

export interface JournalUser {
  readonly pid: number;
  /** Resolves once the copy is recorded, to the number of copies that the process then reads. */
  copy(text: string): Promise<string>;
  kill(): Promise<void>;
}

/** It is killed at the end of the test. */
export function startJournalUser(t: TestContext, { file, blobs }: JournalPlace): JournalUser {
  const program = path.join(import.meta.dirname, 'journal-user-program.ts');
  const child = spawn(process.execPath, [program, file, blobs], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  t.after(kill);
  return {
    pid: child.pid ?? 0,
    copy: async (text) => {
      child.stdin.write(`${text}\n`);
      return String((await answers.next()).value);
    },
    kill,
  };
}
