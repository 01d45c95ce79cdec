/** The options: the connection with its test, what is read, and what is never read. Each change is stored at once. */
import { type Browser, browser } from 'wxt/browser';
import { keepSettings, readSettings, type Settings } from '../../background/kept.ts';
import { readHosts } from '../../background/may-save.ts';
import { everyPage } from '../../background/page-scripts.ts';
import type { View } from '../../messages.ts';
import { text } from '../../text.ts';
import { ask, watchView } from '../../view/asking.ts';
import { element, mark } from '../../view/element.ts';
import { statusCard } from '../../view/status.ts';

document.documentElement.lang = browser.i18n.getUILanguage();
document.title = text('optionsTitle');

const settings = await readSettings();
/** Each shows whether it is on by now: permissions are taken back on a page of the browser. */
const switches: (() => Promise<void>)[] = [];
/** What is changed before a code is entered comes first: a new port is for it too. */
let changing: Promise<void> = Promise.resolve();
const status = statusCard({ ready: async () => await changing.catch(() => {}) });
const result = element('span', { class: 'result', role: 'status' });
const test = element(
  'button',
  { class: 'button', has: { type: 'button' }, on: { click: () => void testConnection() } },
  text('testConnection'),
);
const unpair = element(
  'button',
  { class: 'button', has: { type: 'button' }, on: { click: () => void ask({ ask: 'unpair' }) } },
  text('unpair'),
);
const pairedHint = element('p', { class: 'hint' }, text('unpairHint'));
const pairedRow = element('div', { class: 'row' }, test, unpair, result);

document.body.append(
  element('header', {}, mark(), element('h1', {}, text('optionsTitle'))),
  element(
    'section',
    { class: 'group' },
    element('h2', {}, text('connection')),
    status.place,
    element('div', { class: 'card setting' }, portRow(), pairedRow, pairedHint),
  ),
  element(
    'section',
    { class: 'group' },
    element('h2', {}, text('reading')),
    element('div', { class: 'card' }, tellTabsSetting()),
    element('div', { class: 'card' }, codeButtonsSetting()),
    element('div', { class: 'card' }, excludedSetting()),
  ),
  element(
    'section',
    { class: 'group' },
    element('h2', {}, text('keys')),
    element('div', { class: 'card setting' }, await keys(), element('p', { class: 'hint' }, text('keysHint'))),
  ),
  element('footer', {}, text('privacy')),
);
const lookAtAll = (): void => {
  for (const look of switches) void look();
};
browser.permissions.onRemoved.addListener(lookAtAll);
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && lookAtAll());
watchView((view: View) => {
  status.show(view);
  const isPaired = view.link !== 'not-paired';
  pairedRow.hidden = !isPaired;
  pairedHint.hidden = !isPaired;
});

async function change(changed: Partial<Settings>): Promise<void> {
  const before = changing;
  changing = (async () => {
    await before.catch(() => {});
    await keepSettings(changed);
    await ask({ ask: 'apply-settings' });
  })();
  await changing;
}

async function testConnection(): Promise<void> {
  test.disabled = true;
  result.textContent = '';
  const answer = await ask({ ask: 'test' });
  test.disabled = false;
  // What is wrong is what the state above says.
  result.textContent = answer.ok ? text('testGood', Math.max(1, Math.round(answer.roundTripMs ?? 0))) : '';
}

function portRow(): HTMLElement {
  const trouble = element('p', { class: 'trouble', role: 'alert' });
  const field = element('input', {
    id: 'port',
    class: 'field',
    has: { type: 'number', min: 1, max: 65_535, value: settings.port, 'aria-describedby': 'port-hint' },
  });
  field.addEventListener('change', () => {
    const port = Number(field.value);
    const isPort = Number.isInteger(port) && port >= 1 && port <= 65_535;
    trouble.textContent = isPort ? '' : text('portWrong');
    if (isPort) void change({ port });
  });
  return element(
    'div',
    { class: 'setting' },
    element('div', { class: 'row' }, element('label', { has: { for: 'port' } }, text('port')), field),
    element('p', { id: 'port-hint', class: 'hint' }, text('portHint')),
    trouble,
  );
}

