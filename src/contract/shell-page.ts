/**
 * Between the shell process and the page in its window. The page holds no state of its own: it paints the view that it was given last, and
 * sends commands. It asks for `GET /view?after=REVISION`, which is answered when the view has a later revision (or after half a minute), and
 * posts commands to `/command?is=JSON`, in the address since WebKitGTK gives a protocol of our own no bodies; pictures are at the paths that the
 * view names. Both ends are ours and of one version: what the page sends is
 * checked all the same, what it gets is only typed.
 *
 * Fields in capitals are the specification's (§2.6), by their exact names.
 */
import * as z from 'zod';
import { actionVerb } from './actions.ts';
import type { ComponentState } from './components.ts';
import type { FragmentKind } from './source-snapshot.ts';

/** The top panel's visual states, HubWindowState0 to HubWindowState4: each shows what the one before it shows, and more. */
export const panelState = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)]);
export type PanelState = z.infer<typeof panelState>;

/** What the left rail leads to. */
export const section = z.enum(['now', 'history', 'workspaces', 'diagnostics', 'quick-settings']);
export type Section = z.infer<typeof section>;

/** What the user chose, and what that comes to (§3). */
export const themeChoice = z.enum(['default', 'light', 'dark', 'high-contrast']);
export type ThemeChoice = z.infer<typeof themeChoice>;
export type EffectiveTheme = 'light' | 'dark' | 'high-contrast-light' | 'high-contrast-dark';

const fragmentId = z.string().regex(/^[1-9]\d{0,14}$/);

/** What the page can ask for. */
export const pageCommand = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('act'), verb: actionVerb }),
  /** `pageWidth`: of the page, in its own pixels, which may be larger than those of its window. */
  z.object({ kind: z.literal('toggle-rail'), pageWidth: z.int().min(1).max(100_000).optional() }),
  z.object({ kind: z.literal('show'), section }),
  z.object({ kind: z.literal('choose-theme'), choice: themeChoice }),
  /** Of one fragment: put it back on the clipboard, write it into the WorkSpace, open its file, show it in its folder, forget it. */
  z.object({ kind: z.enum(['copy', 'save', 'open', 'reveal', 'delete']), fragmentId }),
  /** Show all of a fragment in its row, and of no other one; null shows none. */
  z.object({ kind: z.literal('expand'), fragmentId: fragmentId.nullable() }),
  /** Of the source of what is on the clipboard: its page or file, and its address as text. */
  z.object({ kind: z.enum(['open-source', 'copy-source']) }),
  /** The page of the user's account (`CurrentUserAccountUri`), in the browser: the window itself goes nowhere. */
  z.object({ kind: z.literal('open-account') }),
  /** An empty query ends the search. */
  z.object({ kind: z.literal('search'), query: z.string().max(500) }),
  /** More of the list that is shown: of the history, or of what was found. */
  z.object({ kind: z.literal('more') }),
  z.object({ kind: z.literal('select-workspace'), id: z.string().max(64) }),
  z.object({ kind: z.literal('restart'), componentId: z.string().max(32) }),
  z.object({ kind: z.literal('choose-save-policy'), policy: z.enum(['all', 'typed', 'off']) }),
  z.object({ kind: z.literal('dismiss-notice'), id: z.int() }),
  /** The page has painted this revision; the first one shows that the window is there. */
  z.object({ kind: z.literal('painted'), revision: z.int(), atMs: z.number() }),
  /** Somebody moves, types or scrolls in the page: it is to follow without a delay. Said once a second at most. */
  z.object({ kind: z.literal('in-use') }),
]);
export type PageCommand = z.infer<typeof pageCommand>;

/** Names of pictures that the page draws. */
export type RowSymbol = 'globe' | 'apps' | 'warning' | 'link' | 'folder' | 'clipboard' | 'text' | 'code' | 'image' | 'files';

