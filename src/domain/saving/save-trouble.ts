/** Whether the WorkSpace accepts files now, in the words of `hub status`. */
import type { FragmentReason } from '../../contract/journal.ts';
import type { PageView } from '../../contract/shell-page.ts';
import type { Fragment } from '../../contract/source-snapshot.ts';
import type { ComponentStatus } from '../../contract/supervisor.ts';
import { say, spokenLanguage } from '../language/say.ts';
import { oneLine } from '../view/shown-text.ts';
import { heardCondition, saveCondition } from './save-condition.ts';

type Trouble = NonNullable<PageView['saveTrouble']>;

type Settled = Pick<Fragment, 'state' | 'reason'>;

/** Problems of the WorkSpace, and not of one file. All of them are tried again automatically. */
const troubles: readonly FragmentReason[] = ['disk_full', 'no_permission', 'missing_directory', 'io_error'];

const keptMeanwhile = () => say('Copies are kept in the history for now, and are saved as files after that.');

/**
 * Null while files are saved, and if nothing is known. `newestFirst` is the history: the newest copy that should have become a file tells it at once. The
 * save worker, which checks the WorkSpace also while there is nothing to save, knows the cause best; its status may be some seconds old.
 */
export function saveTrouble(newestFirst: readonly Settled[], components: readonly ComponentStatus[]): Trouble | null {
  const failure = lastFailure(newestFirst);
  const reason = troubles.find((known) => known === failure);
  const worker = components.find(({ id, state }) => id === 'save_worker' && state === 'degraded');
  const ofHistory = reason === undefined ? null : saveCondition(null, [{ reason, fragments: 0 }]);
  const sentence = worker?.reason ? heardCondition(worker.reason) : ofHistory;
  if (sentence === null) return null;
  const [what = '', ...mend] = oneLine(sentence, 400).split(/[;；] ?/);
  return { text: capitalised(what), mend: [...mend.map((words) => sentenceOf(words)), keptMeanwhile()].join(' ') };
}

/** The WorkSpace's folder was missing when a file was last to be written into it. */
export function isMissing(newestFirst: readonly Settled[]): boolean {
  return lastFailure(newestFirst) === 'missing_directory';
}

function lastFailure(newestFirst: readonly Settled[]): string | null {
  const last = newestFirst.find(({ state }) => state === 'saved' || state === 'failed');
  return last?.state === 'failed' ? last.reason : null;
}

function sentenceOf(words: string): string {
  return `${capitalised(words)}${spokenLanguage() === 'zh-CN' ? '。' : '.'}`;
}

function capitalised(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
