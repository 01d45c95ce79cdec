/** The page's commands, one per row. Each ends with a notice if the view alone does not show the result. */
import { errorCode, errorOrigin, type Log } from '../../base/log.ts';
import type { askOpen } from '../../client/ask-pipes.ts';
import type { Bridge } from '../../client/bridge.ts';
import { openFragment } from '../../client/open-fragment.ts';
import { type DocumentName, documents } from '../../contract/documents.ts';
import type { PageCommand, PageView } from '../../contract/shell-page.ts';
import type { Fragment } from '../../contract/source-snapshot.ts';
import type { OpenAs } from '../../contract/supervisor.ts';
import { openTargetOf } from '../../domain/kind/open-target.ts';
import { say, sayHeard } from '../../domain/language/say.ts';
import { openableSource } from '../../domain/programs/source-view.ts';
import { autostartId } from '../../domain/view/settings/settings-groups.ts';
import type { Autostart } from '../../platform/autostart/index.ts';
import type { Places } from '../../platform/locations.ts';
import { copyPart, doWithFragment } from './fragment-deeds.ts';
import { keepAnyway } from './keep-anyway.ts';
import type { Picker } from './picker/picker.ts';
import { changeCommands } from './saved-commands/change-commands.ts';
import type { SavedCommands } from './saved-commands/saved-commands.ts';
import { changeAssistants } from './settings/change-assistants.ts';
import { changeAutostart } from './settings/change-autostart.ts';
import { changeSetting } from './settings/change-setting.ts';
import { changeWorkspaces, selectWorkspace } from './settings/change-workspaces.ts';
import type { FolderChoice } from './settings/folder-choice.ts';
import type { ShownPairings } from './settings/shown-pairings.ts';
import type { ShownSettings } from './settings/shown-settings.ts';
import { doWithSeveral } from './several-deeds.ts';
import type { Shell } from './shell.ts';
import { exportOnce } from './verbs/export-once.ts';
import { doWithExtracted, type ReadingsUnderWay } from './verbs/extracted-deeds.ts';
import { requestVerb } from './verbs/request-verb.ts';
import { restart } from './verbs/restart-component.ts';
import { type Sent, sendToChat } from './verbs/send-to-chat.ts';
import type { TextShortcut } from './verbs/text-shortcut.ts';
import type { QuickWindow } from './window/quick-window.ts';
import type { WindowControl } from './window/window-control.ts';
import type { OpenWindowMemory } from './window/window-memory.ts';

export interface CommandParts {
  readonly places: Places;
  readonly env: NodeJS.ProcessEnv;
  readonly log: Log;
  readonly shell: Shell;
  readonly bridge: Bridge;
  readonly control: WindowControl;
  readonly memory: OpenWindowMemory;
  /** Opens something for the user. */
  readonly open: (as: OpenAs, target: string) => ReturnType<typeof askOpen>;
  /** Called when the page has painted, for measurements. */
  readonly painted: (revision: number, atMs: number) => void;
  readonly inUse: () => void;
  /** The documents for the settings. */
  readonly settings: Pick<ShownSettings, 'open' | 'readAutostart' | 'installLanguage'>;
  readonly pairings: Pick<ShownPairings, 'read' | 'pair' | 'revoke'>;
  readonly autostart: Autostart;
  readonly folders: Pick<FolderChoice, 'look' | 'choose' | 'stop'>;
  readonly picker: Pick<Picker, 'pick' | 'pickSeveral' | 'leave' | 'stay' | 'recordShortcut'>;
  readonly savedCommands: Pick<SavedCommands, 'choose' | 'answer'>;
  readonly textShortcut: Pick<TextShortcut, 'suspend'>;
  readonly quick: Pick<QuickWindow, 'open'>;
  readonly readsPictures: () => boolean;
  readonly readings: ReadingsUnderWay;
  /** Says a sentence outside of the window. */
  readonly tellDesktop: (text: string) => Promise<unknown>;
  /** What became of `send-to-chat`, to who waits for it. */
  readonly tellSent: (sent: Sent & { readonly requestId: number }) => void;
  /** Ends Hub, and announces that first. */
  readonly exit: () => Promise<void>;
}

type Kind = PageCommand['kind'];
type CommandOf<Name extends Kind> = Extract<PageCommand, { readonly kind: Name }>;

