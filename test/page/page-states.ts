/** Every state of the page by name, as changes to the usual view. The accessibility tests and the gallery use them all. */
import { documentNames, type QuickSettingsName } from '../../src/contract/documents.ts';
import type { EffectiveTheme } from '../../src/contract/shell-page.ts';
import { agreedText } from '../../src/domain/commands/saved-commands.ts';
import { newerVersion } from '../../src/domain/conditions/silent-supervisor.ts';
import { saveTrouble } from '../../src/domain/saving/save-trouble.ts';
import { searchChips } from '../../src/domain/search/search-chips.ts';
import { missedCopies } from '../../src/domain/view/diagnostics/missed-copies.ts';
import { foundIn } from '../../src/domain/view/looks/found-in-text.ts';
import { commandSettings } from '../../src/domain/view/settings/command-settings.ts';
import { quickSettingsView } from '../../src/domain/view/settings/quick-view.ts';
import { type DocumentsRead, defaultsOf, settingsGroups, startGroups, startRow } from '../../src/domain/view/settings/settings-groups.ts';
import { LongHistory } from './long-history.ts';
import { copied, extractedView, files, fragmentRow, mail, picture, type TestView, windowModel } from './views.ts';

export const themes = ['light', 'dark', 'high-contrast-light', 'high-contrast-dark'] as const satisfies EffectiveTheme[];

const three = windowModel({ ClipboardFragments: [copied, picture, files] });
const nothing = windowModel({ ClipboardFragments: [] });
const ofPicture = windowModel({
  ClipboardFragments: [picture],
  Bar2Image: picture.imageUrl,
  Bar2ImageVisibility: 'Visible',
  Bar2Text: picture.title,
});
const failed = fragmentRow({ id: '95', outcome: { kind: 'failed', text: 'not saved: the disk is full' }, canOpen: false });

const invoiceText = `Dear Ms Lind,

invoice 4711 of 12 March 2026 over € 1.284,50 is due on 11.04.2026. It is at
https://harbour.example/invoices/4711?view=print, and questions go to
accounts@harbour.example.

Tel.: +49 40 5550 1234`;
const invoice = fragmentRow({
  id: '101',
  symbol: 'text',
  look: 'prose',
  badge: 'Prose',
  title: 'Dear Ms Lind,',
  toolTip: invoiceText,
  preview: invoiceText,
  found: foundIn(invoiceText, { isWhole: true, isProse: true }),
});
const pictureText = 'def turn(tide):\n    while tide.high:\n        wait(tide)\n    return tide.next';
const readPicture = { ...picture, title: 'def turn(tide):' };

const annotated = fragmentRow({
  ...copied,
  title: 'Sizes of all folders',
  ownTitle: 'Sizes of all folders',
  isPinned: true,
  tags: ['work', 'python'],
});
const pictureLanguages = [
  ['eng', 'en'],
  ['deu', 'de'],
  ['chi_sim', 'zh-Hans'],
].map(([language = '', tag = '']) => ({ language, tag, isInstalled: true, isOfUser: false }));
const applications = ['firefox', 'gimp'].map((name) => ({ name, executable: null }));
const known = { applications, pictureLanguages, shortcut: { keys: 'Ctrl+Shift+V', state: 'held', trigger: null } } as const;
const usualDocuments: DocumentsRead = Object.fromEntries(documentNames.map((name) => [name, { value: defaultsOf(name), trouble: null }]));
const quick = (name: QuickSettingsName) => quickSettingsView({ name, opened: 1_000_000_000 }, usualDocuments, known);
const rules = {
  ...defaultsOf('content-filter'),
  excluded_app_names: ['keepassxc', 'org.gnome.World.Secrets'],
  blacklisted_window_keywords: ['online banking', '🔒 private', 'Gehaltsabrechnung'],
  excluded_extensions: ['.pem', '.kdbx'],
};
const brokenHub = {
  document: 'hub',
  text: 'config/hub.json is not used',
  mend: 'hub.json is not valid JSON (line 4); the last valid version applies until you fix it.',
} as const;

const written = {
  ...defaultsOf('commands'),
  commands: [
    {
      name: 'Sort lines',
      command: ['sort', '--unique'],
      kinds: ['text'],
      output: 'clipboard',
      shortcut: 'Ctrl+Shift+S',
      timeout_seconds: 30,
    },
    { name: 'Make it small', command: ['convert', '-', '-resize', '50%', 'png:-'], kinds: ['image'], output: 'none', timeout_seconds: 60 },
    {
      name: 'Count',
      command: ['sh', '-c', 'wc -w\nwc -l'],
      kinds: ['code'],
      output: 'notice',
      shortcut: 'Ctrl+Shift+S',
      timeout_seconds: 30,
    },
  ],
};
const savedCommands = commandSettings(
  { value: written, trouble: null },
  {
    allowed: [agreedText({ command: ['sort', '--unique'], output: 'clipboard', kinds: ['text'] })],
    accepted: 0,
    own: { picker: 'Ctrl+Shift+V', text: '' },
  },
);
const brokenCommands = {
  document: 'commands',
  text: 'config/commands.json is not used',
  mend: 'commands.json is not valid JSON (line 4); the last valid version applies until you fix it.',
} as const;

