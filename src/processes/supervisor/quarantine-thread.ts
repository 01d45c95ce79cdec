/** The thread that puts the journal of a running Hub aside, so that the supervisor does not wait for the disk. It reports its outcome, and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { errorCode, type Vetted } from '../../base/log.ts';
import { locatePlaces } from '../../platform/locations.ts';
import { readSurroundings } from '../../platform/surroundings.ts';
import { type OpenedOnce, openOnce } from './prepare-home.ts';

export type QuarantineOutcome = ({ readonly ok: true } & OpenedOnce) | { readonly ok: false; readonly code: Vetted };

/** `home`: the absolute path of the home. */
export interface QuarantineOrder {
  readonly home: string;
}

function outcome({ home }: QuarantineOrder): QuarantineOutcome {
  try {
    return { ok: true, ...openOnce(locatePlaces(readSurroundings({ HUB_HOME: home })), () => true) };
  } catch (error) {
    return { ok: false, code: errorCode(error) };
  }
}

parentPort?.postMessage(outcome(workerData as QuarantineOrder));
