/**
 * A process that has the journal open in the same way as Hub's: it reads on its own, and its thread writes. Arguments: the database, the blobs. It records
 * each line of its input as a copy, and answers with the number of copies that it then reads.
 */
import { createInterface } from 'node:readline';
import type { Log } from '../../../src/base/log.ts';
import { listFragments } from '../../../src/journal/fragments/listing.ts';
import { openJournalReader } from '../../../src/journal/journal.ts';
import { ThreadWriter } from '../../../src/journal/writing/writer.ts';
import { textCapture } from '../../doubles/temporary-journal.ts';

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
