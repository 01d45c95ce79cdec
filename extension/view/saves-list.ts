/** The last saves with what became of them, and a way to open what was saved. */
import type { Save } from '../messages.ts';
import { text } from '../text.ts';
import { ask } from './asking.ts';
import { element, type IconName, icon } from './element.ts';
import { outcomeOf, thingOf } from './sentences.ts';

export function savesList(saves: readonly Save[]): HTMLElement {
  if (saves.length === 0) return element('p', { class: 'nothing' }, text('nothingYet'));
  return element('ul', { class: 'saves' }, ...saves.map(row));
}

function row(save: Save): HTMLLIElement {
  const { title, tone } = outcomeOf(save);
  const outcome = element('span', { class: 'outcome', title, has: { 'data-tone': tone } }, title);
  const isOpenable = save.state === 'saved';
  const open = isOpenable
    ? element(
        'button',
        {
          class: 'button small',
          has: { type: 'button', 'aria-label': `${text('open')}: ${save.name ?? save.title}` },
          on: { click: () => void openSave() },
        },
        text('open'),
      )
    : null;
  const openSave = async (): Promise<void> => {
    const answer = await ask({ ask: 'open', id: save.id });
    if (answer.ok) return;
    outcome.dataset.tone = 'bad';
    outcome.textContent = answer.trouble === 'gone' ? text('openGone') : text('openNotConnected');
  };
  return element(
    'li',
    { has: { 'data-state': save.state } },
    icon(save.what satisfies IconName),
    element(
      'div',
      { class: 'words' },
      element('span', { class: 'title', title: `${thingOf(save.what)}: ${save.title}` }, save.title || save.host),
      outcome,
    ),
    open,
  );
}
