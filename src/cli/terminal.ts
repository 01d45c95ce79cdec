/** What needs a person at the terminal: an editor, and a question. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline/promises';

/** Status of a command that does not exist, as shells give it. */
const noSuchCommand = 127;

/** Runs `$VISUAL` or `$EDITOR`, which may have words of its own (`code --wait`), as git does. */
export function runEditor(command: string | null, file: string): Promise<number> {
  const isWindows = process.platform === 'win32';
  const editor = command ?? (isWindows ? 'notepad' : 'vi');
  const child = isWindows
    ? spawn(`${editor} "${file}"`, { shell: true, stdio: 'inherit' })
    : spawn('/bin/sh', ['-c', `${editor} "$@"`, editor, file], { stdio: 'inherit' });
  return new Promise((resolve) => {
    child.once('error', () => resolve(noSuchCommand));
    child.once('exit', (status) => resolve(status ?? 1));
  });
}

/** Enter is yes, unless it `isGrave`. Nobody is asked unless input and output are a terminal. */
export async function confirm(question: string, isGrave = false): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return false;
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = (await lines.question(`${question} ${isGrave ? '[y/N]' : '[Y/n]'} `)).trim().toLowerCase();
    return ['y', 'yes', ...(isGrave ? [] : [''])].includes(answer);
  } catch {
    return false; // Ctrl-D, Ctrl-C
  } finally {
    lines.close();
  }
}