/** Executes one command. Never rejects: a failure is shown and logged, and the next command is executed. */
export function doCommand(parts: CommandParts, command: PageCommand): Promise<void> {
  return doSafely(parts, command.kind, () => runCommand(parts, command));
}

/** Chosen in the tray's menu. A failure opens the window, because only that says why. */
export function copyFromTray(parts: CommandParts, fragmentId: string): Promise<void> {
  return doSafely(parts, 'copy', () => doWithFragment(parts, 'copy', fragmentId, () => parts.control.restore()));
}

async function doSafely({ log, shell }: CommandParts, kind: Kind, run: () => Promise<void> | void): Promise<void> {
  log.debug('command', { kind });
  try {
    await run();
  } catch (error) {
    log.error('command failed', { kind, code: errorCode(error), origin: errorOrigin(error) });
    shell.notify('error', say('The action failed; see the log for details'));
  }
}

async function runCommand(parts: CommandParts, command: PageCommand): Promise<void> {
  switch (command.kind) {
    case 'act':
      return requestVerb(parts, command.verb);
    case 'toggle-rail':
      return parts.control.toggleRail(command.pageWidth);
    case 'show':
      return show(parts, command);
    case 'choose-theme':
      parts.memory.set({ theme: command.choice });
      return parts.shell.set({ themeChoice: command.choice });
    case 'copy':
    case 'copy-plain':
    case 'save':
    case 'delete':
    case 'delete-with-file':
    case 'erase':
      return doWithFragment(parts, command.kind, command.fragmentId);
    case 'extract':
    case 'cancel-extract':
    case 'copy-extracted':
      return doWithExtracted(parts, command);
    case 'copy-part':
      return copyPart(parts, command);
    case 'do-with-several':
      return doWithSeveral(parts, command);
    case 'keep':
      return keepAnyway(parts, command.fragmentId);
    case 'annotate':
      return annotate(parts, command);
    case 'expand':
      if (!(await parts.shell.lists.expand(command.fragmentId))) parts.shell.notify('error', whyNotShownWhole());
      return;
    case 'open':
    case 'reveal':
      return openCopy(parts, command.kind, command.fragmentId);
    case 'open-source':
      return openSource(parts);
    case 'copy-source':
      return copySource(parts);
    case 'open-account':
      return openAddress(parts, parts.shell.state.profile.CurrentUserAccountUri);
    case 'search':
      return parts.shell.lists.search(command.query);
    case 'restart':
      return restart(parts, command.componentId);
    case 'export':
      return exportOnce(parts, command);
    case 'change-setting':
      return command.id === autostartId ? changeAutostart(parts, command.change) : changeSetting(parts, command);
    case 'open-document':
      return openDocument(parts, command.document);
    case 'select-workspace':
      return selectWorkspace(parts, command.id);
    case 'add-workspace':
    case 'rename-workspace':
    case 'remove-workspace':
      return changeWorkspaces(parts, command);
    case 'choose-folder':
      return parts.folders.choose(command.list);
    case 'stop-choosing':
      return parts.folders.stop();
    case 'pair-browser':
      return parts.pairings.pair();
    case 'revoke-pairing':
      return parts.pairings.revoke(command.id);
    case 'pick':
      return parts.picker.pick(command.fragmentId, command.how);
    case 'pick-several':
      return parts.picker.pickSeveral(command.fragmentIds, command.how);
    case 'leave-picker':
      return parts.picker.leave();
    case 'stay-picker':
      return parts.picker.stay();
    case 'writing':
      return parts.control.writing(command.isOn);
    case 'drawn':
      parts.log.debug('page drew', { opened: command.opened });
      return parts.control.drawn(command.opened, command.pageWidth);
    case 'hide':
      return parts.control.hide();
    case 'run-command':
      return parts.savedCommands.choose(command.command, command.fragmentId);
    case 'answer-question':
      return parts.savedCommands.answer(command.id, command.isYes);
    case 'save-command':
    case 'remove-command':
    case 'forbid-command':
      return changeCommands(parts, command);
    case 'save-assistant':
    case 'remove-assistant':
      return changeAssistants(parts, command);
    case 'install-language':
      return parts.settings.installLanguage(command.language);
    case 'send-to-chat':
      await sendToChat(parts, command.fragmentId);
      return;
    case 'record-shortcut':
      void parts.textShortcut.suspend(command.isOn);
      return parts.picker.recordShortcut(command.isOn);
    case 'undo':
    case 'trash-files':
    case 'reveal-written':
    case 'dismiss-notice':
      return parts.shell.notices.command(command);
    case 'dismiss-condition':
      return parts.shell.set({ dismissed: parts.memory.dismiss(command.id) });
    case 'painted':
      return parts.painted(command.revision, command.atMs);
    case 'in-use':
      return parts.inUse();
  }
}

