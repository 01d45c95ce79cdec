/** The popup of the toolbar button: the state of the connection, what can be saved, and what became of the last saves. */
import { browser } from 'wxt/browser';
import type { View } from '../../messages.ts';
import { text } from '../../text.ts';
import { ask, watchView } from '../../view/asking.ts';
import { element, icon, mark } from '../../view/element.ts';
import { savesList } from '../../view/saves-list.ts';
import { statusCard } from '../../view/status.ts';

const actions = [
  { what: 'article', title: () => text('saveArticle'), about: () => text('aboutArticle') },
  { what: 'selection', title: () => text('saveSelection'), about: () => text('aboutSelection') },
  { what: 'page', title: () => text('savePage'), about: () => text('aboutPage') },
] as const;

document.documentElement.lang = browser.i18n.getUILanguage();
document.title = text('name');

const status = statusCard({ openOptions: () => void openOptions() });
const buttons = actions.map(({ what, title, about }) =>
  element(
    'button',
    { class: 'action', id: `save-${what}`, has: { type: 'button' }, on: { click: () => void save(what) } },
    icon(what),
    element('span', { class: 'words' }, element('span', { class: 'title' }, title()), element('span', { class: 'about' }, about())),
    element('kbd', {}),
  ),
);
const queued = element('p', { class: 'queued', role: 'status' });
const recent = element('section', { class: 'recent' });
const saving = element('nav', { class: 'actions', has: { hidden: true } }, ...buttons);

document.body.append(
  element(
    'header',
    {},
    mark(),
    element('h1', {}, text('name')),
    element(
      'button',
      {
        class: 'button icon-button',
        title: text('options'),
        has: { type: 'button', 'aria-label': text('options') },
        on: { click: () => void openOptions() },
      },
      icon('settings'),
    ),
  ),
  // What changes its height is below the buttons, which stay where the pointer is.
  element('main', {}, saving, status.place, queued, recent),
);
void showKeys();
watchView(show);

function show(view: View): void {
  status.show(view);
  saving.hidden = view.link === 'not-paired' || view.link === 'refused';
  queued.hidden = view.queued === 0 || (view.link === 'connected' && !view.isPaused);
  queued.textContent = queueIn(view);
  recent.hidden = saving.hidden && view.recent.length === 0;
  recent.replaceChildren(element('h2', {}, text('recent')), savesList(view.recent));
}

function queueIn({ queued: count, isPaused, link }: View): string {
  if (link === 'not-paired' || link === 'refused') return count === 1 ? text('unpairedOne') : text('unpairedMany', count.toLocaleString());
  if (isPaused) return count === 1 ? text('pausedOne') : text('pausedMany', count.toLocaleString());
  return count === 1 ? text('queuedOne') : text('queuedMany', count.toLocaleString());
}

/** Firefox leaves the popup open on top of them. */
async function openOptions(): Promise<void> {
  await browser.runtime.openOptionsPage();
  window.close();
}

async function save(what: (typeof actions)[number]['what']): Promise<void> {
  for (const button of buttons) button.disabled = true;
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  if (tab?.id !== undefined) await ask({ ask: 'save', what, tabId: tab.id });
  for (const button of buttons) button.disabled = false;
}

async function showKeys(): Promise<void> {
  const commands = await browser.commands.getAll();
  for (const [index, { what }] of actions.entries()) {
    const key = commands.find(({ name }) => name === `save-${what}`)?.shortcut ?? '';
    const place = buttons[index]?.querySelector('kbd');
    if (place !== null && place !== undefined) place.textContent = key;
  }
}
