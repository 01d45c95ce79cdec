/** The whole page: paints the latest view, and reports that it did. */
import { tokens } from '@fluentui/tokens';
import { makeStyles, mergeClasses } from '@griffel/react';
import { type JSX, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { Section } from '../../../contract/page-rows/section.ts';
import type { PageView } from '../../../contract/shell-page.ts';
import { FragmentMenu } from './fragments/fragment-menu.tsx';
import { Conditions, useLastingCapture } from './frame/conditions.tsx';
import { ErrorBoundary } from './frame/error-boundary.tsx';
import { Footer } from './frame/footer.tsx';
import { isHeld, repeatsWithinMs } from './frame/held-key.ts';
import { keptRoom, useKeptPlace } from './frame/kept-place.ts';
import { NoticeBar } from './frame/notice.tsx';
import { hasOwnKeys } from './frame/own-keys.ts';
import { Rail } from './frame/rail.tsx';
import { ThemeRoot } from './frame/theme-root.tsx';
import { TitleBar } from './frame/title-bar.tsx';
import { Picker } from './picker/picker.tsx';
import { QuickSettings } from './quick/quick-settings.tsx';
import { CommandQuestion } from './saved-commands/command-question.tsx';
import { Diagnostics } from './sections/diagnostics.tsx';
import { History } from './sections/history.tsx';
import { Now } from './sections/now.tsx';
import { Settings } from './sections/settings.tsx';
import { Waiting } from './sections/waiting.tsx';
import { Workspaces } from './sections/workspaces.tsx';
import { SelectionPlace } from './selection/selection-bar.tsx';
import { latestView, sendCommand, subscribeToView, tellDrawn } from './shell-client.ts';

const useStyles = makeStyles({
  window: {
    position: 'relative',
    display: 'grid',
    height: '100vh',
    gridTemplateRows: '48px minmax(0, 1fr) auto auto 28px',
    gridTemplateColumns: '48px minmax(0, 1fr)',
    backgroundColor: tokens.colorNeutralBackground3,
    color: tokens.colorNeutralForeground1,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
  },
  // In a narrow window the labels cover the content instead of being beside it.
  railOpen: { '@media (min-width: 521px)': { gridTemplateColumns: '200px minmax(0, 1fr)' } },
  main: {
    gridColumn: '2',
    gridRow: '2',
    position: 'relative',
    overflowX: 'hidden',
    overflowY: 'auto',
    // Lists keep their own scroll position; some web views would adjust it a second time.
    overflowAnchor: 'none',
    scrollbarGutter: 'stable',
    scrollbarWidth: 'thin',
    scrollbarColor: `${tokens.colorNeutralStroke1} transparent`,
    backgroundColor: tokens.colorNeutralBackground2,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
    borderTopLeftRadius: '8px',
    outlineStyle: 'none',
  },
  content: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    padding: '12px',
    paddingRight: 'max(4px, 12px - var(--hubScrollbar, 0px))',
    paddingBottom: `calc(12px + ${keptRoom})`,
    boxSizing: 'border-box',
    minHeight: '100%',
    maxWidth: '960px',
    margin: '0 auto',
  },
  // Always present, so that screen readers announce what it receives; while empty it takes no space.
  conditions: { ':empty': { marginBottom: '-12px' } },
});

/**
 * Reports when a revision has been painted. An animation frame callback runs before that frame is painted; a timer that it sets runs when the browser
 * has finished the frame.
 */
