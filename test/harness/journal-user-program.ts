/**
 * A process that has the journal open as those of Hub do: it reads itself, and a thread of it writes. Arguments: the database, the blobs. Each
 * line of its input is recorded as a copy, and answered with how many copies it then reads.
 */
import { createInterface } from 'node:readline';
import type { Log } from '../../src/base/log.ts';
import { listFragments } from '../../src/journal/fragments.ts';
import { openJournalReader } from '../../src/journal/journal.ts';
import { textCapture } from '../../src/journal/test-journal.ts';
import { ThreadWriter } from '../../src/journal/writer.ts';

const [, , file = '', blobs = ''] = process.argv;
const place = { file, blobs };
const say = (event: string): void => void process.stderr.write(`${event}\n`);
const log: Log = {
  debug: () => {},
  info: () => {},
  warn: say,
  error: say,
  critical: say,
  isDetailed: false,
  setLevel: () => {},
  [Symbol.dispose]: () => {},
};
const journal = openJournalReader(place);
const writer = new ThreadWriter(place, log);
for await (const line of createInterface({ input: process.stdin })) {
  const written = await writer.write('recordCaptures', [textCapture(line)]);
  process.stdout.write(`${written.ok ? listFragments(journal, { limit: 1_000 }).length : written.code}\n`);
}
