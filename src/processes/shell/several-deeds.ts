/** What the page's commands do with several fragments at once, over the bridge, and what is said about it. */
import type { Bridge } from '../../client/bridge.ts';
import type { BridgeFailure } from '../../client/bridge-answer.ts';
import type { PageCommand } from '../../contract/shell-page.ts';
import { say, sayHeard } from '../../domain/language/say.ts';
import { stayOnHold } from '../../domain/retention/hold-words.ts';
import { filesDeletedInWords, filesReturnedInWords, isFileDeleted } from '../../domain/saving/file-words.ts';
import { type DeedParts, doWithFragment, filesWithinMs } from './fragment-deeds.ts';

type Several = Extract<PageCommand, { readonly kind: 'do-with-several' }>;
type Parts = DeedParts;

/** Requests that are under way at the same time; the core does them one after the other. */
const atOnce = 8;

/** Does it, says what became of it and what was left out, and offers to undo a deletion as a whole. */
export async function doWithSeveral(parts: Parts, { deed, fragmentIds, tags = [] }: Several): Promise<void> {
  const ids = [...new Set(fragmentIds)];
  const [one, ...more] = ids;
  const isAlone = one !== undefined && more.length === 0;
  if (isAlone && (deed === 'copy' || deed === 'save' || deed === 'delete')) return doWithFragment(parts, deed, one);
  if (isAlone && deed === 'delete-with-files') return doWithFragment(parts, 'delete-with-file', one);
  const { shell } = parts;
  await shell.during(work(parts, deed, ids, tags));
  await shell.lists.refresh();
}

function work(parts: Parts, deed: Several['deed'], ids: readonly string[], tags: readonly string[]): Promise<void> {
  switch (deed) {
    case 'copy':
      return copyTexts(parts, ids);
    case 'delete':
      return parts.shell.notices.during(deleteAll(parts, ids));
    case 'delete-with-files':
      return parts.shell.notices.during(deleteAll(parts, ids, 'trash'));
    case 'save':
      return saveAll(parts, ids);
    case 'pin':
    case 'unpin':
      return annotateAll(parts, ids, { pinned: deed === 'pin' });
    case 'tag':
      return annotateAll(parts, ids, { addTags: [...tags] });
  }
}

const noAnswer = () => say('the core did not answer');

/** Why, as the bridge says it. */
export function whyNot(failure: BridgeFailure): string {
  return failure.reason === 'refused' ? sayHeard(failure.detail) : noAnswer();
}

async function copyTexts({ shell, bridge }: Parts, ids: readonly string[]): Promise<void> {
  const answer = await bridge.copyTexts(ids);
  if (!answer.ok) return shell.notify('error', say('Nothing was copied: {why}', { why: whyNot(answer) }));
  const { joined, leftOut } = answer.value;
  const copied = say('{joined, plural, one {# text is} other {# texts are}} on the clipboard, each on a line of its own', { joined });
  if (leftOut.length === 0) return shell.notify('success', copied);
  shell.notify('info', say('{copied}; {left}', { copied, left: leftOutInWords(leftOut.length) }));
}

export function leftOutInWords(count: number): string {
  return say('{count, plural, one {# copy without a text was left out} other {# copies without a text were left out}}', { count });
}

