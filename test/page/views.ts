/** Views for tests: a usual one, and variations of it. */

import type { ExtractedView } from '../../src/contract/page-rows/extracted-view.ts';
import type { RowsAnswer, RowsQuery } from '../../src/contract/page-rows/rows.ts';
import type { FragmentRow, HubWindowViewModel, PageView } from '../../src/contract/shell-page.ts';
import { diagnosticsView } from '../../src/domain/view/diagnostics/diagnostics-view.ts';
import { nextPanel } from '../../src/domain/view/page-view.ts';

export function fragmentRow(change: Partial<FragmentRow> = {}): FragmentRow {
  return {
    id: '1',
    kind: 'text',
    symbol: 'code',
    title: '{"name":"hub","private":true,"scripts":{"start":"node setup.mjs run"}}',
    detail: 'code/package.json · 13:58 · Code — package.json',
    program: null,
    group: 'Today',
    copiedAtMs: null,
    look: 'lines',
    language: '',
    swatches: [],
    host: '',
    linkTitle: '',
    table: null,
    link: null,
    extracted: [],
    found: { things: [], more: 0 },
    badge: 'JSON',
    isSelected: false,
    preview: '{"name":"hub"}',
    toolTip: '{"name":"hub","private":true}',
    imageUrl: null,
    width: null,
    height: null,
    outcome: { kind: 'saved', text: 'saved in code' },
    ownTitle: '',
    isPinned: false,
    tags: [],
    note: '',
    times: '',
    earlier: [],
    canAnnotate: true,
    canCopy: true,
    canCopyPlain: false,
    hasHtml: false,
    canSave: true,
    canOpen: true,
    names: null,
    canKeep: false,
    ...change,
  };
}

/** Of a picture or a file that is not read yet. */
export function extractedView(change: Partial<ExtractedView> = {}): ExtractedView {
  return {
    file: 0,
    name: '',
    state: 'unread',
    text: '',
    found: { things: [], more: 0 },
    isInLines: false,
    note: '',
    canCancel: false,
    ...change,
  };
}

const copiedText = `# walk_sizes.py
import os
def sizes(root):
    for base, dirs, names in os.walk(root):
        yield base, sum(os.path.getsize(os.path.join(base, n)) for n in names)`;

export const copied = fragmentRow({
  id: '100',
  title: '# walk_sizes.py',
  detail: 'code/walk_sizes.py · 14:05 · Directory walking — Python 3 documentation',
  program: { name: 'Firefox', iconUrl: '/program/firefox' },
  badge: 'PY',
  preview: copiedText,
  toolTip: `${copiedText}\n\nfor base, size in sizes('.'):\n    print(size, base)`,
});

export const picture = fragmentRow({
  id: '99',
  kind: 'image',
  symbol: 'image',
  title: 'Picture 1920 × 1080',
  detail: 'image/clip 14.02.11.png · 14:02 · Files',
  badge: 'PNG',
  preview: '',
  toolTip: '',
  imageUrl: '/content/99',
  width: 1920,
  height: 1080,
  outcome: { kind: 'saved', text: 'saved in image' },
});

export const files = fragmentRow({
  id: '98',
  kind: 'files',
  symbol: 'files',
  title: '3 files: report.pdf, notes.md, figures.xlsx',
  detail: '13:59 · Files',
  badge: '',
  preview: 'report.pdf\nnotes.md\nfigures.xlsx',
  toolTip: '/home/maria/report.pdf\n/home/maria/notes.md\n/home/maria/figures.xlsx',
  outcome: { kind: 'kept', text: 'in the history only: files stay where they are' },
  canSave: false,
});

export const document = fragmentRow({
  id: '97',
  kind: 'document',
  symbol: 'document',
  title: 'lock-gates.pdf',
  detail: 'document/lock-gates.pdf · 13:52 · The lock gates of Brest',
  badge: 'PDF',
  preview: '',
  toolTip: 'lock-gates.pdf',
  outcome: { kind: 'saved', text: 'saved in document' },
});

export const mail = fragmentRow({
  id: '96',
  symbol: 'text',
  look: 'prose',
  title: 'The quarterly figures are in the second sheet, please check them before Friday and send them on',
  detail: '13:41 · Mail',
  program: { name: 'Mail', iconUrl: '/program/mail' },
  badge: 'Text',
  preview: 'The quarterly figures are in the second sheet',
  toolTip: 'The quarterly figures are in the second sheet, please check them before Friday and send them on',
  outcome: { kind: 'kept', text: 'in the history only: plain text is not saved' },
  canOpen: false,
  names: null,
});

