/** The whole view of the window's page, from the state of the shell: pure, so that every state of the window can be tested without a window. */
import { type ActionVerb, actionVerbs } from '../../contract/action-verbs.ts';
import type { ChatRouting } from '../../contract/documents/chat-routing.ts';
import type { HubDocument, Language } from '../../contract/documents/hub.ts';
import type { MissedCopy } from '../../contract/journal.ts';
import type { QuickSettings } from '../../contract/page-rows/quick-settings.ts';
import type { Section } from '../../contract/page-rows/section.ts';
import type { Queues } from '../../contract/requests.ts';
import {
  type EffectiveTheme,
  type ExportKind,
  type FragmentRow,
  type Notice,
  type PageView,
  type PanelState,
  panelState,
  type ThemeChoice,
} from '../../contract/shell-page.ts';
import type { Fragment } from '../../contract/source-snapshot.ts';
import type { ComponentStatus, HubStatus } from '../../contract/supervisor.ts';
import type { HubWindowSnapshot, WorkspaceSnapshot } from '../../contract/window-snapshot.ts';
import { hidesCopies, type Pause } from '../capture/pause-time.ts';
import { type AskedCommand, offeredCommands, shownQuestion } from '../commands/command-in-words.ts';
import { keysOfCommands, type OwnShortcuts, type OwnUse, reservedKeys } from '../commands/own-shortcuts.ts';
import type { NamedCommand } from '../commands/saved-commands.ts';
import { canBeKept, shownAbsence } from '../conditions/absence.ts';
import { captureCondition } from '../conditions/capture-condition.ts';
import { componentRow } from '../conditions/component-row.ts';
import { componentTroubles, type KnownVersion, newerVersion } from '../conditions/silent-supervisor.ts';
import { drawnTogether } from '../picture/drawable-picture.ts';
import type { ProfileFields } from '../profile/user-profile.ts';
import type { InstalledProgram } from '../programs/desktop-entry.ts';
import { knownProgram, programTitle } from '../programs/installed-programs.ts';
import { sourceView } from '../programs/source-view.ts';
import { saveTrouble } from '../saving/save-trouble.ts';
import { type PresentValues, searchHints } from '../search/hints.ts';
import { parseSearch } from '../search/query.ts';
import { type OfProgram, offeredPrograms, searchChips } from '../search/search-chips.ts';
import { matchSections } from '../section-titles.ts';
import { idleVerbs, matchVerbs } from '../verb-titles.ts';
import { diagnosticsView } from './diagnostics/diagnostics-view.ts';
import { missedCopies } from './diagnostics/missed-copies.ts';
import { rawDictionaries } from './diagnostics/raw-dictionaries.ts';
import { firstSteps } from './first-steps.ts';
import { fragmentRow, type RowContext } from './fragment-row.ts';
import { copiedKind } from './kind-names.ts';
import type { Readings } from './looks/reading-progress.ts';
import { type OpenedPicker, pickerView } from './picker-view.ts';
import { browserPairings, type KnownPairings } from './settings/browser-pairings.ts';
import { commandSettings } from './settings/command-settings.ts';
import type { PictureLanguage } from './settings/picture-languages.ts';
import { quickSettingsView } from './settings/quick-view.ts';
import { type Application, type DocumentsRead, type KnownHere, settingsGroups, startGroups } from './settings/settings-groups.ts';
import { shownConnection } from './shown-connection.ts';
import { shownAddress } from './shown-place.ts';
import { typeName } from './type-names.ts';
import { windowViewModel } from './window-rows.ts';
import { fixedWorkspace, workspaceOf, workspaceRows } from './workspace-rows.ts';

/** One of the newest fragments, for the conditions and for the tray's menu. */
export type RecentFragment = Pick<Fragment, 'id' | 'state' | 'reason'> & Pick<FragmentRow, 'title' | 'badge' | 'canCopy'> & OfProgram;

/** A notice whose text is said when it is shown: the command that it is about may change the language. */
export type ShellNotice = Omit<Notice, 'text'> & { readonly text: () => string };

