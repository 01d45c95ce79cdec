/** The quick settings of one document, as the whole window. Escape closes them; a change is in force at once, and can be undone. */
import { tokens } from '@fluentui/tokens';
import { makeStyles, mergeClasses } from '@griffel/react';
import { type JSX, useEffect, useRef } from 'react';
import type { QuickSettingsView } from '../../../../contract/page-rows/quick-settings.ts';
import type { PageView } from '../../../../contract/shell-page.ts';
import { say } from '../../../../domain/language/say.ts';
import { Button } from '../frame/button.tsx';
import { isHeld } from '../frame/held-key.ts';
import { Message } from '../frame/message.tsx';
import { NoticeBar } from '../frame/notice.tsx';
import { useSharedStyles } from '../frame/shared-styles.ts';
import { SettingsCard } from '../settings/settings-card.tsx';
import { sendCommand } from '../shell-client.ts';
import { AssistantsCard } from './assistants-card.tsx';

const useStyles = makeStyles({
  window: {
    display: 'grid',
    gridTemplateRows: 'auto minmax(0, 1fr) auto auto',
    height: '100vh',
    backgroundColor: tokens.colorNeutralBackground2,
    color: tokens.colorNeutralForeground1,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
  },
  head: { padding: '16px 16px 8px' },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
    outlineStyle: 'none',
  },
  about: { margin: '4px 0 0' },
  content: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    padding: '4px 12px 12px',
    overflowY: 'auto',
    scrollbarWidth: 'thin',
    scrollbarColor: `${tokens.colorNeutralStroke1} transparent`,
  },
  foot: {
    display: 'flex',
    justifyContent: 'flex-end',
    padding: '8px 12px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground3,
  },
});

const close = (): void => sendCommand({ kind: 'hide' });

/** Where nothing else is closed by it: a form, a menu, a shortcut that is being chosen. */
function useCloseByEscape(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || event.keyCode === 229 || isHeld(event)) return;
      if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      close();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

interface Props {
  readonly view: PageView;
  readonly quick: QuickSettingsView;
  readonly isLost: boolean;
}

export function QuickSettings({ view, quick, isLost }: Props): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  const title = useRef<HTMLHeadingElement>(null);
  useCloseByEscape();
  // Each time that it is opened, it is read from its title on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: anew for each window
  useEffect(() => title.current?.focus(), [quick.opened]);
  return (
    <div className={styles.window} data-quick={quick.name}>
      <header className={styles.head}>
        <h1 ref={title} tabIndex={-1} className={styles.title}>
          {quick.title}
        </h1>
        <p className={mergeClasses(styles.about, surfaces.second)}>{quick.about}</p>
      </header>
      <main className={styles.content} id="main" tabIndex={-1}>
        {isLost ? <Message intent="error" title={say('Hub does not answer; see Diagnostics')} text="" /> : null}
        {quick.assistants === null ? null : <AssistantsCard assistants={quick.assistants} trouble={quick.groups[0]?.trouble ?? null} />}
        {quick.groups.map((group) => (
          <SettingsCard key={group.id} group={group} chooser={view.chooser} />
        ))}
      </main>
      <NoticeBar notice={view.notice} />
      <footer className={styles.foot}>
        <Button onClick={close}>{say('Close')}</Button>
      </footer>
    </div>
  );
}