export function windowModel(change: Partial<HubWindowViewModel> = {}): HubWindowViewModel {
  return {
    Bar0IsWeb: true,
    Bar0IsLocal: false,
    Bar0IsOther: false,
    Bar0Symbol: 'globe',
    Bar1Symbol: 'link',
    Bar2Symbol: 'clipboard',
    Bar0Text: 'Directory walking — Python 3 documentation',
    Bar1Text: 'docs.python.org/3/library/os.html#os.walk',
    Bar2Text: copied.preview,
    Bar2ToolTip: copied.toolTip,
    Bar2Image: null,
    Bar2ImageVisibility: 'Collapsed',
    ClipboardFragments: [copied],
    Bar3DetectedConfidence: 0.97,
    Bar3DetectedExtension: '.py',
    Bar3DetectedGroup: 'code',
    Bar3DetectedTypeId: 'python',
    Bar3HasDetectedFiletype: true,
    Bar3EmbeddedFilename: 'walk_sizes.py',
    Bar3HasEmbeddedFilename: true,
    Busy: false,
    CurrentUserDisplayName: 'Maria Kowalska',
    CurrentUserFirstName: 'Maria',
    CurrentUserInitials: 'MK',
    CurrentUserEmailOrUpn: 'maria.kowalska@example.org',
    CurrentUserCloudLabel: 'Work account',
    CurrentUserPicture: null,
    CurrentUserAccountUri: '',
    HasCurrentUserEmail: true,
    HasCurrentUserCloudLabel: true,
    HasCurrentUserPicture: false,
    ShowProfileFlyoutLogo: false,
    IsLeftRailPaneOpen: false,
    ExitCommand: { kind: 'act', verb: 'exit' },
    RestoreCommand: { kind: 'act', verb: 'restore' },
    ToggleLeftRailPaneCommand: { kind: 'toggle-rail' },
    ...change,
  };
}

const raw = { sourceName: 'Directory walking', sourcePath: 'https://docs.python.org/3/library/os.html#os.walk', snapshotId: '7f3a' };

/** The rows that the shell can read. */
export interface TestList {
  readonly rows: readonly FragmentRow[];
  /** Whether there are older rows, which cannot be read. */
  readonly hasMore: boolean;
  /** Answers in the place of these rows. */
  readonly read?: (query: RowsQuery) => RowsAnswer;
}

/** A view, and the lists beside it. */
export type TestView = Omit<PageView, 'search'> & { readonly search: PageView['search'] & TestList; readonly history: TestList };

export function pageView(change: Partial<TestView> = {}): TestView {
  return {
    revision: 1,
    window: windowModel(),
    source: {
      program: 'Firefox',
      iconUrl: '/program/firefox',
      windowTitle: '',
      time: '14:05',
      file: 'code/walk_sizes.py',
      formats: ['plain text', 'HTML'],
      opens: 'page',
    },
    section: 'now',
    picker: null,
    quick: null,
    shortcut: { keys: 'Ctrl+Shift+V', state: 'held', trigger: null },
    commands: [],
    question: null,
    theme: 'light',
    themeChoice: 'default',
    panel: 3,
    nextPanel: nextPanel(change.panel ?? 3),
    typeName: 'Python',
    kindName: '',
    isEmpty: false,
    isFirstDay: false,
    absence: 'Nothing is on the clipboard now',
    canKeepPresent: false,
    connection: { state: 'connected', text: '', mend: '' },
    capture: { state: 'watching', text: 'Watching the clipboard', mend: '', captured: 2_225, missed: 0 },
    missed: { unseen: 0, text: '' },
    workspace: { name: 'WorkSpace', path: '~/WorkSpace' },
    saveTrouble: null,
    supervisorTrouble: null,
    settingsTrouble: null,
    update: null,
    expanded: null,
    startChoice: null,
    settings: [],
    commandSettings: null,
    browsers: null,
    history: { rows: [copied, picture, fragmentRow({ id: '97' }), mail], hasMore: false },
    search: { query: '', verbs: [], rows: [], hasMore: false },
    workspaces: [
      { id: 'default', name: 'WorkSpace', path: '~/WorkSpace', exists: true, isActive: true },
      { id: 'thesis', name: 'Thesis', path: '~/Documents/Thesis', exists: true, isActive: false },
      { id: 'old', name: 'Archive 2019', path: '/media/archive/2019', exists: false, isActive: false },
    ],
    workspaceFixed: '',
    addedWorkspace: 0,
    chooser: { isThere: true, openFor: null },
    components: [
      { id: 'python_core', title: 'Judges what was copied', state: 'running', reason: '', restarts: 0, failures: 0, lastFailure: '' },
      {
        id: 'save_worker',
        title: 'Writes files into the WorkSpace',
        state: 'running',
        reason: '',
        restarts: 3,
        failures: 2,
        lastFailure: 'Last failure at 13:58: ended by SIGKILL',
      },
      {
        id: 'clipboard',
        title: 'Hears of every copy',
        state: 'degraded',
        reason: 'no display can be opened',
        restarts: 0,
        failures: 0,
        lastFailure: '',
      },
      {
        id: 'web_listener',
        title: 'Talks with the browser',
        state: 'failed',
        reason: 'port 5000 is taken by nginx',
        restarts: 5,
        failures: 6,
        lastFailure: '',
      },
      { id: 'hub', title: 'This window', state: 'stopped', reason: '', restarts: 0, failures: 0, lastFailure: '' },
    ],
    diagnostics: diagnosticsView({
      ports: { bridge: 5001, web: null },
      queues: { judging: 0, saving: 1_204, heldUp: 3, pictures: 12, indexing: 0 },
    }),
    raw: [
      { title: 'Source', json: JSON.stringify(raw, null, 2) },
      { title: 'Application', json: '{\n  "name": "firefox",\n  "pid": 4242\n}' },
      { title: 'Detection', json: '{\n  "typeId": "python"\n}' },
      { title: 'Document', json: '{}' },
    ],
    language: 'en',
    savePolicy: 'all',
    notice: null,
    version: '0.1.0',
    ...change,
  };
}
