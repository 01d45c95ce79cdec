/** Views whose texts are those of the shell, in a language: the domain says them as it does in the shell's own process. */

import { translationsInto } from '../../src/configuration/speak-language.ts';
import type { ListedFragment } from '../../src/contract/bridge.ts';
import { chatRoutingDocument } from '../../src/contract/documents/chat-routing.ts';
import type { Language } from '../../src/contract/documents/hub.ts';
import { documentNames } from '../../src/contract/documents.ts';
import { speak } from '../../src/domain/language/say.ts';
import { profileFields } from '../../src/domain/profile/user-profile.ts';
import { listRow } from '../../src/domain/view/fragment-row.ts';
import { pageView, rowContext, type ShellState } from '../../src/domain/view/page-view.ts';
import { defaultsOf } from '../../src/domain/view/settings/settings-groups.ts';
import { windowSnapshot } from '../../src/domain/view/window-snapshot.ts';
import type { TestView } from './views.ts';

const maria = (value: string) => ({ reveal: () => value });
const source = { type: 'app', name: 'Kate', address: null, app: { name: 'kate', windowTitle: 'notes.md — Kate' } };
const copies = [
  {
    id: '104',
    kind: 'text',
    text: 'def walk(root):\n    yield root',
    title: '',
    state: 'saved',
    reason: null,
    savedPath: '/home/maria/WorkSpace/code/walk.py',
  },
  {
    id: '103',
    kind: 'image',
    width: 1920,
    height: 1080,
    state: 'kept',
    reason: 'policy_off',
    savedPath: null,
    pinned: true,
    tags: ['work'],
  },
  { id: '102', kind: 'files', files: ['/home/maria/a.pdf', '/home/maria/b.pdf'], state: 'kept', reason: 'file_list', savedPath: null },
  {
    id: '101',
    kind: 'text',
    text: 'hm',
    state: 'kept',
    reason: 'too_short',
    savedPath: null,
    copyCount: 3,
    firstCapturedAt: '2026-03-01T09:00:00Z',
  },
  { id: '100', kind: 'text', text: 'a longer line of prose', state: 'failed', reason: 'disk_full', savedPath: null },
].map((copy, index) => ({
  capturedAt: `2026-03-${12 - index}T1${index}:05:00Z`,
  mediaTypes: ['text/html', 'text/plain'],
  source,
  detection: null,
  ...copy,
})) as unknown as readonly ListedFragment[];

const { index_refresh: indexRefresh } = defaultsOf('hub') as { readonly index_refresh: object };

const savedCommands = {
  version: 1,
  commands: ['sortieren', 'Sortieren', 'kürzen'].map((name) => ({
    ...{ name, command: ['tr', 'a\nb'], kinds: ['text', 'image', 'link'], output: 'clipboard', shortcut: 'F8', timeout_seconds: 30 },
  })),
};

const state: ShellState = {
  snapshot: windowSnapshot(
    {
      lblSourceName: 'Kate',
      lblPath: '',
      clipboardFragments: [
        {
          id: '104',
          kind: 'text',
          text: 'def walk(root):\n    yield root',
          state: 'saved',
          savedPath: '/home/maria/WorkSpace/code/walk.py',
        },
      ],
      detection: { typeId: 'txt', extension: '.txt', group: 'text', confidence: 0.93 },
    },
    '1',
  ),
  wholeText: null,
  connection: 'connected',
  pause: null,
  autostart: false,
  picker: null,
  shortcut: { keys: 'Ctrl+Shift+V', state: 'held', trigger: null },
  commands: [],
  chat: chatRoutingDocument.parse({}),
  question: null,
  pickerRules: { shortcut: 'Ctrl+Shift+V', paste_keys: {} },
  copies: { captured: 2_225, missed: 3 },
  seenMissed: 1,
  recent: copies.map((copy) => ({ ...copy, title: '', badge: '', canCopy: false })),
  query: '',
  expanded: null,
  section: 'now',
  panel: 4,
  railIsOpen: true,
  themeChoice: 'default',
  theme: 'light',
  catalog: {
    reason: 'selected',
    workspaces: [
      { id: 'default', name: 'WorkSpace', path: '/home/maria/WorkSpace', exists: true },
      { id: 'thesis', name: 'Thesis', path: '/home/maria/Thesis', exists: false },
    ],
  } as unknown as ShellState['catalog'],
  workspacePath: '/home/maria/WorkSpace',
  components: (['supervisor', 'settings_host', 'save_worker', 'python_core', 'clipboard', 'web_listener', 'hub'] as const).map(
    (id, index) => ({
      id,
      state: (['running', 'running', 'backoff', 'running', 'running', 'failed', 'starting'] as const)[index] ?? 'running',
      pid: 7,
      restarts: index,
      ...(id === 'python_core' ? { lastFailure: { count: 2, at: '2026-02-26T13:58:00+01:00', because: 'ended by SIGKILL' } } : {}),
      reason: null,
      uptimeSeconds: 1,
    }),
  ),
  language: 'en',
  savePolicy: 'all',
  minTextChars: 16,
  notice: null,
  profile: profileFields({
    known: { displayName: maria('Maria Kowalska'), accountName: maria('maria'), emailOrUpn: maria('') },
    pictureUrl: null,
    blocked: new Set(),
  }),
  documents: {
    ...Object.fromEntries(documentNames.map((name) => [name, { value: defaultsOf(name), trouble: null }])),
    // The days of the week are among its settings then.
    hub: { value: { ...defaultsOf('hub'), index_refresh: { ...indexRefresh, mode: 'weekly' } }, trouble: null },
    commands: { value: savedCommands, trouble: null },
  },
  applications: ['firefox', 'gimp'].map((name) => ({ name, executable: null })),
  chooser: { isThere: true, openFor: null },
  busy: false,
};
const now = { nowMs: Date.parse('2026-03-12T14:30:00Z'), timeZone: 'UTC', userHome: '/home/maria' };

/** The state of a shell in this language, as it is shown. This process goes on speaking it. */
export function viewIn(language: Language, change: Partial<ShellState> = {}): TestView {
  speak(language, translationsInto(language));
  const spoken = { ...state, language, ...change };
  const view = pageView(spoken, { ...now, revision: 1, version: '1' });
  const rows = copies.map((copy) => listRow(copy, rowContext(spoken, now)));
  return { ...view, search: { ...view.search, rows, hasMore: true }, history: { rows, hasMore: true } };
}
