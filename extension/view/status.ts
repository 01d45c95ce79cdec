/** The state of the connection as popup and options show it: what it is, what to do about it, and the means for that. */
import type { View } from '../messages.ts';
import { text } from '../text.ts';
import { ask } from './asking.ts';
import { element } from './element.ts';
import { pairingForm } from './pairing-form.ts';
import { sentenceOf } from './sentences.ts';

export interface Status {
  readonly place: HTMLElement;
  readonly show: (view: View) => void;
}

export function statusCard(): Status {
  let port = 0;
  const dot = element('span', { class: 'dot' });
  const title = element('strong', { class: 'state' });
  const mend = element('p', { class: 'mend' });
  const form = pairingForm(() => port);
  const again = element(
    'button',
    { class: 'button', has: { type: 'button' }, on: { click: () => void ask({ ask: 'test' }) } },
    text('tryAgain'),
  );
  const place = element(
    'section',
    { class: 'card status', has: { 'aria-live': 'polite' } },
    element('div', { class: 'row' }, dot, title),
    mend,
    form,
    again,
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
      again.hidden = view.link !== 'not-running' && view.link !== 'not-hub' && view.link !== 'full' && view.link !== 'replaced';
    },
  };
}
