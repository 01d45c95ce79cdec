/** Adds large pictures to a journal that nobody has open, as the monitor records them. They are kept, and count as judged. */
import { randomFillSync } from 'node:crypto';
import { ContentSpool } from '../../src/base/files/spooled-content.ts';
import { recordCapture } from '../../src/journal/captures/captures.ts';
import { recordJudgement } from '../../src/journal/fragments/fragment-states.ts';
import { type JournalPlace, openJournal } from '../../src/journal/journal.ts';

const pictureBytes = 5_000_000;
const signature = Buffer.from('89504e470d0a1a0a', 'hex');

/** @returns how many there are. */
export async function addPictures(place: JournalPlace, gigabytes: number): Promise<number> {
  using journal = openJournal(place);
  const count = Math.floor((gigabytes * 1e9) / pictureBytes);
  const bytes = randomFillSync(Buffer.allocUnsafe(pictureBytes));
  signature.copy(bytes);
  const app = { name: 'Painter', executable: '/usr/bin/painter', pid: 7, windowTitle: 'a picture' };
  const source = { type: 'local', name: 'Painter', path: '/usr/bin/painter', app } as const;
  for (let at = 0; at < count; at += 1) {
    bytes.writeUInt32BE(at, signature.length);
    const spool = new ContentSpool({ folder: place.blobs });
    await spool.write(bytes);
    const content = await spool.finish();
    if (!content.ok) throw new Error(`a picture could not be stored: ${content.reason}`);
    const representations = [{ mediaType: 'image/png', content: content.value }];
    const { fragmentIds } = recordCapture(journal, {
      ...{ origin: 'clipboard', copiedAtMs: Date.now(), source, givenName: null },
      fragments: [{ kind: 'image', representations }],
    });
    const detection = { group: 'image', extension: '.png', typeId: 'png', mediaType: 'image/png', confidence: 1 };
    const verdict = { kind: 'keep', because: 'policy_off' } as const;
    recordJudgement(journal, fragmentIds[0] ?? 0, {
      ...{ detection, embeddedFilename: null, verdict },
      pictureSize: { width: 2_000, height: 1_000 },
    });
  }
  return count;
}