async function deleteAll(parts: Parts, ids: readonly string[], file?: 'trash'): Promise<void> {
  const { shell, bridge } = parts;
  const answer = await (file === undefined ? bridge : bridge.patient(filesWithinMs)).deleteSeveral(ids, file);
  if (!answer.ok) return shell.notify('error', say('They could not be deleted: {why}', { why: whyNot(answer) }));
  const { expanded } = shell.state;
  if (expanded !== null && ids.includes(expanded.id)) await shell.lists.expand(null);
  const { deleted, saved = 0, files, onHold = [] } = answer.value;
  const stay = onHold.length === 0 ? '' : stayOnHold(onHold.map(({ hold }) => hold));
  const undo = () => undeleteAll(parts, ids);
  if (files !== undefined) {
    const count = Math.max(deleted, files.length);
    const text = say('{count, plural, one {# copy} other {# copies}} deleted from the history. {files}', {
      count,
      files: filesDeletedInWords(files),
    });
    const isAll = stay === '' && files.every((each) => isFileDeleted(each.file));
    return shell.notify(isAll ? 'success' : 'warning', withMore(text, stay), undo);
  }
  const text = say('{deleted, plural, one {# copy} other {# copies}} deleted from the history. Saved files are kept', { deleted });
  const trash = { what: 'files' as const, work: () => shell.during(deleteAll(parts, ids, 'trash')) };
  shell.notify(stay === '' ? 'success' : 'warning', withMore(text, stay), undo, saved > 0 ? { trash } : {});
}

function withMore(text: string, more: string): string {
  return more === '' ? text : say('{said}. {file}', { said: text, file: more });
}

async function undeleteAll({ shell, bridge }: Parts, ids: readonly string[]): Promise<void> {
  const back = await bridge.patient(filesWithinMs).undeleteSeveral(ids);
  if (back.ok) {
    const { restored, files } = back.value;
    const text = say('{restored, plural, one {# copy is} other {# copies are}} back in the history', { restored });
    if (files === undefined) shell.notify('success', text);
    else
      shell.notify(
        files.every(({ file }) => file === 'back') ? 'success' : 'warning',
        say('{said}. {file}', { said: text, file: filesReturnedInWords(files) }),
      );
  } else shell.notify('error', say('They could not be brought back: more than a minute has passed, or the core did not answer'));
  await shell.lists.refresh();
}

/** How many of them were done; why the first one that was not. */
async function each(
  ids: readonly string[],
  request: (id: string) => ReturnType<Bridge['save'] | Bridge['annotate']>,
): Promise<{ readonly did: number; readonly failure: BridgeFailure | null }> {
  let did = 0;
  let failure: BridgeFailure | null = null;
  for (let at = 0; at < ids.length; at += atOnce) {
    const answers = await Promise.all(ids.slice(at, at + atOnce).map(request));
    for (const answer of answers) {
      if (answer.ok) did += 1;
      else failure ??= answer;
    }
    // Without a core each further one would wait for its deadline.
    if (failure !== null && failure.reason !== 'refused') break;
  }
  return { did, failure };
}

async function saveAll({ shell, bridge }: Parts, ids: readonly string[]): Promise<void> {
  const { did, failure } = await each(ids, (id) => bridge.save(id));
  const done = say('{did, plural, one {# copy is} other {# copies are}} being saved; each row shows what became of it', { did });
  tell(shell, { done, did, failure, left: ids.length - did });
}

async function annotateAll(
  { shell, bridge }: Parts,
  ids: readonly string[],
  change: { readonly pinned: boolean } | { addTags: string[] },
): Promise<void> {
  const { did, failure } = await each(ids, (id) => bridge.annotate(id, change));
  const done =
    'addTags' in change
      ? say('{did, plural, one {# copy has} other {# copies have}} these tags', { did })
      : change.pinned
        ? say('{did, plural, one {# copy is} other {# copies are}} pinned', { did })
        : say('{did, plural, one {# copy is} other {# copies are}} not pinned any more', { did });
  tell(shell, { done, did, failure, left: ids.length - did });
}

interface Told {
  readonly done: string;
  readonly did: number;
  readonly failure: BridgeFailure | null;
  readonly left: number;
}

function tell(shell: Parts['shell'], { done, did, failure, left }: Told): void {
  if (failure === null) return shell.notify('success', done);
  const why = whyNot(failure);
  if (did === 0) return shell.notify('error', say('Nothing was changed: {why}', { why }));
  shell.notify('warning', say('{done}; {left, plural, one {# was left out} other {# were left out}}: {why}', { done, left, why }));
}
