/**
 * The interface between the shell process and the page in its window. The page draws the last view that it received, and sends commands. It requests
 * `GET /view?after=REVISION`, which is answered when the view has a later revision (or after half a minute), and posts commands to
 * `/command?is=JSON`: in the address, because WebKitGTK passes no bodies to a custom protocol. Pictures are at the paths that the view contains.
 * Lists are not part of the view: the page reads the rows that it shows by cursor (`GET /rows`), and each view lists the fragments that were added,
 * changed or deleted since the previous one. Both ends are ours and of the same version; still, what the page sends is validated, while what it
 * receives is only typed.
 *
 * Fields in capitals are the specification's (§2.6), with their exact names.
 */
import * as z from 'zod';
import { actionVerb } from './action-verbs.ts';
import { annotationChange } from './annotation.ts';
import { supportPreset } from './diagnostics/support-bundle.ts';
import type { Language } from './documents/hub.ts';
import { type FolderChooserState, type SettingRow, type SettingsGroup, settingChange } from './documents/shown-settings.ts';
import { documentNames } from './documents.ts';
import { type BrowserPairings, pairingCommands } from './page-rows/browser-pairings.ts';
import type { CaptureView } from './page-rows/capture-view.ts';
import { commandRequests } from './page-rows/command-requests.ts';
import type { CommandSettings } from './page-rows/command-settings.ts';
import type { ComponentRow } from './page-rows/component-row.ts';
import { fragmentCommands } from './page-rows/extracted-view.ts';
import type { MissedView } from './page-rows/missed-view.ts';
import { noticeCommands } from './page-rows/notice-commands.ts';
import type { CommandQuestion, OfferedCommand } from './page-rows/offered-commands.ts';
import { type PickerView, pickerCommands, type ShortcutView } from './page-rows/picker.ts';
import { type QuickSettingsView, quickCommands } from './page-rows/quick-settings.ts';
import type { RowLooks } from './page-rows/row-looks.ts';
import type { SearchView } from './page-rows/search-view.ts';
import { type Section, section } from './page-rows/section.ts';
import type { SourceView } from './page-rows/source-view.ts';
import { type WorkspaceRow, workspaceCommands } from './page-rows/workspace-commands.ts';
import type { FragmentKind } from './source-snapshot.ts';

/** The states of the top panel, HubWindowState0 to HubWindowState4: each shows everything of the previous one, and more. */
export const panelState = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)]);
export type PanelState = z.infer<typeof panelState>;

/** What the user chose, and the theme that results from it (§3). */
export const themeChoice = z.enum(['default', 'light', 'dark', 'high-contrast']);
export type ThemeChoice = z.infer<typeof themeChoice>;
export type EffectiveTheme = 'light' | 'dark' | 'high-contrast-light' | 'high-contrast-dark';

const fragmentId = z.string().regex(/^[1-9]\d{0,14}$/);

export const exportKind = z.enum(['logs', 'support-bundle', 'evidence']);
export type ExportKind = z.infer<typeof exportKind>;

