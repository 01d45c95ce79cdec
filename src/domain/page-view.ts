/** The whole view of the window's page from what the shell knows: pure, so that every state of the window can be looked at without one. */
import { type ActionVerb, actionVerbs } from '../contract/actions.ts';
import type { ComponentId } from '../contract/components.ts';
import type {
  ComponentRow,
  EffectiveTheme,
  FragmentList,
  FragmentRow,
  Notice,
  PageView,
  PanelState,
  Section,
  ThemeChoice,
  WorkspaceRow,
} from '../contract/shell-page.ts';
import type { Fragment } from '../contract/source-snapshot.ts';
import type { ComponentStatus } from '../contract/supervisor.ts';
import type { HubWindowSnapshot, WorkspaceSnapshot } from '../contract/window.ts';
import { isUntold, shownAbsence } from './absence.ts';
import { captureCondition } from './capture-condition.ts';
import { drawnTogether } from './drawable-picture.ts';
import { fragmentRow, type RowContext } from './fragment-row.ts';
import { rawDictionaries } from './raw-dictionaries.ts';
import { windowViewModel } from './rows.ts';
import { isMissing, saveTrouble } from './save-trouble.ts';
import { shownPath } from './shown-place.ts';
import { typeName } from './type-names.ts';
import type { ProfileFields } from './user-profile.ts';
import { matchVerbs } from './verbs.ts';

export interface ListState {
  readonly fragments: readonly Fragment[];
  readonly hasMore: boolean;
}

/** All that the shell knows. */
export interface ShellState {
  readonly snapshot: HubWindowSnapshot | null;
  /** All of a text of the snapshot that has only its beginning; null where there is none, or it is not had yet. */
  readonly wholeText: { readonly id: string; readonly text: string } | null;
  readonly connection: 'connecting' | 'connected' | 'lost';
  readonly isPaused: boolean;
  readonly copies: { readonly captured: number; readonly missed: number };
  readonly history: ListState;
  readonly search: ListState & { readonly query: string };
  readonly expanded: Fragment | null;
  readonly section: Section;
  readonly panel: PanelState;
  readonly railIsOpen: boolean;
  readonly themeChoice: ThemeChoice;
  readonly theme: EffectiveTheme;
  /** Null while the settings host has not answered. */
  readonly catalog: WorkspaceSnapshot['payload'] | null;
  /** The active WorkSpace's folder, absolute. */
  readonly workspacePath: string;
  readonly components: readonly ComponentStatus[];
  readonly savePolicy: PageView['savePolicy'];
  readonly minTextChars: number;
  readonly notice: Notice | null;
  readonly profile: ProfileFields;
  /** Something that was asked for is still being done. */
  readonly busy: boolean;
}

export interface ViewContext {
  readonly revision: number;
  readonly nowMs: number;
  readonly timeZone: string;
  readonly userHome: string;
  readonly version: string;
}

/** The view; pictures that are too many to be drawn together are named and not drawn, those of the oldest rows first. */
export function pageView(state: ShellState, context: ViewContext): PageView {
  const view = wholeView(state, context);
  const { window, expanded, search, history } = view;
  const drawn = drawnTogether([...window.ClipboardFragments, ...(expanded === null ? [] : [expanded]), ...search.rows, ...history.rows]);
  const bounded = <Row extends FragmentRow>(row: Row): Row =>
    row.imageUrl === null || drawn.has(row.imageUrl) ? row : { ...row, imageUrl: null };
  const rows = window.ClipboardFragments.map(bounded);
  const image = rows.find(({ imageUrl }) => imageUrl !== null)?.imageUrl ?? null;
  return {
    ...view,
    window: { ...window, ClipboardFragments: rows, Bar2Image: image, Bar2ImageVisibility: image === null ? 'Collapsed' : 'Visible' },
    expanded: expanded === null ? null : bounded(expanded),
    search: { ...search, rows: search.rows.map(bounded) },
    history: { ...history, rows: history.rows.map(bounded) },
  };
}

function wholeView(state: ShellState, { revision, nowMs, timeZone, userHome, version }: ViewContext): PageView {
  const context: RowContext = { workspacePath: state.workspacePath, userHome, minTextChars: state.minTextChars, nowMs, timeZone };
  const { snapshot, railIsOpen, profile, busy } = state;
  const window = windowViewModel({ snapshot, wholeText: state.wholeText?.text ?? null, profile, railIsOpen, busy, context });
  return {
    revision,
    window,
    section: state.section,
    theme: state.theme,
    themeChoice: state.themeChoice,
    panel: state.panel,
    typeName: typeName(window.Bar3DetectedTypeId),
    isEmpty: snapshot !== null && snapshot.fragments.length === 0 && state.history.fragments.length === 0 && isUntold(snapshot),
    absence: shownAbsence(snapshot, captureCondition(state).state),
    connection: connectionOf(state),
    capture: { ...captureCondition(state), ...state.copies },
    workspace: workspaceOf(state, userHome),
    saveTrouble: saveTrouble(state.history.fragments),
    history: listOf(state.history, context),
    search: {
      ...listOf(state.search, context),
      query: state.search.query,
      verbs: matchVerbs(state.search.query, verbsNow(state)),
    },
    expanded: state.expanded === null ? null : fragmentRow(state.expanded, context),
    workspaces: workspaceRows(state, userHome),
    components: state.components.map(componentRow),
    raw: state.panel === 4 || state.section === 'diagnostics' ? rawDictionaries(snapshot) : [],
    savePolicy: state.savePolicy,
    notice: state.notice,
    version,
  };
}

