import { tokens } from '@fluentui/tokens';
import { makeStyles } from '@griffel/react';
import type { JSX } from 'react';
import type { PageView } from '../../../../contract/shell-page.ts';
import { say } from '../../../../domain/language/say.ts';
import { NavigationRegular } from '../icons/glyphs.ts';
import { Search } from '../search/search.tsx';
import { Profile } from '../sections/profile.tsx';
import { sendCommand } from '../shell-client.ts';
import { IconButton } from './button.tsx';
import { HubMark } from './hub-mark.tsx';

const useStyles = makeStyles({
  bar: {
    gridColumn: '1 / -1',
    gridRow: '1',
    display: 'grid',
    gridTemplateColumns: 'minmax(min-content, 1fr) minmax(0, 400px) minmax(min-content, 1fr)',
    alignItems: 'center',
    gap: '12px',
    paddingRight: '12px',
    '@media (max-width: 520px)': { gridTemplateColumns: 'auto minmax(0, 1fr) auto' },
  },
  start: { display: 'flex', alignItems: 'center', gap: '8px' },
  toggle: { width: '48px', display: 'grid', placeItems: 'center' },
  name: { fontWeight: tokens.fontWeightSemibold, '@media (max-width: 520px)': { display: 'none' } },
  mark: { display: 'grid', '@media (max-width: 400px)': { display: 'none' } },
  end: { display: 'flex', justifyContent: 'flex-end' },
});

export function TitleBar({ view }: { readonly view: PageView }): JSX.Element {
  const styles = useStyles();
  const { IsLeftRailPaneOpen: isOpen, ToggleLeftRailPaneCommand: toggle } = view.window;
  return (
    <header className={styles.bar}>
      <div className={styles.start}>
        <div className={styles.toggle}>
          <IconButton
            label={isOpen ? say('Hide the labels') : say('Show the labels')}
            icon={<NavigationRegular />}
            onClick={() => sendCommand({ ...toggle, pageWidth: innerWidth })}
          />
        </div>
        <span className={styles.mark}>
          <HubMark sizePx={22} />
        </span>
        <span className={styles.name}>Hub</span>
      </div>
      <Search search={view.search} />
      <div className={styles.end}>
        <Profile window={view.window} />
      </div>
    </header>
  );
}