/** The commands of the page. */
export const pageCommand = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('act'), verb: actionVerb }),
  /** `pageWidth`: the width of the page in CSS pixels, which may be larger than the pixels of its window. */
  z.object({ kind: z.literal('toggle-rail'), pageWidth: z.int().min(1).max(100_000).optional() }),
  z.object({ kind: z.literal('show'), section }),
  z.object({ kind: z.literal('choose-theme'), choice: themeChoice }),
  /** Keep what the content filter left out; without a fragment, what is on the clipboard. */
  z.object({ kind: z.literal('keep'), fragmentId: fragmentId.nullable() }),
  /** For one fragment: put it back on the clipboard, save it, open what it names or its file, show that in its folder, delete it, also with its file, erase it at once. */
  z.object({ kind: z.enum(['copy', 'copy-plain', 'save', 'open', 'reveal', 'delete', 'delete-with-file', 'erase']), fragmentId }),
  ...fragmentCommands,
  /** Change a fragment's pin, tags, title or note. */
  z.object({ kind: z.literal('annotate'), fragmentId, change: annotationChange }),
  /** Expand a fragment in its row, and collapse all others; null collapses all. */
  z.object({ kind: z.literal('expand'), fragmentId: fragmentId.nullable() }),
  /** For the source of the current clipboard content: open its page or file, or copy its address as text. */
  z.object({ kind: z.enum(['open-source', 'copy-source']) }),
  /** Open the page of the user's account (`CurrentUserAccountUri`) in the browser: the window itself never navigates. */
  z.object({ kind: z.literal('open-account') }),
  /** An empty query ends the search. */
  z.object({ kind: z.literal('search'), query: z.string().max(500) }),
  ...workspaceCommands,
  z.object({ kind: z.literal('restart'), componentId: z.string().max(32) }),
  /** Write a page of the logs, a support bundle or the evidence of retention, and open it. */
  /** `preset`: of a support bundle. */
  z.object({ kind: z.literal('export'), what: exportKind, preset: supportPreset.default('standard') }),
  /** `id`: of a row of the settings. */
  z.object({ kind: z.literal('change-setting'), id: z.string().max(128), change: settingChange }),
  /** Open a configuration document in the user's editor. */
  z.object({ kind: z.literal('open-document'), document: z.enum(documentNames) }),
  ...pairingCommands,
  /** A form about a fragment is open: opening the window again does not turn away from it. */
  z.object({ kind: z.literal('writing'), isOn: z.boolean() }),
  ...pickerCommands,
  ...commandRequests,
  ...quickCommands,
  ...noticeCommands,
  /** The page has painted this revision; the first one shows that the window works. */
  z.object({ kind: z.literal('painted'), revision: z.int(), atMs: z.number() }),
  /** The user is moving the pointer, typing or scrolling in the page, which should respond without delay. Sent at most once a second. */
  z.object({ kind: z.literal('in-use') }),
]);
export type PageCommand = z.infer<typeof pageCommand>;
/** As the page sends it. */
export type PageCommandRequest = z.input<typeof pageCommand>;

/** Names of pictures that the page draws. */
export type RowSymbol = 'globe' | 'apps' | 'warning' | 'link' | 'folder' | 'clipboard' | 'text' | 'code' | 'image' | 'document' | 'files';

/** A part of a line, and whether it is what was searched for. */
export type MatchPart = { readonly text: string; readonly isMatch: boolean };

/** One fragment as a list shows it. Everything is computed already: the page only draws it. */
export interface FragmentRow extends RowLooks {
  readonly id: string;
  readonly kind: FragmentKind;
  readonly symbol: RowSymbol;
  /** The user's own title, the first meaningful line, or a description: `Picture 1920 × 1080`. */
  readonly title: string;
  /** Of a found fragment, the line in which it matches, in parts; the title is this line then, unless it is the user's own. */
  readonly match?: readonly MatchPart[];
  /** Of a fragment that was found by what is not its text, `detail` in parts, after the line that was found if that has another place. */
  readonly foundDetail?: readonly MatchPart[];
  /** The user's own; empty without one. */
  readonly ownTitle: string;
  readonly isPinned: boolean;
  readonly tags: readonly string[];
  /** Empty without one, and in lists: `expanded` has it. */
  readonly note: string;
  /** `3 times, first on 12 Nov`; empty for a content that was copied once. */
  readonly times: string;
  /** The last of the earlier times, newest first, each with its program: `13:58 · Mail`. Empty in lists: `expanded` has them. */
  readonly earlier: readonly string[];
  /** It is judged, and passed the filter. */
  readonly canAnnotate: boolean;
  /** File, time and source: `code/package.json · 13:58 · Code — package.json`. */
  readonly detail: string;
  /** The heading for copies of its day: `Today`, `Yesterday`. */
  readonly group: string;
  /** Its kind, such as `Link`, or a short name of its type in capitals: `JSON`; empty if both are unknown. */
  readonly badge: string;
  /** It was selected with the mouse, and not copied. */
  readonly isSelected: boolean;
  /** For text, its beginning, as lines; for files, their names. In lists three lines; empty if the title says as much, and of others without an own title. */
  readonly preview: string;
  /** The text as far as it is loaded, from its first visible line; in lists the title. */
  readonly toolTip: string;
  /** The path of its picture under the page's own address, or null. */
  readonly imageUrl: string | null;
  readonly width: number | null;
  readonly height: number | null;
  /** In words: `saved in code`, `in the history only: plain text is not saved`, `not saved: the disk is full`. */
  readonly outcome: { readonly kind: 'busy' | 'saved' | 'kept' | 'failed' | 'filtered'; readonly text: string };
  readonly canCopy: boolean;
  /** It has a text beside another form: plain beside HTML, that of HTML as it reads, or one that was read in a picture or document. */
  readonly canCopyPlain: boolean;
  /** It was copied as HTML too, which the page may have at `/html/ID`. */
  readonly hasHtml: boolean;
  readonly canSave: boolean;
  /** It was saved as a file, or is a list of files; `names`: what its text names, which opening it opens rather than its file. */
  readonly canOpen: boolean;
  readonly names: 'link' | 'mail' | 'path' | null;
  /** The content filter left it out, and the user may want it all the same. */
  readonly canKeep: boolean;
}