/** A row of a list shows one line of its fragment; the rest of it would be most of the view, and is sent for what is on the clipboard alone. */
function listOf({ fragments, hasMore }: ListState, context: RowContext): FragmentList {
  const rows = fragments.map((fragment) => {
    const row = fragmentRow(fragment, context);
    return { ...row, preview: '', toolTip: row.title };
  });
  return { rows, hasMore };
}

function connectionOf({ connection, components }: ShellState): PageView['connection'] {
  if (connection === 'connected') return { state: connection, text: '', mend: '' };
  if (connection === 'connecting') return { state: connection, text: 'Starting', mend: '' };
  const core = components.find(({ id }) => id === 'python_core')?.state;
  const { text, mend } = core === 'failed' || core === 'stopped' ? coreAtRest[core] : silentCore;
  return { state: 'lost', text, mend: `${mend}${isKeptMeanwhile(components) ? ' What you copy is kept meanwhile.' : ''}` };
}

/** Where the monitor lacks nothing, and nobody has found the journal damaged. */
function isKeptMeanwhile(components: readonly ComponentStatus[]): boolean {
  const isDamaged = components.some(({ reason }) => reason?.includes('the journal is damaged') ?? false);
  return !isDamaged && components.some(({ id, state }) => id === 'clipboard' && state === 'running');
}

const silentCore = {
  text: 'The core does not answer',
  mend: 'It restarts automatically. If it does not come back, restart it; Diagnostics says why it ended.',
} as const;

/** Of a core that nobody starts again but the user. */
const coreAtRest = {
  failed: {
    text: 'The core failed too often',
    mend: 'It is not restarted automatically: restart it here, or with “hub restart python_core”. Diagnostics says what it ended of, and opens the logs: the last lines are in python_core.failed.log.',
  },
  stopped: {
    text: 'The core is not running',
    mend: 'It is not restarted automatically: restart it here, or with “hub restart python_core”. Diagnostics says why it was stopped.',
  },
} as const;

/** Known words that this version can do nothing about yet. */
export const unavailableVerbs: readonly ActionVerb[] = ['extract-clipboard-text'];

/** What can be done now: no verb that this version lacks, and of the two that pause and resume the one that changes something. */
function verbsNow({ isPaused }: ShellState): ReadonlySet<ActionVerb> {
  const idle: ActionVerb = isPaused ? 'pause-capture' : 'resume-capture';
  return new Set(actionVerbs.filter((verb) => verb !== idle && verb !== 'restore' && !unavailableVerbs.includes(verb)));
}

function workspaceOf({ catalog, workspacePath }: ShellState, userHome: string): PageView['workspace'] {
  const active = catalog?.workspaces.find(({ path }) => path === workspacePath);
  return { name: active?.name ?? 'WorkSpace', path: shownPath(workspacePath, userHome) };
}

/**
 * The catalog, and the folder that is in use where the catalog does not have it: it is older than a change of the selection, or never came. Of
 * the active one the last save may know later than the catalog that its folder is gone.
 */
function workspaceRows({ catalog, workspacePath, history }: ShellState, userHome: string): readonly WorkspaceRow[] {
  const isThere = !isMissing(history.fragments);
  const rows = (catalog?.workspaces ?? []).map(({ id, name, path, exists }) => {
    const isActive = path === workspacePath;
    return { id, name, path: shownPath(path, userHome), exists: exists && (isThere || !isActive), isActive };
  });
  if (rows.some(({ isActive }) => isActive)) return rows;
  return [{ id: '', name: 'WorkSpace', path: shownPath(workspacePath, userHome), exists: isThere, isActive: true }, ...rows];
}

const componentTitles: Readonly<Record<ComponentId, string>> = {
  supervisor: 'Starts and watches the others',
  settings_host: 'Settings and WorkSpaces',
  save_worker: 'Saves files',
  python_core: 'Identifies and stores copies; serves the bridge',
  clipboard: 'Watches the clipboard',
  web_listener: 'Listens for the browser',
  hub: 'This window',
};

/** Whoever reads these rows has the window before them: its start is over, though the supervisor may have been asked before it heard so. */
function componentRow({ id, state, reason, restarts }: ComponentStatus): ComponentRow {
  const seen = id === 'hub' && state === 'starting' ? 'running' : state;
  return { id, title: componentTitles[id], state: seen, reason: reason ?? '', restarts };
}