/** One fragment as a list shows it. Everything is ready to be shown: the page computes nothing. */
export interface FragmentRow {
  readonly id: string;
  readonly kind: FragmentKind;
  readonly symbol: RowSymbol;
  /** The first line that says something, or what it is: `Picture 1920 × 1080`. */
  readonly title: string;
  /** Where it came from, when, where it went: `Code — package.json · 13:58 · code/package.json`. */
  readonly detail: string;
  /** What stands above copies of its time: `Earlier today`, `Yesterday`. */
  readonly group: string;
  /** Its type in a few capitals: `JSON`; empty where nothing is known. */
  readonly badge: string;
  /** Of text: its beginning, as lines. Of files: their names. Empty in lists: `expanded` has it. */
  readonly preview: string;
  /** The text as far as it is at hand, from its first line that shows something; in lists the title. */
  readonly toolTip: string;
  /** The path of its picture under the page's own address, or null. */
  readonly imageUrl: string | null;
  readonly width: number | null;
  readonly height: number | null;
  /** In words of the program: `saved in code`, `kept, not saved: only typed text is saved here`, `not saved: the disk is full`. */
  readonly outcome: { readonly kind: 'busy' | 'saved' | 'kept' | 'failed' | 'filtered'; readonly text: string };
  readonly canCopy: boolean;
  readonly canSave: boolean;
  /** It has a file, or is one. */
  readonly canOpen: boolean;
}

export interface FragmentList {
  readonly rows: readonly FragmentRow[];
  /** There are older ones. */
  readonly hasMore: boolean;
}

/** §2.6. Texts that are not known are empty. */
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

/** A verb as the search offers it. */
export interface VerbRow {
  readonly verb: z.infer<typeof actionVerb>;
  readonly title: string;
  /** What it does, in a few words. */
  readonly detail: string;
}

export interface WorkspaceRow {
  readonly id: string;
  readonly name: string;
  /** With `~` for the user's home. */
  readonly path: string;
  readonly exists: boolean;
  readonly isActive: boolean;
}

export interface ComponentRow {
  readonly id: string;
  /** What it does, in a few words. */
  readonly title: string;
  readonly state: ComponentState;
  readonly reason: string;
  readonly restarts: number;
}

/** A sentence about what was asked for; the newest one only. */
export interface Notice {
  readonly id: number;
  readonly intent: 'success' | 'info' | 'warning' | 'error';
  readonly text: string;
}

/** All that the page paints. */
export interface PageView {
  readonly revision: number;
  readonly window: HubWindowViewModel;
  readonly section: Section;
  readonly theme: EffectiveTheme;
  readonly themeChoice: ThemeChoice;
  readonly panel: PanelState;
  /** What people call the type that `Bar3DetectedTypeId` labels: `C++` for `cpp`. Empty without one. */
  readonly typeName: string;
  /** Nothing has been copied yet. */
  readonly isEmpty: boolean;
  /** While there are no fragments: why the clipboard holds nothing to be shown, a sentence. */
  readonly absence: string;
  /** Whether the core answers; `text` says what is wrong and `mend` what to do. */
  readonly connection: { readonly state: 'connecting' | 'connected' | 'lost'; readonly text: string; readonly mend: string };
  readonly capture: {
    /** `limited`: copies are seen, and not all of them can be kept, or not under the rules as they are written. `waiting`: they are seen, and wait in memory for the journal. */
    readonly state: 'watching' | 'limited' | 'waiting' | 'paused' | 'blind';
    /** `Watching the clipboard`, or what is wrong, in a few words. */
    readonly text: string;
    /** What to do about it, and what becomes of copies meanwhile; empty while it is watched. */
    readonly mend: string;
    /** Whether a monitor that is started anew may mend it. */
    readonly restartHelps?: true;
    readonly captured: number;
    /** Copies that were lost before they could be read. */
    readonly missed: number;
  };
  /** The active WorkSpace; its path with `~` for the user's home. */
  readonly workspace: { readonly name: string; readonly path: string };
  /** Why copies get no file at present, and what would mend it; null while they do. */
  readonly saveTrouble: { readonly text: string; readonly mend: string } | null;
  readonly history: FragmentList;
  /** What was typed, and what was found: verbs first. */
  readonly search: FragmentList & { readonly query: string; readonly verbs: readonly VerbRow[] };
  /** The row that shows all of its fragment: the whole of it, or null. */
  readonly expanded: FragmentRow | null;
  readonly workspaces: readonly WorkspaceRow[];
  readonly components: readonly ComponentRow[];
  /** The raw dictionaries of the snapshot, as indented JSON. For diagnostics; they are shown and never logged. */
  readonly raw: readonly { readonly title: string; readonly json: string }[];
  readonly savePolicy: 'all' | 'typed' | 'off';
  readonly notice: Notice | null;
  /** Of the program. */
  readonly version: string;
}
