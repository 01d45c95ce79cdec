/** A process that opens the journal as the start of Hub does, records copies and kills itself. Arguments: the database, the blobs, and how many copies. */
import { recordCapture } from '../../../src/journal/captures/captures.ts';
import { openJournalOrFresh } from '../../../src/journal/damage/quarantine.ts';
import { textCapture } from '../../doubles/temporary-journal.ts';

const [, , file = '', blobs = '', copies = '0'] = process.argv;
const { journal } = openJournalOrFresh({ file, blobs }, Date.now());
for (let id = 1; id <= Number(copies); id += 1) recordCapture(journal, textCapture(`copy ${id}`));
process.kill(process.pid, 'SIGKILL');
