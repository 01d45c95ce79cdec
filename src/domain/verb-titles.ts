/** The titles of the action verbs in menus: in the search, the tray's menu, the taskbar's jump list. */

import type { VerbRow } from '../contract/page-rows/search-view.ts';
import { type ActionVerb, actionVerbs } from '../contract/words/listed-words.ts';
import type { Pause } from './capture/pause-time.ts';
import { say } from './language/say.ts';
import { askedTitle, byRank, type SearchedTitle, titleRank, wordsOf } from './title-match.ts';

interface Words extends SearchedTitle {
  readonly detail: string;
}

const words: Readonly<Record<ActionVerb, () => Words>> = {
  restore: () => ({ title: say('Show Hub'), detail: say('Brings the window to the front'), also: say('restore open window') }),
  toggle: () => ({
    title: say('Show or hide Hub'),
    detail: say('Hides the window, or brings it to the front'),
    also: say('toggle window'),
  }),
  'open-picker': () => ({
    title: say('Paste from the history'),
    detail: say('Opens the picker over the current window'),
    also: say('picker choose copy insert search'),
  }),
  'extract-clipboard-text': () => ({
    title: say('Extract text from the clipboard'),
    detail: say('Reads the text in a copied picture or document'),
    also: say('ocr read recognize scan'),
  }),
  'send-to-chat': () => ({
    title: say('Send to chat'),
    detail: say('Opens an assistant with the content of the clipboard'),
    also: say('ai assistant ask prompt llm'),
  }),
  'open-workspace': () => ({
    title: say('Open WorkSpace'),
    detail: say('Shows the folder of saved copies'),
    also: say('folder directory files'),
  }),
  'open-logs': () => ({ title: say('Open logs'), detail: say('Shows the folder of the log files'), also: say('folder diagnostics') }),
  'open-settings': () => ({
    title: say('Settings'),
    detail: say('Shows the settings in the window'),
    also: say('preferences options configuration'),
  }),
  'save-now': () => ({
    title: say('Save now'),
    detail: say('Saves what is on the clipboard to the WorkSpace'),
    also: say('store keep write'),
  }),
  'pause-capture': () => ({
    title: say('Pause capture'),
    detail: say('New copies are not read'),
    also: say('stop halt watching privacy'),
  }),
  'pause-for-an-hour': () => ({
    title: say('Pause for an hour'),
    detail: say('New copies are not read for an hour'),
    also: say('stop halt capture watching privacy'),
  }),
  'ignore-next-copy': () => ({
    title: say('Ignore next copy'),
    detail: say('The next copy is not read, those after it are'),
    also: say('skip once private secret password pause'),
  }),
  'private-mode': () => ({
    title: say('Private mode'),
    detail: say('New copies are not read, and no copies are shown'),
    also: say('incognito hide pause stop secret privacy'),
  }),
  'resume-capture': () => ({
    title: say('Resume capture'),
    detail: say('Captures every copy again'),
    also: say('start continue watching private mode off'),
  }),
  'cycle-top-panel': () => ({
    title: say('Next panel'),
    detail: say('Shows more in the panel, then starts again with less'),
    also: say('cycle top state view'),
  }),
  'quick-settings-chat': () => ({
    title: say('Chat settings'),
    detail: say('Which assistant your copies are sent to'),
    also: say('preferences options ai assistant route prompt'),
  }),
  'quick-settings-structured-text': () => ({
    title: say('Structured text settings'),
    detail: say('The form of structured text'),
    also: say('preferences options markdown json csv table'),
  }),
  'quick-settings-text-extraction': () => ({
    title: say('Text extraction settings'),
    detail: say('How text is read in pictures and documents'),
    also: say('preferences options ocr language recognize shortcut'),
  }),
  exit: () => ({ title: say('Exit Hub'), detail: say('Stops Hub with all of its processes'), also: say('quit shutdown') }),
};

export function verbRow(verb: ActionVerb): VerbRow {
  const { title, detail } = words[verb]();
  return { verb, title, detail };
}

/**
 * The verbs that match a query, the best match first; `available` lists those that can be executed now. Each part of the query begins a word: `op
 * log`, `oplog` and `ol` are `Open logs`. A match in the title comes before one in the other words. Nothing matches a blank query. Of several verbs
 * that do the same, one is returned. Exit needs a whole word of its own, because somebody who looks for a copy must not stop Hub.
 */
export function matchVerbs(query: string, available: ReadonlySet<ActionVerb>): readonly VerbRow[] {
  const asked = askedTitle(query);
  if (asked === null) return [];
  const verbs = actionVerbs.filter((verb) => available.has(verb));
  const rows = byRank(verbs, (verb) => rankOf(asked, verb)).map(verbRow);
  return rows.filter(({ title }, place) => rows.findIndex((row) => row.title === title) === place);
}

function rankOf(asked: string, verb: ActionVerb): number | null {
  const { title, also } = words[verb]();
  if (verb === 'exit' && !wordsOf(`${verb} ${also}`).some((word) => asked.split(' ').includes(word))) return null;
  return titleRank(asked, { title, also: `${also} ${verb}` });
}

/** The verbs that would change nothing now. A pause may be given another end. */
export function idleVerbs(pause: Pause | null): ReadonlySet<ActionVerb> {
  if (pause === null) return new Set(['resume-capture']);
  if (pause.isPrivate) return new Set(['private-mode', 'pause-capture', 'pause-for-an-hour', 'ignore-next-copy']);
  if (pause.what === 'next') return new Set(['ignore-next-copy']);
  return new Set(pause.untilMs === null ? ['pause-capture', 'ignore-next-copy'] : ['ignore-next-copy']);
}
