/** The whole page: it paints the view that came last, and says so. */
import { FluentProvider, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { type JSX, useLayoutEffect, useSyncExternalStore } from 'react';
import type { PageView, Section } from '../../../contract/shell-page.ts';
import { Conditions } from './conditions.tsx';
import { Diagnostics } from './diagnostics.tsx';
import { Footer } from './footer.tsx';
import { FragmentMenu } from './fragment-menu.tsx';
import { History } from './history.tsx';
import { lastSeen, send, subscribe } from './hub.ts';
import { Mistake } from './mistake.tsx';
import { NoticeBar } from './notice.tsx';
import { Now } from './now.tsx';
import { QuickSettings } from './quick-settings.tsx';
import { Rail } from './rail.tsx';
import { isDark, themes } from './themes.ts';
import { tipStyles } from './tips.ts';
import { TitleBar } from './title-bar.tsx';
import { Waiting } from './waiting.tsx';
import { Workspaces } from './workspaces.tsx';

const useStyles = makeStyles({
  window: {
    position: 'relative',
    display: 'grid',
    height: '100vh',
    gridTemplateRows: '48px minmax(0, 1fr) 28px',
    gridTemplateColumns: '48px minmax(0, 1fr)',
    backgroundColor: tokens.colorNeutralBackground3,
    color: tokens.colorNeutralForeground1,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
  },
  // In a narrow window the labels lie over the content instead of beside it.
  railOpen: { '@media (min-width: 521px)': { gridTemplateColumns: '200px minmax(0, 1fr)' } },
  main: {
    gridColumn: '2',
    gridRow: '2',
    position: 'relative',
    overflowX: 'hidden',
    overflowY: 'auto',
    // Lists keep what is read in place by themselves; some web views would do it once more.
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
    boxSizing: 'border-box',
    maxWidth: '960px',
    margin: '0 auto',
  },
  // Always there, so that what comes into it is read out; while it is empty it takes no room.
  conditions: { ':empty': { marginBottom: '-12px' } },
});

/**
 * Tells when a revision has been painted. A callback of a frame is called before that frame is painted; a timer that it sets runs when the
 * browser has done with the frame.
 */
function usePainted(revision: number): void {
  useLayoutEffect(() => {
    const frame = requestAnimationFrame(() => {
      // Goes on when another view comes: this one has been painted all the same.
      setTimeout(() => {
        document.documentElement.dataset.revision = String(revision);
        send({ kind: 'painted', revision, atMs: Date.now() });
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [revision]);
}

/** Some webviews lay the scrollbar over the content, others beside it: the margin at its side is to look the same. */
function tellScrollbar(main: HTMLElement | null): void {
  main?.style.setProperty('--hubScrollbar', `${main.offsetWidth - main.clientLeft - main.clientWidth}px`);
}

const sections = {
  now: Now,
  history: History,
  workspaces: Workspaces,
  diagnostics: Diagnostics,
  'quick-settings': QuickSettings,
} satisfies Record<Section, (props: { view: PageView }) => JSX.Element>;

function Window({ view, isLost }: { readonly view: PageView; readonly isLost: boolean }): JSX.Element {
  const styles = useStyles();
  usePainted(view.revision);
  const Content = sections[view.section];
  return (
    <div className={mergeClasses(styles.window, view.window.IsLeftRailPaneOpen && styles.railOpen)}>
      <TitleBar view={view} />
      <Rail view={view} />
      <main className={styles.main} id="main" tabIndex={-1} key={view.section} ref={tellScrollbar}>
        <div className={styles.content}>
          <div role="status" className={styles.conditions}>
            <Conditions view={view} isLost={isLost} />
          </div>
          <Content view={view} />
        </div>
      </main>
      <NoticeBar notice={view.notice} />
      <Footer view={view} isLost={isLost} />
    </div>
  );
}

function systemTheme(): 'light' | 'dark' {
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

export function App(): JSX.Element {
  const { view, isLost } = useSyncExternalStore(subscribe, lastSeen);
  const theme = view?.theme ?? systemTheme();
  useLayoutEffect(() => {
    document.documentElement.style.colorScheme = isDark(theme) ? 'dark' : 'light';
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  return (
    <FluentProvider theme={themes[theme]} customStyleHooks_unstable={tipStyles}>
      <Mistake revision={view?.revision ?? 0}>
        <FragmentMenu>{view === null ? <Waiting isLost={isLost} /> : <Window view={view} isLost={isLost} />}</FragmentMenu>
      </Mistake>
    </FluentProvider>
  );
}