/** §2.6. Unknown texts are empty. */
export interface HubWindowViewModel {
  readonly Bar0IsWeb: boolean;
  readonly Bar0IsLocal: boolean;
  readonly Bar0IsOther: boolean;
  readonly Bar0Symbol: RowSymbol;
  readonly Bar1Symbol: RowSymbol;
  readonly Bar2Symbol: RowSymbol;
  readonly Bar0Text: string;
  readonly Bar1Text: string;
  readonly Bar2Text: string;
  readonly Bar2ToolTip: string;
  /** A path under the page's own address. */
  readonly Bar2Image: string | null;
  readonly Bar2ImageVisibility: 'Visible' | 'Collapsed';
  readonly ClipboardFragments: readonly FragmentRow[];
  /** 0..1. */
  readonly Bar3DetectedConfidence: number;
  readonly Bar3DetectedExtension: string;
  readonly Bar3DetectedGroup: string;
  readonly Bar3DetectedTypeId: string;
  readonly Bar3HasDetectedFiletype: boolean;
  readonly Bar3EmbeddedFilename: string;
  readonly Bar3HasEmbeddedFilename: boolean;
  readonly Busy: boolean;
  readonly CurrentUserDisplayName: string;
  readonly CurrentUserFirstName: string;
  readonly CurrentUserInitials: string;
  readonly CurrentUserEmailOrUpn: string;
  readonly CurrentUserCloudLabel: string;
  /** A path under the page's own address. */
  readonly CurrentUserPicture: string | null;
  readonly CurrentUserAccountUri: string;
  readonly HasCurrentUserEmail: boolean;
  readonly HasCurrentUserCloudLabel: boolean;
  readonly HasCurrentUserPicture: boolean;
  readonly ShowProfileFlyoutLogo: boolean;
  readonly IsLeftRailPaneOpen: boolean;
  readonly ExitCommand: PageCommand;
  readonly RestoreCommand: PageCommand;
  readonly ToggleLeftRailPaneCommand: Extract<PageCommand, { kind: 'toggle-rail' }>;
}

/** A message about the result of a command; only the newest one is shown. */
export interface Notice {
  readonly id: number;
  readonly intent: 'success' | 'info' | 'warning' | 'error';
  readonly text: string;
  /** The command can be undone while the notice is shown. */
  readonly canUndo?: true;
  /** It can't, and the notice with this id was about the latest one that can. */
  readonly earlier?: number;
  /** Its file can be deleted too, or those of several copies, while the notice is shown. */
  readonly canTrash?: 'file' | 'files';
  /** It reports a file or folder that was written. */
  readonly canReveal?: true;
}

