/**
 * `hub copy ID` and `hub delete ID`: done by the running Hub, through its bridge. Deleting must work whatever state Hub is in: if the core does not
 * do it, the command does it in the journal.
 */
import { existsSync } from 'node:fs';
import { askOpen } from '../../client/ask-pipes.ts';
import type { Done } from '../../client/bridge.ts';
import { openFragment } from '../../client/open-fragment.ts';
import { holdsForDeleting } from '../../configuration/reading/retention-documents.ts';
import { mostSelected } from '../../contract/fragment-words.ts';
import { problems } from '../../contract/problem.ts';
import type { OpenAs } from '../../contract/supervisor.ts';
import { say, sayHeard, withinSentence } from '../../domain/language/say.ts';
import { holdRefusal } from '../../domain/retention/hold-words.ts';
import { fileDeletionInWords } from '../../domain/saving/file-words.ts';
import { currentNumber } from '../../journal/fragments/earlier-copies.ts';
import { eraseStep } from '../../journal/fragments/erasing.ts';
import { type Journal, openJournalReader } from '../../journal/journal.ts';
import { deleteFragment } from '../../journal/keeping/delete-fragments.ts';
import { onHold, storeHolds } from '../../journal/retention/holds-in-force.ts';
import type { Places } from '../../platform/locations.ts';
import { type ExitStatus, failedBecause, printJson, type Surface, wrongUsage } from '../surface.ts';
import { type AskedBridge, notDone, withBridge } from '../with-bridge.ts';
import { fragmentNamed, isNumber, noSuchFragment, notANumber, notThere } from './fragment-ids.ts';
import { withJournal } from './journal-access.ts';

interface Options {
  readonly json?: boolean;
}

/** One copy with its formats; of several the texts. */
export function copyAny(surface: Surface, ids: readonly string[], options: { json?: boolean; plain?: boolean }): Promise<ExitStatus> {
  const [id = '', ...more] = ids;
  return more.length === 0 ? copy(surface, id, options) : copyTexts(surface, ids, options);
}

export async function copy(surface: Surface, id: string, options: Options & { readonly plain?: boolean }): Promise<ExitStatus> {
  if (!isNumber(id)) return notANumber(surface);
  const asked = await withBridge(surface.places, (bridge) => bridge.copy(id, options.plain ? { plain: true } : {}));
  return told(surface, asked, {
    id,
    done: options.plain ? say('Copy {id} is on the clipboard as plain text.', { id }) : say('Copy {id} is on the clipboard.', { id }),
    options,
  });
}

/** `hub copy ID ID…`: the texts of several, as one text. */
export async function copyTexts(surface: Surface, ids: readonly string[], options: { readonly json?: boolean }): Promise<ExitStatus> {
  if (!ids.every(isNumber)) return notANumber(surface);
  if (ids.length > mostSelected) return wrongUsage(surface, say('at most {count, number} copies at once', { count: mostSelected }));
  const asked = await withBridge(surface.places, (bridge) => bridge.copyTexts(ids));
  if (asked.kind === 'refused' && (asked.status === 404 || asked.status === 400))
    return failedBecause(surface, withinSentence(sayHeard(asked.detail)), asked.word);
  if (asked.kind !== 'answer') return notDone(surface, asked);
  const { joined, leftOut } = asked.value;
  if (options.json) printJson(surface, asked.value);
  else {
    surface.print(say('{joined, plural, one {# text is} other {# texts are}} on the clipboard, each on a line of its own.', { joined }));
    if (leftOut.length > 0) surface.print(say('Left out, because they have no text: {ids}', { ids: leftOut.join(' ') }));
  }
  return 0;
}

const opensWithinMs = 6_000;

/** `hub open ID`: what it names, or its file; with `reveal` the folder of that. */
export async function open(surface: Surface, id: string, options: Options & { readonly reveal?: boolean }): Promise<ExitStatus> {
  if (!isNumber(id)) return notANumber(surface);
  const { places } = surface;
  const asked = await withBridge(places, (bridge) => bridge.fragment(id));
  if (asked.kind === 'refused' && asked.status === 404) return noSuchFragment(surface, id);
  if (asked.kind !== 'answer') return notDone(surface, asked);
  const parts = {
    userHome: places.userHome,
    open: (as: OpenAs, target: string) => askOpen(places, { as, target }, { timeoutMs: opensWithinMs }),
  };
  const { intent, text } = await openFragment(parts, asked.value, options.reveal ? 'reveal' : 'open');
  if (intent === 'error' || intent === 'warning') return failedBecause(surface, withinSentence(text ?? ''), 'not_opened');
  return said(surface, { ok: true }, { id, done: text ?? say('Opened copy {id}.', { id }), options });
}

