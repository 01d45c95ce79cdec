/** Opens a file of another history; which program it is from shows in its content, not in its name. */
import { lstatSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { say } from '../../domain/language/say.ts';
import { isCopyqFile, openCopyqFile } from './copyq-file.ts';
import { FileBytes } from './file-bytes.ts';
import { linesOfExport, openHubExport } from './hub-export.ts';
import { BrokenFile, type ImportSource } from './import-item.ts';
import { openSqliteHistory } from './sqlite-histories.ts';

/** The first 16 bytes of each database (https://www.sqlite.org/fileformat.html). */
const sqliteHeader = 'SQLite format 3\0';

/**
 * A link that the user names leads to what is meant; one inside an export is not followed. Throws `BrokenFile` for what Hub can't import, and as `node:fs`
 * does for what can't be read.
 */
export function openHistory(named: string): ImportSource {
  const place = realpathSync(named);
  const facts = statSync(place);
  if (!facts.isFile() && !facts.isDirectory()) throw new BrokenFile(say('it is a named pipe, a socket or a device, not a regular file'));
  const lines = linesOfExport(place);
  if (lines !== null) return openHubExport(lines);
  if (facts.isDirectory())
    throw new BrokenFile(
      lstatSync(path.join(place, 'fragments.jsonl'), { throwIfNoEntry: false })?.isFile() === true
        ? say('fragments.jsonl in this folder does not begin as hub export writes it: it is damaged, or from another program')
        : say('there is no fragments.jsonl of hub export in this folder'),
    );
  const head = headOf(place);
  if (head.toString('latin1').startsWith(sqliteHeader)) return openSqliteHistory(place);
  if (isCopyqFile(head)) return openCopyqFile(place);
  throw new BrokenFile(say('it is not a history that Hub can import: an export of Hub or CopyQ, or the database of Maccy or Ditto'));
}

function headOf(place: string): Buffer {
  using file = new FileBytes(place);
  return file.at(0, Math.min(file.size, 64));
}
