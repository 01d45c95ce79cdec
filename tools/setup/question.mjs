/** Asks a yes-or-no question at the terminal. */
import { createInterface } from 'node:readline/promises';

const usuallyWithinMs = 120_000;

/**
 * Anything except y and yes means no, including an empty line. `stop`: Ctrl-C was pressed. `none`: nobody answered in time, or the input ended (Ctrl-D).
 * @param {string} question
 * @param {{ input?: NodeJS.ReadableStream, output?: NodeJS.WritableStream, withinMs?: number, terminal?: boolean }} [at] by default this terminal
 * @returns {Promise<'yes' | 'no' | 'stop' | 'none'>}
 */
export async function askYesOrNo(question, { input = process.stdin, output = process.stdout, withinMs = usuallyWithinMs, terminal } = {}) {
  const lines = createInterface({ input, output, ...(terminal === undefined ? {} : { terminal }) });
  const ended = new AbortController();
  /** @type {'stop' | 'none'} */
  let without = 'none';
  // readline prevents Ctrl-C from becoming a signal, and older versions of Node leave the question open when the input ends.
  lines.once('SIGINT', () => {
    without = 'stop';
    ended.abort();
  });
  lines.once('close', () => ended.abort());
  const timer = setTimeout(() => ended.abort(), withinMs);
  try {
    return isYes(await lines.question(question, { signal: ended.signal })) ? 'yes' : 'no';
  } catch {
    output.write('\n');
    return without;
  } finally {
    clearTimeout(timer);
    lines.close();
  }
}

/** @param {string} answer */
function isYes(answer) {
  return /^\s*y(es)?\s*$/i.test(answer);
}