/** Longer than the core waits for the files of deleted copies. */
export const filesWithinMs = 15_000;

/** The supervisor finds and kills a hanging core within this time. */
const deletedWithinMs = 4_000;

type RemoveOptions = Options & { readonly now?: boolean; readonly withFile?: boolean };

/** The save worker alone writes into WorkSpaces: without a running Hub nothing is deleted. */
async function removeWithFile(surface: Surface, id: string, options: RemoveOptions): Promise<ExitStatus> {
  const asked = await withBridge(
    surface.places,
    (bridge) => bridge.delete(id, { now: options.now ?? false, file: 'trash' }),
    filesWithinMs,
  );
  if (asked.kind !== 'answer') return asked.kind === 'refused' ? told(surface, asked, { id, done: '', options }) : notDone(surface, asked);
  const { undoUntil, file = 'no-answer' } = asked.value;
  const parts = [
    options.now ? say('Copy {id} is deleted for good.', { id }) : say('Copy {id} is deleted from the history.', { id }),
    fileDeletionInWords(file),
    undoUntil === null ? '' : say('To bring it back within a minute: hub undelete {id}', { id }),
  ];
  return said(surface, asked.value, { id, done: parts.filter((part) => part !== '').join(' '), options });
}

export async function remove(surface: Surface, id: string, options: RemoveOptions): Promise<ExitStatus> {
  if (!isNumber(id)) return notANumber(surface);
  if (options.withFile) return removeWithFile(surface, id, options);
  const done = options.now
    ? say('Copy {id} is deleted for good; a saved file stays.', { id })
    : say('Copy {id} is deleted from the history; a saved file stays.', { id });
  const existedBefore = isThere(surface.places, id);
  const asked = await withBridge(surface.places, (bridge) => bridge.delete(id, { now: options.now ?? false }), deletedWithinMs);
  if (asked.kind === 'answer' && asked.value.undoUntil !== null)
    return said(surface, asked.value, {
      id,
      done: `${done} ${say('To bring it back within a minute: hub undelete {id}', { id })}`,
      options,
    });
  if (asked.kind === 'answer' || (asked.kind === 'refused' && asked.status === 404)) return told(surface, asked, { id, done, options });
  const mayBeDone = asked.kind === 'no-bridge' && asked.mayBeDone;
  const unknown = say(
    'Hub did not answer in time, and its journal is locked or the disk is full: it may still delete copy {id}; see: hub show {id}',
    { id },
  );
  const work = (journal: Journal): ExitStatus => {
    storeHolds(journal, () => holdsForDeleting(surface.places));
    const kept = onHold(journal, currentNumber(journal, Number(id)));
    if (kept !== null) return failedBecause(surface, withinSentence(sayHeard(holdRefusal(kept.hold))), 'on_hold');
    // If it no longer exists, the core deleted it meanwhile and had no time to answer.
    const isDeleted = deleteFragment(journal, currentNumber(journal, Number(id))) || (mayBeDone && existedBefore);
    if (!isDeleted) return noSuchFragment(surface, id);
    erase(journal);
    return said(surface, { ok: true }, { id, done, options });
  };
  return mayBeDone ? withJournal(surface, work, unknown) : withJournal(surface, work);
}

/** Also false if there is no readable journal. */
function isThere({ journal: file, blobs }: Places, id: string): boolean {
  if (!existsSync(file)) return false;
  try {
    using journal = openJournalReader({ file, blobs });
    return fragmentNamed(journal, id) !== null;
  } catch {
    return false;
  }
}

/** As much as can be done now; the core does the rest later. */
const erasedWithinMs = 2_000;

function erase(journal: Journal): void {
  const endMs = performance.now() + erasedWithinMs;
  while (eraseStep(journal) === 'more' && performance.now() < endMs);
}

interface Deed {
  readonly id: string;
  readonly done: string;
  readonly options: Options;
}

function told(surface: Surface, asked: AskedBridge<Done>, deed: Deed): ExitStatus {
  if (asked.kind === 'answer') return said(surface, asked.value, deed);
  const isUnknown = asked.kind === 'refused' && asked.status === 404 && asked.detail === problems['not-found'].detail;
  if (isUnknown) return noSuchFragment(surface, deed.id);
  return asked.kind === 'refused' && asked.status === 404 ? notThere(surface, deed.id, asked.detail) : notDone(surface, asked);
}

function said(surface: Surface, body: Done, { done, options }: Deed): ExitStatus {
  if (options.json) printJson(surface, body);
  else surface.print(done);
  return 0;
}
