/**
 * `hub copy ID` and `hub delete ID`: done by the running Hub, through its bridge. Deleting is the user's right whatever state Hub is in: where the core
 * does not do it, it is done in the journal.
 */
import { existsSync } from 'node:fs';
import type { BridgeRequest } from '../client/bridge-request.ts';
import { problems } from '../contract/problem.ts';
import { eraseStep } from '../journal/erasing.ts';
import { deleteFragment, readFragment } from '../journal/fragments.ts';
import { type Journal, openJournalReader } from '../journal/journal.ts';
import type { Places } from '../platform/locations.ts';
import { askBridge, type BridgeAnswer } from './bridge-client.ts';
import { withJournal } from './journal-access.ts';
import { type ExitStatus, failedBecause, printJson, type Surface } from './surface.ts';
import { unanswered } from './unanswered.ts';

interface Options {
  readonly json?: boolean;
}

export async function copy(surface: Surface, id: string, options: Options): Promise<ExitStatus> {
  if (!isNumber(id)) return notANumber(surface);
  const request: BridgeRequest = { method: 'POST', path: `/api/fragments/${id}/copy`, body: {} };
  return told(surface, await askBridge(surface.places, request), { id, done: 'is on the clipboard.', options });
}

/** A core that hangs is found and ended by the supervisor within this time. */
const deletedWithinMs = 4_000;

export async function remove(surface: Surface, id: string, options: Options): Promise<ExitStatus> {
  if (!isNumber(id)) return notANumber(surface);
  const done = 'is deleted from the history; a saved file stays.';
  const wasThere = isThere(surface.places, id);
  const answer = await askBridge(surface.places, { method: 'DELETE', path: `/api/fragments/${id}` }, deletedWithinMs);
  if (answer.kind === 'answer' || (answer.kind === 'refused' && answer.status === 404)) return told(surface, answer, { id, done, options });
  const mayBeDone = answer.kind === 'no-bridge' && answer.mayBeDone;
  const unknown = `Hub did not answer in time, and its journal is locked or the disk is full: it may still delete fragment ${id}; to look: hub show ${id}`;
  const work = (journal: Journal): ExitStatus => {
    // One that is not there any more was deleted by the core meanwhile, which had no time to say so.
    const isDeleted = deleteFragment(journal, Number(id)) || (mayBeDone && wasThere);
    if (!isDeleted) return noSuchFragment(surface, id);
    erase(journal);
    return said(surface, { ok: true }, { id, done, options });
  };
  return mayBeDone ? withJournal(surface, work, unknown) : withJournal(surface, work);
}

/** False where there is no journal that can be read, too. */
function isThere({ journal: file, blobs }: Places, id: string): boolean {
  if (!existsSync(file)) return false;
  try {
    using journal = openJournalReader({ file, blobs });
    return readFragment(journal, Number(id)) !== null;
  } catch {
    return false;
  }
}

/** As much as can be done now; the core goes on with the rest when it is there. */
const erasedWithinMs = 2_000;

function erase(journal: Journal): void {
  const endMs = performance.now() + erasedWithinMs;
  while (eraseStep(journal) === 'more' && performance.now() < endMs);
}

interface Done {
  readonly id: string;
  readonly done: string;
  readonly options: Options;
}

function told(surface: Surface, answer: BridgeAnswer, what: Done): ExitStatus {
  if (answer.kind === 'unanswered') return unanswered(surface, answer.reason);
  if (answer.kind === 'refused' && answer.status === 404) {
    const isUnknown = answer.detail === problems['not-found'].detail;
    return isUnknown ? noSuchFragment(surface, what.id) : failedBecause(surface, answer.detail, answer.error);
  }
  if (answer.kind === 'no-bridge') return failedBecause(surface, answer.detail, 'no_bridge');
  if (answer.kind === 'refused') return failedBecause(surface, answer.detail, answer.error);
  return said(surface, answer.body, what);
}

function said(surface: Surface, body: unknown, { id, done, options }: Done): ExitStatus {
  if (options.json) printJson(surface, body);
  else surface.print(`Fragment ${id} ${done}`);
  return 0;
}

function isNumber(id: string): boolean {
  return /^[1-9]\d{0,14}$/.test(id);
}

function notANumber(surface: Surface): ExitStatus {
  return failedBecause(surface, 'the ID of a fragment is a number; for the IDs: hub history', 'bad_request');
}

function noSuchFragment(surface: Surface, id: string): ExitStatus {
  return failedBecause(surface, `there is no fragment ${id}; for the IDs: hub history`, 'not_found');
}