function usePainted(revision: number): void {
  useLayoutEffect(() => {
    const frame = requestAnimationFrame(() => {
      // Continues if another view arrives: this one was painted all the same.
      setTimeout(() => {
        document.documentElement.dataset.revision = String(revision);
        sendCommand({ kind: 'painted', revision, atMs: Date.now() });
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [revision]);
}

/** In some web views the scrollbar covers the content, in others it is beside it: the margin should look the same. */
function tellScrollbar(main: HTMLElement | null): void {
  main?.style.setProperty('--hubScrollbar', `${main.offsetWidth - main.clientLeft - main.clientWidth}px`);
}

const sections = {
  now: Now,
  history: History,
  workspaces: Workspaces,
  diagnostics: Diagnostics,
  settings: Settings,
} satisfies Record<Section, (props: { view: PageView }) => JSX.Element>;

/** Their list stays where it is, at its end too, while rows are added to it. */
const keepsItself: ReadonlySet<Section> = new Set(['now', 'history']);

interface ShownProps {
  readonly view: PageView;
  readonly isLost: boolean;
}

/**
 * Copying without anything selected does nothing. WebKitGTK would take the clipboard all the same, with nothing in it, and what was there would be gone.
 * A row that has the focus copies itself, and has the key first.
 */
function useCopyOfNothing(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      // On a layout without Latin letters the physical key is what the toolkit takes.
      const isCopy = (event.ctrlKey || event.metaKey) && (/^(?:[cx]|insert)$/i.test(event.key) || /^Key[CX]$/.test(event.code));
      if (!event.defaultPrevented && isCopy && !hasSelection(event.target)) event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

function hasSelection(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return target.selectionStart !== target.selectionEnd;
  return getSelection()?.isCollapsed === false;
}

/** The window in its present form. */
function Shown({ view, isLost }: ShownProps): JSX.Element {
  usePainted(view.revision);
  useCopyOfNothing();
  const { quick } = view;
  const opened = quick?.opened ?? view.picker?.opened ?? 0;
  // The window waits for it, hidden, where nothing is painted.
  useLayoutEffect(() => tellDrawn(opened), [opened]);
  return (
    <>
      {quick !== null ? <QuickSettings view={view} quick={quick} isLost={isLost} /> : null}
      {quick === null && view.picker === null ? <Window view={view} isLost={isLost} /> : null}
      {quick === null && view.picker !== null ? <Picker view={view} picker={view.picker} isLost={isLost} /> : null}
      {view.question === null ? null : <CommandQuestion key={view.question.id} question={view.question} />}
    </>
  );
}

/**
 * Escape hides the window where it has nothing else to close, as other clipboard managers do; the tray and the shortcuts bring it back. `expanded`: a row
 * is open, which is closed first.
 */
function useHideByEscape(expanded: boolean): void {
  // A press that left the picker before the page heard of it may be held yet.
  const shownAt = useRef(performance.now());
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      const isOfBefore = event.repeat && event.timeStamp - shownAt.current < repeatsWithinMs;
      if (event.defaultPrevented || isHeld(event) || isOfBefore || event.isComposing || event.keyCode === 229) return;
      if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
      if (hasOwnKeys(event)) return;
      sendCommand(expanded ? { kind: 'expand', fragmentId: null } : { kind: 'hide' });
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [expanded]);
}

function Window({ view, isLost }: ShownProps): JSX.Element {
  const styles = useStyles();
  const Content = sections[view.section];
  useHideByEscape(view.expanded !== null);
  useKeptPlace(view.section, keepsItself.has(view.section) ? null : (view.notice?.id ?? null));
  const steady = { ...view, capture: useLastingCapture(view.capture) };
  return (
    <div className={mergeClasses(styles.window, view.window.IsLeftRailPaneOpen && styles.railOpen)}>
      <TitleBar view={view} />
      <Rail view={view} />
      <main className={styles.main} id="main" tabIndex={-1} key={view.section} ref={tellScrollbar}>
        <div className={styles.content}>
          <div role="status" className={styles.conditions}>
            <Conditions view={steady} isLost={isLost} />
          </div>
          <Content view={steady} />
        </div>
      </main>
      <NoticeBar notice={view.notice} />
      <SelectionPlace />
      <Footer view={view} isLost={isLost} />
    </div>
  );
}

function systemTheme(): 'light' | 'dark' {
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

export function App({ nonce }: { readonly nonce: string }): JSX.Element {
  const { view, isLost } = useSyncExternalStore(subscribeToView, latestView);
  const theme = view?.theme ?? systemTheme();
  return (
    <ThemeRoot theme={theme} nonce={nonce}>
      <ErrorBoundary revision={view?.revision ?? 0}>
        <FragmentMenu>{view === null ? <Waiting isLost={isLost} /> : <Shown view={view} isLost={isLost} />}</FragmentMenu>
      </ErrorBoundary>
    </ThemeRoot>
  );
}