/** The whole state of the shell. */
export interface ShellState extends KnownVersion {
  readonly snapshot: HubWindowSnapshot | null;
  /** The address that the user copied in this window, while it is on the clipboard. */
  readonly copiedAddress?: string;
  /** The full text of the snapshot, if the snapshot has only its beginning; null if there is none, or it is not loaded yet. */
  readonly wholeText: { readonly id: string; readonly text: string } | null;
  readonly connection: 'connecting' | 'connected' | 'lost';
  /** What is not captured now; null if every copy is. */
  readonly pause: Pause | null;
  readonly copies: { readonly captured: number; readonly missed: number; readonly gone?: number };
  /** What is known about the last missed copies, newest first. */
  readonly lastMissed?: readonly MissedCopy[] | undefined;
  /** How many of the missed copies the user has seen. */
  readonly seenMissed: number;
  /** The newest fragments, newest first; null until the core has answered. */
  readonly recent: readonly RecentFragment[] | null;
  /** The search query; empty if there is none. */
  readonly query: string;
  /** The types and programs that occur in the history, once they were asked for. */
  readonly searchValues?: PresentValues;
  /** The programs of the latest copies, the latest first, once they were asked for. */
  readonly recentApps?: readonly string[];
  readonly expanded: Fragment | null;
  readonly section: Section;
  readonly picker: OpenedPicker | null;
  readonly quick?: QuickSettings | null;
  readonly shortcut: PageView['shortcut'];
  readonly commands: readonly NamedCommand[];
  readonly chat: ChatRouting;
  readonly question: AskedCommand | null;
  readonly panel: PanelState;
  readonly railIsOpen: boolean;
  readonly themeChoice: ThemeChoice;
  readonly theme: EffectiveTheme;
  /** Null until the settings host has answered. */
  readonly catalog: WorkspaceSnapshot['payload'] | null;
  /** `sent` of the page's last `add-workspace` that was accepted. */
  readonly addedWorkspace?: number;
  /** The active WorkSpace's folder, absolute. */
  readonly workspacePath: string;
  readonly components: readonly ComponentStatus[];
  /** Of the servers, once the supervisor has told them. */
  readonly ports?: HubStatus['ports'];
  /** What is being written for Diagnostics. */
  readonly exporting?: readonly ExportKind[];
  /** How much waits, as Diagnostics last heard; null while the core does not tell. */
  readonly queues?: Queues | null;
  /** What the window is having read. */
  readonly readings?: Readings;
  /** The language that is spoken: everything is said anew when it changes. */
  readonly language: Language;
  readonly savePolicy: PageView['savePolicy'];
  readonly minTextChars: number;
  readonly pickerRules: HubDocument['picker'];
  /** Read once the settings are shown. */
  readonly documents: DocumentsRead;
  /** What the user agreed to of the saved commands, and `sent` of the page's last `save-command` that was accepted. */
  readonly allowedCommands?: readonly string[];
  readonly savedCommand?: number;
  readonly savedAssistant?: number;
  readonly textShortcut?: PageView['shortcut'];
  /** The browsers that are paired, once the settings were opened. */
  readonly pairings?: KnownPairings;
  /** The applications of the latest copies, the latest first. */
  readonly applications: readonly Application[];
  /** Those that are installed, once they are read. */
  readonly programs?: readonly InstalledProgram[];
  /** The languages that pictures can be read in, once the settings were opened. */
  readonly pictureLanguages?: readonly PictureLanguage[];
  readonly chooser: PageView['chooser'];
  /** Whether the desktop starts Hub at login; null if that is not known, or this system has no autostart. */
  readonly autostart: boolean | null;
  readonly notice: ShellNotice | null;
  readonly profile: ProfileFields;
  /** A request is still in progress. */
  readonly busy: boolean;
}

/** What a shell knows of itself before it has asked anybody. */
export type InitialState = Pick<
  ShellState,
  | 'pickerRules'
  | 'commands'
  | 'chat'
  | 'section'
  | 'seenMissed'
  | 'dismissed'
  | 'panel'
  | 'railIsOpen'
  | 'themeChoice'
  | 'theme'
  | 'language'
  | 'savePolicy'
  | 'minTextChars'
  | 'profile'
  | 'workspacePath'
>;

export interface ViewContext {
  readonly revision: number;
  readonly nowMs: number;
  readonly timeZone: string;
  readonly userHome: string;
  readonly version: string;
}

/** What a row depends on, besides its fragment. */
export function rowContext(state: ShellState, { userHome, nowMs, timeZone }: Omit<ViewContext, 'revision' | 'version'>): RowContext {
  const { workspacePath, minTextChars, programs = [], language, readings } = state;
  return { workspacePath, userHome, minTextChars, nowMs, timeZone, readings, programOf: (app) => knownProgram(programs, app, language) };
}

/** The view. Pictures beyond the total limit are named and not drawn. */
export function pageView(state: ShellState, context: ViewContext): PageView {
  const view = wholeView(state, context);
  const { window, expanded } = view;
  const drawn = drawnTogether([...window.ClipboardFragments, ...(expanded === null ? [] : [expanded])]);
  const bounded = <Row extends FragmentRow>(row: Row): Row =>
    row.imageUrl === null || drawn.has(row.imageUrl) ? row : { ...row, imageUrl: null };
  const rows = window.ClipboardFragments.map(bounded);
  const image = rows.find(({ imageUrl }) => imageUrl !== null)?.imageUrl ?? null;
  return {
    ...view,
    window: { ...window, ClipboardFragments: rows, Bar2Image: image, Bar2ImageVisibility: image === null ? 'Collapsed' : 'Visible' },
    expanded: expanded === null ? null : bounded(expanded),
  };
}