const latest = ['Firefox', 'Visual Studio Code', 'Mail'].map((title) => ({ app: title.toLowerCase(), title }));
const missedText = missedCopies({ missed: 3, seen: 1, section: 'now' }).text;
const saveNow = { verb: 'save-now', title: 'Save now', detail: 'Saves what is on the clipboard' } as const;

const link = fragmentRow({
  id: '95',
  symbol: 'link',
  title: 'https://docs.example.org/guide',
  host: 'docs.example.org',
  preview: '',
  badge: 'Link',
});
const color = fragmentRow({ id: '93', symbol: 'text', title: '#0f6cbd', swatches: ['#0f6cbd'], preview: '', badge: 'Colour' });
const table = fragmentRow({
  id: '94',
  symbol: 'text',
  title: 'Region North South',
  badge: 'TSV',
  preview: 'Region\tNorth\tSouth\nQ1\t12\t8',
  table: { head: ['Region', 'North', 'South'], rows: [['Q1', '12', '8']], isWhole: false },
});

export const pageStates: Readonly<Record<string, Partial<TestView>>> = {
  'panel-0': { panel: 0, window: three },
  'command-question': {
    question: {
      id: 1,
      name: 'Sort lines',
      words: ['sort', '--unique', '""', '\\u{202e}', 'a rather long argument '.repeat(12)],
      gets: 'copy 100 (code, 210 bytes)',
      becomes: 'Its output becomes a new copy, on the clipboard. After 30 seconds it is killed.',
    },
  },
  'panel-1': { panel: 1, window: three },
  'panel-2': { panel: 2, window: three },
  'panel-3': { panel: 3, window: three },
  'panel-4': { panel: 4, window: three },
  picture: { panel: 2, window: ofPicture },
  empty: { isEmpty: true, startChoice: startRow(false), window: nothing, history: { rows: [], hasMore: false } },
  cleared: { window: nothing },
  'core-lost': {
    connection: { state: 'lost', text: 'The core does not answer', mend: 'It is started again.' },
    notice: { id: 1, intent: 'error', text: 'Not saved' },
  },
  paused: { capture: { state: 'paused', text: 'Capture is paused', mend: 'What you copy now is not kept.', captured: 3, missed: 0 } },
  private: {
    section: 'history',
    window: nothing,
    history: { rows: [], hasMore: false },
    capture: {
      state: 'private',
      text: 'Private mode is on',
      mend: 'What you copy now is not kept, and no copies are shown, until you turn it off.',
      captured: 3,
      missed: 0,
    },
  },
  ignoring: {
    capture: { state: 'ignoring', text: 'The next copy is ignored', mend: 'It is not read.', captured: 3, missed: 0 },
  },
  blind: {
    capture: { state: 'blind', text: 'The display is lost', mend: 'Hub looks for it.', captured: 3, missed: 2, restartHelps: true },
  },
  'journal-damaged': {
    capture: {
      state: 'limited',
      text: 'The journal was damaged',
      mend: 'The journal was damaged and put aside: copies were lost (3); see: hub doctor journal. The file is in Hub’s home.',
      captured: 3,
      missed: 0,
      isLesser: true,
      dismissId: 'damage',
    },
  },
  'other-version': {
    update: newerVersion({ installedVersion: '2.0.0' }, '1.0.0').update,
  },
  'not-saving': {
    saveTrouble: saveTrouble([{ state: 'failed', reason: 'disk_full' }], []),
    history: { rows: [failed, copied], hasMore: false },
  },
  history: { section: 'history', history: { rows: [copied, picture, files, failed], hasMore: true } },
  annotated: {
    section: 'history',
    expanded: {
      ...annotated,
      preview: copied.preview,
      toolTip: copied.toolTip,
      note: 'Ask Jana about the lock gate.\nIt closes at low tide.',
    },
    history: { rows: [annotated, picture, { ...mail, tags: ['figures', 'mail', 'q3', 'later'] }], hasMore: false },
  },
  'picture-text': {
    section: 'history',
    expanded: { ...readPicture, extracted: [extractedView({ state: 'read', text: pictureText, isInLines: true })] },
    history: { rows: [readPicture, copied], hasMore: false },
  },
  'document-text': {
    section: 'history',
    expanded: {
      ...files,
      extracted: [
        extractedView({
          name: 'report.pdf',
          state: 'read',
          text: 'High water comes twice a day.',
          note: 'There is more text than is shown here',
        }),
        extractedView({ file: 1, name: 'notes.md', state: 'reading', note: 'Reading…' }),
        extractedView({ file: 2, name: 'figures.xlsx' }),
      ],
    },
    history: { rows: [files, copied], hasMore: false },
  },
  'picture-without-text': {
    section: 'history',
    expanded: {
      ...picture,
      extracted: [extractedView({ state: 'failed', note: 'It could not be read: it is damaged or incomplete' })],
    },
    history: { rows: [picture, copied], hasMore: false },
  },
  'found-in-text': { panel: 2, window: windowModel({ ClipboardFragments: [invoice] }) },
  'long-list': { section: 'history', history: { rows: [], hasMore: false, read: new LongHistory(1_000_000).read } },
  search: { search: { query: 'figures', verbs: [saveNow], chips: searchChips('figures', latest), rows: [mail, files], hasMore: true } },
  'search-conditions': {
    search: {
      query: 'type:',
      verbs: [],
      hints: [
        { query: 'type:python ', title: 'type:python', detail: 'its file type' },
        { query: 'type:markdown ', title: 'type:markdown', detail: 'its file type' },
      ],
      mistake: 'type: needs a value, such as type:python.',
      rows: [],
      hasMore: false,
    },
  },
  'search-match': {
    search: {
      query: 'figures',
      verbs: [],
      rows: [
        {
          ...mail,
          match: [
            { text: 'the ', isMatch: false },
            { text: 'figures', isMatch: true },
            { text: ' of March', isMatch: false },
          ],
        },
      ],
      hasMore: false,
    },
  },
  'search-in-picture': {
    search: {
      query: 'tide.high',
      verbs: [],
      rows: [
        {
          ...readPicture,
          foundDetail: [
            { text: 'Text in this picture: ', isMatch: false },
            { text: 'while ', isMatch: false },
            { text: 'tide.high', isMatch: true },
            { text: `: · ${readPicture.detail}`, isMatch: false },
          ],
        },
      ],
      hasMore: false,
    },
  },
  picker: { picker: { opened: 1, into: 'Mousepad', pastes: true } },
  'quick-chat': { quick: quick('chat-routing') },
  'quick-structured-text': { quick: quick('structured-text') },
  'quick-text-extraction': { quick: quick('text-extraction') },
  notice: { notice: { id: 2, intent: 'success', text: 'Saved in code/walk_sizes.py' } },
  looks: { section: 'history', expanded: table, history: { rows: [copied, link, table, color], hasMore: false } },
  workspaces: { section: 'workspaces' },
  'workspaces-fixed': {
    section: 'workspaces',
    workspaceFixed:
      'The environment variable HUB_WORKSPACE sets where this Hub saves. To choose another WorkSpace here, start Hub without it.',
  },
  diagnostics: {
    section: 'diagnostics',
    capture: { state: 'watching', text: 'Watching the clipboard', mend: '', captured: 2_225, missed: 3 },
    missed: { unseen: 0, text: missedText },
  },
  missed: {
    capture: { state: 'watching', text: 'Watching the clipboard', mend: '', captured: 2_225, missed: 3 },
    missed: { unseen: 2, text: missedText },
  },
  settings: {
    section: 'settings',
    window: windowModel({ IsLeftRailPaneOpen: true }),
    settings: [...startGroups(true), ...settingsGroups(usualDocuments, known)],
  },
  'settings-changed': {
    section: 'settings',
    settings: settingsGroups({ ...usualDocuments, 'content-filter': { value: rules, trouble: null } }, known),
    notice: { id: 3, intent: 'success', text: 'Applications: changed', canUndo: true },
  },
  'settings-shortcut': {
    section: 'settings',
    settings: settingsGroups(
      { hub: { value: defaultsOf('hub'), trouble: null } },
      { ...known, shortcut: { keys: 'Ctrl+Shift+V', state: 'held', trigger: 'Meta+V' } },
    ),
  },
  'settings-commands': { section: 'settings', commandSettings: savedCommands, notice: null },
  'settings-browsers': {
    section: 'settings',
    browsers: {
      rows: [
        { id: '0badcafe', name: 'Chromium', detail: 'connected · chromium · paired 2026-11-21 03:23', isConnected: true },
        {
          id: '0badcaff',
          name: 'Firefox',
          detail: 'firefox-esr · paired 2026-11-20 14:01 · last seen 2026-11-21 09:12',
          isConnected: false,
        },
      ],
      code: { text: 'K7QW-3MXR', until: '14:05' },
      trouble: '',
    },
    notice: null,
  },
  'settings-commands-broken': { section: 'settings', commandSettings: { ...savedCommands, rows: [], trouble: brokenCommands } },
  'settings-broken': {
    section: 'settings',
    settings: settingsGroups({ hub: { value: defaultsOf('hub'), trouble: () => brokenHub } }, known),
  },
};
