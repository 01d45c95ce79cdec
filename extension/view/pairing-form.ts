/** The field for the code that `hub pair` prints. */
import type { PairTrouble } from '../messages.ts';
import { text } from '../text.ts';
import { ask } from './asking.ts';
import { element } from './element.ts';
import { pairTroubleOf } from './sentences.ts';

/** `ready`: resolves once what was changed before, such as the port, is stored. */
export function pairingForm(port: () => number, ready: () => Promise<unknown>): HTMLFormElement {
  const field = element('input', {
    id: 'code',
    class: 'field code',
    has: {
      type: 'text',
      autocomplete: 'off',
      autocapitalize: 'characters',
      spellcheck: 'false',
      maxlength: 40,
      'aria-describedby': 'code-trouble',
      required: true,
    },
  });
  const button = element('button', { class: 'button primary', has: { type: 'submit' } }, text('pair'));
  const trouble = element('p', { id: 'code-trouble', class: 'trouble', role: 'alert' });
  const pair = async (): Promise<void> => {
    button.disabled = true;
    button.textContent = text('pairing');
    trouble.textContent = '';
    await ready();
    const answer = await ask({ ask: 'pair', code: field.value });
    button.disabled = false;
    button.textContent = text('pair');
    if (answer.ok) return;
    trouble.textContent = pairTroubleOf((answer.trouble ?? 'not-running') as PairTrouble, port());
    field.select();
  };
  return element(
    'form',
    {
      class: 'pairing',
      on: {
        submit: (event) => {
          event.preventDefault();
          void pair();
        },
      },
    },
    element('label', { has: { for: 'code' } }, text('code')),
    element('div', { class: 'row' }, field, button),
    trouble,
  );
}
