/** What the page's commands do with one fragment over the bridge: copy it, save it, delete it, have the text in it read. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Bridge } from '../../client/bridge.ts';
import type { BridgeAnswer, BridgeFailure } from '../../client/bridge-answer.ts';
import type { FragmentRow, Notice, PageCommand } from '../../contract/shell-page.ts';
import type { Fragment } from '../../contract/source-snapshot.ts';
import { whyAbsent } from '../../domain/conditions/absence.ts';
import { say, sayHeard } from '../../domain/language/say.ts';
import { fileDeletionInWords, fileReturnInWords, isFileDeleted } from '../../domain/saving/file-words.ts';
import { fragmentOutcome, isUnderWay } from '../../domain/view/fragment-outcome.ts';
import type { Places } from '../../platform/locations.ts';
import type { NoticeOffers } from './notices/notices.ts';
import type { Shell } from './shell.ts';

export interface DeedParts {
  readonly places: Places;
  readonly shell: Shell;
  readonly bridge: Bridge;
}

/** Longer than the core waits for the files of deleted copies. */
export const filesWithinMs = 15_000;

const deeds = {
  copy: {
    done: () => say('Copied to the clipboard'),
    failed: () => say('It could not be put on the clipboard: there is no clipboard, or the copy was deleted'),
  },
  'copy-plain': {
    done: () => say('Copied to the clipboard as plain text'),
    failed: () => say('It could not be put on the clipboard: there is no clipboard, or the copy was deleted'),
  },
  // Its result says more.
  save: { done: () => null, failed: () => say('It could not be saved: the core did not answer, or the copy was deleted') },
  delete: { done: () => say('Deleted from the history'), failed: () => say('It could not be deleted: the core did not answer') },
  'delete-with-file': {
    done: () => say('Deleted from the history'),
    failed: () => say('It could not be deleted: the core did not answer'),
  },
  erase: { done: () => say('Deleted for good'), failed: () => say('It could not be deleted: the core did not answer') },
} as const;

/** Does it, says what became of it, and offers to undo it. `showFailure`: for a failure that is said where nobody may see it. */
export async function doWithFragment(
  parts: DeedParts,
  deed: keyof typeof deeds,
  id: string,
  showFailure: () => Promise<unknown> = async () => {},
): Promise<void> {
  const { shell } = parts;
  if (deed === 'delete-with-file') return shell.notices.during(shell.during(deleteWithFile(parts, id)));
  const work = doAndSay(parts, deed, id, showFailure);
  return deed === 'delete' ? shell.notices.during(work) : work;
}

async function doAndSay(
  parts: DeedParts,
  deed: Exclude<keyof typeof deeds, 'delete-with-file'>,
  id: string,
  showFailure: () => Promise<unknown>,
): Promise<void> {
  const { shell, bridge } = parts;
  const removes = deed === 'delete' || deed === 'erase';
  // Afterwards nothing tells whether it had one.
  const before = removes ? await bridge.fragment(id) : null;
  const hasFile = before?.ok === true && before.value.savedPath !== null;
  const answer = await requests[deed](bridge, id);
  const did = answer.ok;
  // Nothing keeps or shows a deleted copy.
  if (did && removes && shell.state.expanded?.id === id) await shell.lists.expand(null);
  const said = deeds[deed][did ? 'done' : 'failed']();
  if (isOnHold(answer)) return shell.notify('warning', sayHeard(answer.detail));
  if (said === null) await sayWhatBecame(parts, id);
  else {
    const undo = did && deed === 'delete' ? () => undelete(parts, id) : undefined;
    const work = () => doWithFragment(parts, 'delete-with-file', id);
    const offers: NoticeOffers = { deleted: id, ...(did && deed === 'delete' && hasFile && { trash: { what: 'file', work } }) };
    shell.notify(did ? 'success' : 'error', did && hasFile ? say('{said}. The saved file is kept', { said }) : said, undo, offers);
  }
  if (!did) await showFailure();
  await shell.lists.refresh();
}

/** It stays, and the sentence says which legal hold keeps it. */
function isOnHold(answer: BridgeAnswer<unknown>): answer is BridgeFailure & { readonly reason: 'refused' } {
  return !answer.ok && answer.reason === 'refused' && answer.word === 'on_hold';
}

