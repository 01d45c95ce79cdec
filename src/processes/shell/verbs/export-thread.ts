/** A thread that writes a support bundle or the evidence of retention: it reads and hashes megabytes, and the disk may be slow. */
import { parentPort, workerData } from 'node:worker_threads';
import { diskReason } from '../../../base/files/disk-error.ts';
import { folderFlaw } from '../../../base/files/folder-flaw.ts';
import { done, failed } from '../../../base/outcome.ts';
import { translationsInto } from '../../../configuration/speak-language.ts';
import { makeSupportBundle } from '../../../diagnostics/bundle/support-bundle.ts';
import { missingParts } from '../../../diagnostics/bundle/why-not-written.ts';
import { exportEvidence, isEvidenceSound } from '../../../diagnostics/retention/export-evidence.ts';
import { speak } from '../../../domain/language/say.ts';
import { locatePlaces } from '../../../platform/locations.ts';
import { readSurroundings } from '../../../platform/surroundings.ts';
import type { Exported, ExportOrder } from './export-files.ts';

const order = workerData as ExportOrder;
const stop = new AbortController();
// Nothing else is said. The thread does not stay for it.
parentPort?.once('message', () => stop.abort()).unref();
speak(order.language, translationsInto(order.language));
parentPort?.postMessage(await exported(order));

async function exported({ what, preset, env, folder }: ExportOrder): Promise<Exported> {
  const places = locatePlaces(readSurroundings(env));
  try {
    const flaw = folderFlaw(folder);
    if (flaw !== null) return failed(flaw);
  } catch (error) {
    return failed(diskReason(error)); // a link into a folder that may not be entered
  }
  if (what === 'support-bundle') {
    const made = await makeSupportBundle({ places, env, folder, preset, words: [], signal: stop.signal });
    if (!made.ok) return made;
    const { path, report, manifest } = made.value;
    return done({ path, report, isSound: true, missing: missingParts(manifest) });
  }
  try {
    const made = await exportEvidence(places, folder, { nowMs: Date.now() });
    return made === null ? failed('no-evidence') : done({ path: made.folder, report: null, isSound: isEvidenceSound(made), missing: [] });
  } catch (error) {
    return failed(diskReason(error));
  }
}