interface Switch {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly isOn: (settings: Settings) => boolean;
  readonly needs: Browser.permissions.Permissions;
  readonly change: (isOn: boolean) => Promise<void>;
}

/** A switch that needs a permission: the browser asks for it within the click, and it is given back when it is switched off. */
function switchSetting({ id, label, hint, isOn, needs, change: store }: Switch): HTMLElement {
  const trouble = element('p', { class: 'trouble', role: 'alert' });
  const box = element('input', { id, has: { type: 'checkbox', role: 'switch', 'aria-describedby': `${id}-hint` } });
  const look = async (): Promise<void> => {
    box.checked = isOn(await readSettings()) && (await browser.permissions.contains(needs).catch(() => false));
  };
  switches.push(look);
  void look();
  box.addEventListener('change', () => {
    trouble.textContent = '';
    const asked = box.checked ? browser.permissions.request(needs) : Promise.resolve(true);
    void asked
      .catch(() => false)
      .then(async (isAllowed) => {
        if (!isAllowed) {
          box.checked = false;
          trouble.textContent = text('notAllowed');
          return;
        }
        await store(box.checked);
        // One that the browser does not take back stays without use.
        if (!box.checked) await browser.permissions.remove(needs).catch(() => false);
      });
  });
  return element(
    'div',
    { class: 'setting' },
    element('div', { class: 'row' }, element('label', { has: { for: id } }, label), box),
    element('p', { id: `${id}-hint`, class: 'hint' }, hint),
    trouble,
  );
}

function tellTabsSetting(): HTMLElement {
  return switchSetting({
    id: 'tell-tabs',
    label: text('tellTabs'),
    hint: text('tellTabsHint'),
    isOn: ({ tellsTabs }) => tellsTabs,
    // Firefox has a permission of its own for what leaves the browser.
    needs: {
      permissions: ['tabs'],
      ...(import.meta.env.FIREFOX ? { data_collection: ['browsingActivity'] } : {}),
    } as Browser.permissions.Permissions,
    change: async (tellsTabs) => await change({ tellsTabs }),
  });
}

function codeButtonsSetting(): HTMLElement {
  return switchSetting({
    id: 'code-buttons',
    label: text('codeButtons'),
    hint: text('codeButtonsHint'),
    isOn: ({ codeButtons }) => codeButtons,
    needs: { origins: [everyPage] },
    change: async (codeButtons) => await change({ codeButtons }),
  });
}

function excludedSetting(): HTMLElement {
  const trouble = element('p', { id: 'excluded-trouble', class: 'trouble', role: 'alert' });
  const field = element('textarea', {
    id: 'excluded',
    class: 'field',
    has: { spellcheck: 'false', 'aria-describedby': 'excluded-hint excluded-trouble' },
  });
  field.value = settings.excludedHosts.join('\n');
  const stored = element('span', { class: 'result', role: 'status' });
  field.addEventListener('change', () => {
    const { hosts, wrong } = readHosts(field.value);
    trouble.textContent = wrong.length === 0 ? '' : text('excludedWrong', wrong[0]?.slice(0, 100) ?? '');
    stored.textContent = '';
    if (wrong.length > 0) return;
    void change({ excludedHosts: [...hosts] }).then(() => {
      stored.textContent = text('saved');
    });
  });
  return element(
    'div',
    { class: 'setting' },
    element('div', { class: 'row' }, element('label', { has: { for: 'excluded' } }, text('excluded')), stored),
    element('p', { id: 'excluded-hint', class: 'hint' }, text('excludedHint')),
    field,
    trouble,
  );
}

async function keys(): Promise<HTMLElement> {
  const commands = await browser.commands.getAll();
  const named = commands.filter(({ name }) => name?.startsWith('save-'));
  return element(
    'div',
    { class: 'keys' },
    ...named.flatMap(({ description, shortcut }) => [
      element('span', {}, description ?? ''),
      element('kbd', {}, shortcut || text('noKey')),
    ]),
  );
}