/** One of the window's sections, from now on. */
export function show(parts: CommandParts, { section }: Pick<CommandOf<'show'>, 'section'>): void {
  const { shell, memory } = parts;
  shell.show(section);
  memory.set({ section, seenMissed: shell.state.seenMissed });
  openSection(parts, section);
}

/** Reads what this section shows besides the copies. */
export function openSection({ shell, settings, folders, pairings }: CommandParts, section: PageView['section']): void {
  if (section === 'workspaces' || section === 'diagnostics') void shell.refreshStatus();
  if (section === 'settings') {
    settings.open();
    void pairings.read();
  }
  if (section === 'settings' || section === 'workspaces') void folders.look();
}

async function annotate({ shell, bridge }: CommandParts, { fragmentId, change }: CommandOf<'annotate'>): Promise<void> {
  const annotated = await bridge.annotate(fragmentId, change);
  if (annotated.ok) return shell.lists.refresh();
  const isRefused = annotated.reason === 'refused' && annotated.status === 400;
  shell.notify(
    'error',
    isRefused ? sayHeard(annotated.detail) : say('It was not changed: the core did not answer, or the copy was deleted'),
  );
}

const whyNotShownWhole = () => say('It could not be read: the core did not answer, or the copy was deleted');

/** Whether there is neither something that it names, nor a file of it. */
function hasNothing(fragment: Fragment, userHome: string): boolean {
  return openTargetOf(fragment, userHome) === null && (fragment.savedPath ?? fragment.files?.[0]) === undefined;
}

/** The picker leaves before, so that the program that opens it is the active one; what is said about it is shown in the window. */
async function openCopy(parts: CommandParts, how: 'open' | 'reveal', id: string): Promise<void> {
  const { shell, bridge, open, places, control, picker } = parts;
  const answer = await bridge.fragment(id);
  // With nothing to open it stays, and says so.
  const wasPicker = control.isPicker && !(answer.ok && hasNothing(answer.value, places.userHome));
  if (wasPicker) await picker.leave();
  const { intent, text } = answer.ok
    ? await openFragment({ userHome: places.userHome, open }, answer.value, how)
    : { intent: 'error' as const, text: whyNotShownWhole() };
  if (text === null) return;
  shell.notify(intent, text);
  if (wasPicker) await control.restore();
}

const whyNotShown = () => say('It was not opened: Hub did not answer; see Diagnostics');

/** A page opens in the browser; a file is shown in its folder, because it may be of any kind. */
async function openSource(parts: CommandParts): Promise<void> {
  const { snapshot } = parts.shell.state;
  const source = snapshot === null ? null : openableSource(snapshot);
  if (source === null && (snapshot?.sourcePath ?? '') === '') return;
  if (source === null) return parts.shell.notify('warning', say('Its source cannot be shown'));
  if (source.what === 'page') return openAddress(parts, source.target);
  const shown = await parts.open('folder', source.target);
  if (!shown.ok) parts.shell.notify('error', sayHeard(shown.detail ?? '') || whyNotShown());
}

async function openAddress({ shell, open }: CommandParts, address: string): Promise<void> {
  if (address === '') return;
  const shown = await open('address', address);
  if (!shown.ok) shell.notify('error', sayHeard(shown.detail ?? '') || whyNotShown());
}

async function openDocument({ shell, places, open }: CommandParts, name: DocumentName): Promise<void> {
  const shown = await open('file', places.document(documents[name].file));
  if (!shown.ok) shell.notify('error', sayHeard(shown.detail ?? '') || whyNotShown());
}

async function copySource({ shell, bridge }: CommandParts): Promise<void> {
  const { fragments: [first] = [], sourcePath: copiedAddress = '' } = shell.state.snapshot ?? {};
  const id = first?.id;
  const did = id !== undefined && (await bridge.copyAddress(id)).ok;
  if (did) shell.set({ copiedAddress });
  shell.notify(
    did ? 'success' : 'error',
    did ? say('The address is on the clipboard') : say('The address could not be put on the clipboard'),
  );
}