/** Everything that the page draws, except lists. */
export interface PageView {
  readonly revision: number;
  /** The language of its texts, in which the page says its own. */
  readonly language: Language;
  readonly window: HubWindowViewModel;
  /** Null while nothing is on the clipboard. */
  readonly source: SourceView | null;
  readonly section: Section;
  /** Null while the window has its usual form. */
  readonly picker: PickerView | null;
  readonly quick: QuickSettingsView | null;
  readonly shortcut: ShortcutView;
  /** The saved commands, in their order, and what the user is asked about one. */
  readonly commands: readonly OfferedCommand[];
  readonly question: CommandQuestion | null;
  readonly theme: EffectiveTheme;
  readonly themeChoice: ThemeChoice;
  readonly panel: PanelState;
  /** The panel state that `cycle-top-panel` switches to. */
  readonly nextPanel: PanelState;
  /** The familiar name of the type that `Bar3DetectedTypeId` labels: `C++` for `cpp`. Empty without a type. */
  readonly typeName: string;
  /** `Link`, `Colour`: what the copied text is, where that says more than its type; otherwise empty. */
  readonly kindName: string;
  /** There is no copy, and nothing on the clipboard: nothing was copied yet, or nothing of it is left. */
  readonly isEmpty: boolean;
  /** Why nothing from the clipboard is shown, in a sentence, while there are no fragments. */
  readonly absence: string;
  /** What is on the clipboard was not kept, and can be if the user wants it all the same. */
  readonly canKeepPresent: boolean;
  /** Whether the core answers; `text` says what is wrong and `mend` what to do. */
  readonly connection: { readonly state: 'connecting' | 'connected' | 'lost'; readonly text: string; readonly mend: string };
  readonly capture: CaptureView;
  readonly missed: MissedView;
  /** What only Diagnostics shows; null in other sections. `length` is null while it is not known; `isWrong` if none should wait there. */
  readonly diagnostics: {
    readonly queues: readonly {
      readonly name: string;
      readonly length: number | null;
      readonly isWrong: boolean;
      readonly explanation: string;
    }[];
    readonly ports: readonly { readonly name: string; readonly address: string }[];
    /** What is being written now. */
    readonly exporting: readonly ExportKind[];
  } | null;
  /** The active WorkSpace; its path with `~` for the user's home. */
  readonly workspace: { readonly name: string; readonly path: string };
  /** Why copies are not saved as files at present, and what would help; null while they are saved. */
  readonly saveTrouble: { readonly text: string; readonly mend: string } | null;
  /** Another version is installed than the one that runs; null if not, or if the user has dismissed it. `id` is for `dismiss-condition`. */
  readonly update: { readonly id: string; readonly title: string; readonly text: string } | null;
  /** Null if nothing is wrong: the supervisor does not answer, and what is told of components may be out of date; or a document is not used, and what applies instead. */
  readonly supervisorTrouble: { readonly text: string; readonly mend: string } | null;
  readonly settingsTrouble: { readonly text: string; readonly mend: string } | null;
  readonly search: SearchView;
  /** The row that is expanded, or null. */
  readonly expanded: FragmentRow | null;
  readonly workspaces: readonly WorkspaceRow[];
  /** `sent` of the last `add-workspace` that was accepted; 0 without one. */
  readonly addedWorkspace: number;
  /** Why no other WorkSpace can be selected here; empty if one can. */
  readonly workspaceFixed: string;
  readonly components: readonly ComponentRow[];
  /** The raw dictionaries of the snapshot, as indented JSON. For diagnostics; they are shown and never logged. */
  readonly raw: readonly { readonly title: string; readonly json: string }[];
  /** There is no copy but what is on the clipboard: the first steps are shown. */
  readonly isFirstDay: boolean;
  /** Whether Hub starts at login, for the first steps; null without them, until it is known, and where there is no such thing. */
  readonly startChoice: SettingRow | null;
  readonly savePolicy: 'documents' | 'all' | 'typed' | 'off';
  readonly chooser: FolderChooserState;
  /** Empty in other sections, and until the documents are read. */
  readonly settings: readonly SettingsGroup[];
  /** The saved commands in the settings; null in other sections, and until their document is read. */
  readonly commandSettings: CommandSettings | null;
  /** The browsers in the settings; null in other sections, and until they are read. */
  readonly browsers: BrowserPairings | null;
  readonly notice: Notice | null;
  /** Hub's version. */
  readonly version: string;
}
