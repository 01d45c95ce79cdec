/** The state of the connection as popup and options show it: what it is, what to do about it, and the means for that. */
import type { LinkState } from '../background/connection-rules.ts';
import type { View } from '../messages.ts';
import { text } from '../text.ts';
import { ask } from './asking.ts';
import { element } from './element.ts';
import { pairingForm } from './pairing-form.ts';
import { sentenceOf } from './sentences.ts';

const isTriedAgain: ReadonlySet<LinkState> = new Set(['not-running', 'not-hub', 'full', 'replaced']);

export interface Status {
  readonly place: HTMLElement;
  readonly show: (view: View) => void;
}

export interface StatusParts {
  /** Where the port can be mended; absent in the options themselves. */
  readonly openOptions?: () => void;
  /** Resolves once what was changed before is stored. */
  readonly ready?: () => Promise<unknown>;
}

export function statusCard({ openOptions, ready = async () => {} }: StatusParts = {}): Status {
  let port = 0;
  const dot = element('span', { class: 'dot' });
  const title = element('strong', { class: 'state' });
  const mend = element('p', { class: 'mend' });
  const form = pairingForm(() => port, ready);
  const again = element(
    'button',
    { class: 'button', has: { type: 'button' }, on: { click: () => void ask({ ask: 'test' }) } },
    text('tryAgain'),
  );
  const options =
    openOptions === undefined
      ? null
      : element('button', { class: 'button', has: { type: 'button' }, on: { click: openOptions } }, text('options'));
  const mends = element('div', { class: 'row' }, again, options);
  let wasAsked = false;
  const place = element(
    'section',
    { class: 'card status', has: { 'aria-live': 'polite' } },
    element('div', { class: 'row' }, dot, title),
    mend,
    form,
    mends,
  );
  return {
    place,
    show: (view) => {
      port = view.port;
      const sentence = sentenceOf(view);
      dot.dataset.tone = sentence.tone;
      place.dataset.link = view.link;
      title.textContent = sentence.title;
      mend.textContent = sentence.mend ?? '';
      mend.hidden = sentence.mend === null;
      form.hidden = view.link !== 'not-paired' && view.link !== 'refused';
      again.hidden = !isTriedAgain.has(view.link);
      if (options !== null) options.hidden = view.link !== 'not-running' && view.link !== 'not-hub';
      mends.hidden = again.hidden;
      // Once: somebody may be elsewhere by the next change.
      if (!form.hidden && !wasAsked) form.querySelector('input')?.focus();
      wasAsked = true;
    },
  };
}