const requests: Readonly<
  Record<Exclude<keyof typeof deeds, 'delete-with-file'>, (bridge: Bridge, id: string) => Promise<BridgeAnswer<unknown>>>
> = {
  copy: (bridge, id) => bridge.copy(id),
  'copy-plain': (bridge, id) => bridge.copy(id, { plain: true }),
  save: (bridge, id) => bridge.save(id),
  delete: (bridge, id) => bridge.delete(id),
  erase: (bridge, id) => bridge.delete(id, { now: true }),
};

/** Also the file of a copy that is deleted already, while that can be undone. */
async function deleteWithFile(parts: DeedParts, id: string): Promise<void> {
  const { shell, bridge } = parts;
  const answer = await bridge.patient(filesWithinMs).delete(id, { file: 'trash' });
  if (answer.ok) {
    if (shell.state.expanded?.id === id) await shell.lists.expand(null);
    const { file = 'no-answer' } = answer.value;
    const text = say('{said}. {file}', { said: deeds.delete.done(), file: fileDeletionInWords(file) });
    shell.notify(isFileDeleted(file) ? 'success' : 'warning', text, () => undelete(parts, id), { deleted: id });
  } else if (isOnHold(answer)) shell.notify('warning', sayHeard(answer.detail));
  else shell.notify('error', deeds.delete.failed());
  await shell.lists.refresh();
}

async function undelete({ shell, bridge }: DeedParts, id: string): Promise<void> {
  const back = await bridge.patient(filesWithinMs).undelete(id);
  if (back.ok) {
    const { file } = back.value;
    const text = say('Restored to the history');
    if (file === undefined) shell.notify('success', text);
    else shell.notify(file === 'back' ? 'success' : 'warning', say('{said}. {file}', { said: text, file: fileReturnInWords(file) }));
  } else shell.notify('error', say('It could not be brought back: more than a minute has passed, or the core did not answer'));
  await shell.lists.refresh();
}

/** A disk that responds at all has responded by then. */
const savedWithinMs = 3_000;
/** A failed save counts as failed until it was tried again. */
const triedWithinMs = 600;
const lookEveryMs = 100;

/** Shows the result of a requested save, once that is known. */
export async function sayWhatBecame({ shell, bridge, places }: DeedParts, id: string | undefined): Promise<void> {
  if (id === undefined) {
    const why = whyAbsent(shell.state.snapshot, shell.state.pause !== null);
    if (why === null) return shell.notify('info', say('There is nothing on the clipboard to save'));
    return shell.notify('warning', say('It was not saved. {why}', { why }));
  }
  const startMs = performance.now();
  const isOpen = (fragment: Fragment): boolean =>
    isUnderWay(fragment) || (fragment.state === 'failed' && performance.now() - startMs < triedWithinMs);
  let answer = await bridge.fragment(id);
  while (answer.ok && isOpen(answer.value) && performance.now() - startMs < savedWithinMs) {
    await pause(lookEveryMs);
    answer = await bridge.fragment(id);
  }
  if (!answer.ok) return shell.notify('error', deeds.save.failed());
  const { workspacePath, minTextChars } = shell.state;
  const { kind, text } = fragmentOutcome(answer.value, { workspacePath, minTextChars, userHome: places.userHome });
  shell.notify(intents[kind], text.slice(0, 1).toUpperCase() + text.slice(1));
}

const intents: Readonly<Record<FragmentRow['outcome']['kind'], Notice['intent']>> = {
  busy: 'info',
  saved: 'success',
  kept: 'info',
  failed: 'error',
  filtered: 'info',
};

/** Puts a part of a text on the clipboard, such as a link in it. */
export async function copyPart(
  { shell, bridge }: Pick<DeedParts, 'shell' | 'bridge'>,
  { fragmentId, span, file, as }: Extract<PageCommand, { readonly kind: 'copy-part' }>,
): Promise<void> {
  const { ok } = await bridge.copy(fragmentId, { span, extracted: file, as });
  shell.notify(ok ? 'success' : 'error', ok ? deeds.copy.done() : deeds.copy.failed());
}