function searchView(state: ShellState, { nowMs, programOf }: RowContext): PageView['search'] {
  const { query, searchValues = {} } = state;
  const parsed = parseSearch(query, nowMs);
  const isHidden = hidesCopies(state.pause);
  const view = {
    query,
    verbs: matchVerbs(query, verbsNow(state)),
    sections: matchSections(query),
    hints: isHidden ? [] : searchHints(query, searchValues),
    chips: searchChips(query, isHidden ? [] : offeredPrograms(state, (name) => programOf?.({ name, executable: null })?.name ?? name)),
  };
  return parsed.ok ? view : { ...view, mistake: parsed.detail };
}

function wholeView(state: ShellState, viewContext: ViewContext): PageView {
  const { revision, userHome, version } = viewContext;
  const context = rowContext(state, viewContext);
  const { railIsOpen, profile, busy } = state;
  const snapshot = hidesCopies(state.pause) ? null : state.snapshot;
  const window = windowViewModel({
    snapshot,
    wholeText: snapshot === null ? null : (state.wholeText?.text ?? null),
    profile,
    railIsOpen,
    busy,
    context,
  });
  return {
    revision,
    language: state.language,
    window,
    source: sourceView(snapshot, context),
    section: state.section,
    picker: pickerView(state.picker, state),
    quick: quickSettingsView(state.quick ?? null, state.documents, { ...state, ...shortcutsOf(state, 'text') }),
    shortcut: state.shortcut,
    commands: offeredCommands(state.commands),
    question: shownQuestion(state.question, state.picker?.opened ?? null),
    theme: state.theme,
    themeChoice: state.themeChoice,
    panel: state.panel,
    nextPanel: nextPanel(state.panel),
    typeName: typeName(window.Bar3DetectedTypeId),
    kindName: copiedKind(snapshot?.fragments ?? []),
    ...firstSteps(state),
    absence: shownAbsence(snapshot, captureCondition(state, viewContext).state, shownAddress(state.copiedAddress ?? '', userHome)),
    canKeepPresent: canBeKept(snapshot, captureCondition(state, viewContext).state),
    connection: shownConnection(state),
    capture: { ...captureCondition(state, viewContext), ...state.copies },
    missed: missedCopies({
      ...state.copies,
      seen: state.seenMissed,
      section: state.section,
      known: { last: state.lastMissed ?? [], clock: viewContext },
    }),
    workspace: workspaceOf(state, userHome),
    saveTrouble: saveTrouble(state.recent ?? [], state.components),
    ...{ ...componentTroubles(state.components), ...newerVersion(state, version) },
    search: searchView(state, context),
    expanded: state.expanded === null || hidesCopies(state.pause) ? null : fragmentRow(state.expanded, context),
    workspaces: workspaceRows(state, userHome),
    addedWorkspace: state.addedWorkspace ?? 0,
    workspaceFixed: state.catalog?.reason === 'HUB_WORKSPACE' ? fixedWorkspace() : '',
    components: state.components.map((one) => componentRow(one, context)),
    diagnostics: state.section === 'diagnostics' ? diagnosticsView(state) : null,
    raw: state.panel === 4 || state.section === 'diagnostics' ? rawDictionaries(snapshot) : [],
    savePolicy: state.savePolicy,
    chooser: state.chooser,
    settings: state.section === 'settings' ? [...startGroups(state.autostart), ...settingsGroups(state.documents, knownHere(state))] : [],
    commandSettings: shownCommands(state),
    browsers: state.section === 'settings' && state.pairings !== undefined ? browserPairings(state.pairings) : null,
    notice: state.notice === null ? null : { ...state.notice, text: state.notice.text() },
    version,
  };
}

function ownShortcuts({ pickerRules, textShortcut }: ShellState): OwnShortcuts {
  return { picker: pickerRules.shortcut, text: textShortcut?.keys ?? '' };
}

function shortcutsOf(state: ShellState, opens: OwnUse): Pick<KnownHere, 'opens' | 'reserved'> {
  return { opens, reserved: [...reservedKeys(ownShortcuts(state), opens), ...keysOfCommands(state.commands)] };
}

function knownHere(state: ShellState): KnownHere {
  const { programs = [], language } = state;
  return { ...state, ...shortcutsOf(state, 'picker'), titleOf: (application) => programTitle(programs, application, language) };
}

function shownCommands(state: ShellState): PageView['commandSettings'] {
  const { section, documents, allowedCommands = [], savedCommand = 0 } = state;
  if (section !== 'settings' || documents.commands === undefined) return null;
  return commandSettings(documents.commands, { allowed: allowedCommands, accepted: savedCommand, own: ownShortcuts(state) });
}

/** After the last one comes the first. */
export function nextPanel(panel: PanelState): PanelState {
  return panelState.options[panel + 1]?.value ?? 0;
}

/** The verbs that are available now: of pause and resume those that change something. The settings are among the sections. */
function verbsNow({ pause }: ShellState): ReadonlySet<ActionVerb> {
  const idle = idleVerbs(pause);
  return new Set(actionVerbs.filter((verb) => !idle.has(verb) && verb !== 'restore' && verb !== 'open-settings'));
}
