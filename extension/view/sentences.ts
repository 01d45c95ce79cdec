/** What the states and troubles are called, each with what to do about it. */
import { browser } from 'wxt/browser';
import type { LinkState } from '../background/connection-rules.ts';
import type { PairTrouble, Save, SaveTrouble, View, What } from '../messages.ts';
import type { Missing } from '../page/tasks.ts';
import { text } from '../text.ts';
import { reasonInWords } from './hub-reasons.ts';

export interface Sentence {
  readonly title: string;
  readonly mend: string | null;
  readonly tone: 'good' | 'bad' | 'quiet';
}

const links: Readonly<Record<LinkState, (view: View) => Sentence>> = {
  'not-paired': () => ({ title: text('linkNotPaired'), mend: text('linkNotPairedMend'), tone: 'quiet' }),
  idle: () => ({ title: text('linkConnecting'), mend: null, tone: 'quiet' }),
  connecting: () => ({ title: text('linkConnecting'), mend: null, tone: 'quiet' }),
  connected: ({ hub }) => ({
    title: text('linkConnected'),
    mend: hub === null ? null : text('linkConnectedTo', hub.version, hub.name),
    tone: 'good',
  }),
  'not-running': ({ port }) => ({ title: text('linkNotRunning', port), mend: text('linkNotRunningMend'), tone: 'bad' }),
  refused: () => ({ title: text('linkRefused'), mend: text('linkRefusedMend'), tone: 'bad' }),
  full: () => ({ title: text('linkFull'), mend: text('linkFullMend'), tone: 'bad' }),
  'not-hub': ({ port }) => ({ title: text('linkNotHub', port), mend: text('linkNotHubMend'), tone: 'bad' }),
  replaced: () => ({ title: text('linkReplaced'), mend: text('linkReplacedMend'), tone: 'bad' }),
};

export function sentenceOf(view: View): Sentence {
  return links[view.link](view);
}

const things: Readonly<Record<What, () => string>> = {
  article: () => text('whatArticle'),
  selection: () => text('whatSelection'),
  page: () => text('whatPage'),
  picture: () => text('whatPicture'),
  link: () => text('whatLink'),
  code: () => text('whatCode'),
};

export function thingOf(what: What): string {
  return things[what]();
}

const refusals: Readonly<Record<string, () => string>> = {
  invalid: () => text('stateRefusedInvalid'),
  'too-large': () => text('stateRefusedTooLarge'),
  excluded: () => text('stateRefusedExcluded'),
  secret: () => text('whySecret'),
};

/** What became of a save: Hub's own words where its reason has none here. */
export function outcomeOf({
  what,
  state,
  name,
  folder,
  text: told = '',
  reason = '',
  trouble = 'failed',
  detail,
}: Save): Omit<Sentence, 'mend'> {
  switch (state) {
    case 'reading':
      return { title: what === 'picture' || what === 'link' ? text('stateFetching') : text('stateReading'), tone: 'quiet' };
    case 'queued':
      return { title: text('stateQueued'), tone: 'quiet' };
    case 'received':
      return { title: text('stateReceived'), tone: 'quiet' };
    case 'saved':
      return {
        title: name === undefined ? told : folder === undefined || folder === '' ? name : `${folder}/${name}`,
        tone: 'good',
      };
    case 'refused':
      return { title: (refusals[reason] ?? (() => text('stateRefused')))(), tone: 'bad' };
    case 'not-saved':
      return { title: text('notSavedBecause', troubleOf(trouble, what, detail)), tone: 'bad' };
    case 'waiting':
      // Without a reason it only takes longer than usual.
      return { title: reason === '' ? text('stateReceived') : (reasonInWords(reason) ?? told), tone: 'quiet' };
    case 'kept':
      return { title: reasonInWords(reason) ?? told, tone: 'quiet' };
    case 'filtered':
    case 'failed':
      return { title: reasonInWords(reason) ?? told, tone: 'bad' };
  }
}

const troubles: Readonly<Record<SaveTrouble, () => string>> = {
  'not-paired': () => text('troubleNotPaired'),
  'private-window': () => text('troublePrivateWindow'),
  'excluded-host': () => text('troubleExcludedHost'),
  'excluded-by-hub': () => text('troubleExcludedByHub'),
  'not-a-web-page': () => text('troubleNotAWebPage'),
  'page-closed-to-extensions': () => text('troublePageClosed'),
  'page-needs-host': () => text('troublePageNeedsHost'),
  'frame-needs-host': () => text('troubleFrameNeedsHost'),
  'page-left': () => text('troublePageLeft'),
  'page-gone': () => text('troublePageGone'),
  'nothing-selected': () => text('troubleNothingSelected'),
  'no-article': () => text('troubleNoArticle'),
  'too-large': () => text('troubleTooLarge'),
  'too-slow': () => text('troubleTooSlow'),
  'not-readable': () => text('troubleNotReadable'),
  'not-found': () => text('troubleNotFound'),
  'not-harmless': () => text('troubleNotHarmless'),
  failed: () => text('troubleFailed'),
  'queue-full': () => text('troubleQueueFull'),
  'disk-full': () => text('troubleDiskFull'),
  'not-stored': () => text('troubleNotStored'),
  'host-needed': () => text('troubleHostNeeded'),
};

function troubleOf(trouble: SaveTrouble, what: What, detail?: string): string {
  const isFile = what === 'picture' || what === 'link';
  if (trouble === 'too-slow' && isFile) return text('troubleFileTooSlow');
  if (trouble === 'too-large' && (what === 'article' || what === 'selection')) return text('troubleArticleTooLarge');
  return trouble === 'failed' && detail !== undefined ? text('troubleFailedWith', detail) : troubles[trouble]();
}

/** What a whole page is without. */
export function missingIn({ pictures, styles, others }: Missing): string {
  const parts = [
    ...(pictures === 0 ? [] : [pictures === 1 ? text('missingPicture') : text('missingPictures', pictures)]),
    ...(styles === 0 ? [] : [styles === 1 ? text('missingStyle') : text('missingStyles', styles)]),
    ...(others === 0 ? [] : [others === 1 ? text('missingOther') : text('missingOthers', others)]),
  ];
  return text('missing', new Intl.ListFormat(browser.i18n.getUILanguage()).format(parts));
}

const pairTroubles: Readonly<Record<PairTrouble, (port: number) => string>> = {
  'code-malformed': () => text('pairCodeMalformed'),
  'code-wrong': () => text('pairCodeWrong'),
  unavailable: () => text('pairUnavailable'),
  'not-running': (port) => `${text('linkNotRunning', port)}. ${text('pairNotRunningMend')}`,
  'not-hub': (port) => `${text('linkNotHub', port)}. ${text('linkNotHubMend')}`,
};

export function pairTroubleOf(trouble: PairTrouble, port: number): string {
  return pairTroubles[trouble](port);
}
