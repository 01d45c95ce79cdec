/** The last saves with what became of them: a way to open what was saved, and what can be done about what was not. */
import { browser } from 'wxt/browser';
import { keepWish } from '../background/kept.ts';
import type { Save } from '../messages.ts';
import { text } from '../text.ts';
import { ask } from './asking.ts';
import { element, type IconName, icon } from './element.ts';
import { missingIn, outcomeOf, thingOf } from './sentences.ts';

export function savesList(saves: readonly Save[]): HTMLElement {
  if (saves.length === 0) return element('p', { class: 'nothing' }, text('nothingYet'));
  return element('ul', { class: 'saves' }, ...saves.map(row));
}

function row(save: Save): HTMLLIElement {
  const { title, tone } = outcomeOf(save);
  const place = placeOf(save);
  const outcome = element('span', { class: 'outcome', title, has: { 'data-tone': tone } }, ...(place ?? [title]));
  const open =
    save.state === 'saved'
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
      element('span', { class: 'title', title: `${thingOf(save.what)}: ${save.title}` }, save.title || save.host || thingOf(save.what)),
      outcome,
      save.missing === undefined ? null : element('span', { class: 'outcome', has: { 'data-tone': 'bad' } }, missingIn(save.missing)),
      allowing(save),
    ),
    open,
  );
}

/** `folder/` and a name that is shortened before its ending; null: it has no place yet. */
function placeOf({ state, name, folder = '' }: Save): readonly HTMLElement[] | null {
  if (state !== 'saved' || name === undefined) return null;
  const ending = /\.[^.]{1,8}$/.exec(name)?.[0] ?? '';
  return [
    ...(folder === '' ? [] : [element('span', { class: 'folder' }, `${folder}/`)]),
    element('span', { class: 'stem' }, name.slice(0, name.length - ending.length)),
    element('span', { class: 'ending' }, ending),
  ];
}

/** The button that asks for what a save needs. */
function allowing({ id, state, needed }: Save): HTMLButtonElement | null {
  if (needed === undefined) return null;
  const hosts = needed.origins.map((origin) => origin.replace(/^\w+:\/\/|\/\*$/g, ''));
  const [host = ''] = hosts;
  const [one, several] =
    state === 'not-saved'
      ? [() => text('allowAndSave', host), () => text('allowManyAndSave', hosts.length)]
      : [() => text('allowAndSaveAgain', host), () => text('allowManyAndSaveAgain', hosts.length)];
  const allow = (): void => {
    // The question may close the popup: then the background goes on. Nothing may be awaited before: the browser asks the user only within a click.
    void keepWish(id);
    void browser.permissions.request({ origins: [...needed.origins] }).then(async (isAllowed) => {
      if (isAllowed) await ask({ ask: 'take-up', id });
    });
  };
  return element(
    'button',
    { class: 'button small allow', title: hosts.join('\n'), has: { type: 'button' }, on: { click: allow } },
    hosts.length === 1 ? one() : several(),
  );
}
