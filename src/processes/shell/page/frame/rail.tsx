import { tokens } from '@fluentui/tokens';
import { makeStyles, mergeClasses } from '@griffel/react';
import type { JSX, KeyboardEvent } from 'react';
import type { Section } from '../../../../contract/page-rows/section.ts';
import type { HubWindowViewModel, PageView } from '../../../../contract/shell-page.ts';
import { say } from '../../../../domain/language/say.ts';
import { sectionTitle } from '../../../../domain/section-titles.ts';
import { sectionIcons, sections } from '../icons/section-icons.ts';
import { showSection } from '../sections/show-section.ts';
import { sendCommand } from '../shell-client.ts';
import { RailQuickSettings } from './rail-quick-settings.tsx';
import { hubThemeVariables } from './themes.ts';
import { Tooltip } from './tooltip.tsx';

const useStyles = makeStyles({
  rail: {
    gridColumn: '1',
    // Beside the notice too.
    gridRow: '2 / 4',
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    padding: '4px',
    overflowY: 'auto',
    scrollbarWidth: 'none',
    backgroundColor: tokens.colorNeutralBackground3,
  },
  open: {
    '@media (max-width: 520px)': {
      width: '200px',
      boxSizing: 'border-box',
      zIndex: 1,
      boxShadow: tokens.shadow16,
      borderTopRightRadius: '8px',
    },
  },
  place: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    flex: 'none',
    gap: '12px',
    width: '100%',
    height: '36px',
    padding: '0 10px',
    border: '1px solid transparent',
    borderRadius: '6px',
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground2,
    font: 'inherit',
    textAlign: 'left',
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1, border: `1px solid ${hubThemeVariables.hubRowHoverLine}` },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  last: { marginTop: 'auto' },
  current: {
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    '::before': {
      content: '""',
      position: 'absolute',
      left: 0,
      top: '9px',
      width: '3px',
      height: '16px',
      borderRadius: '2px',
      backgroundColor: tokens.colorCompoundBrandBackground,
      '@media (forced-colors: active)': { backgroundColor: 'Highlight' },
    },
  },
  icon: { width: '20px', height: '20px', flex: 'none', marginLeft: '-1px' },
  iconCurrent: { color: tokens.colorBrandForeground1 },
});

/** In a narrow window the open rail covers the content, and closes like a flyout. */
function closeByEscape(event: KeyboardEvent, toggle: HubWindowViewModel['ToggleLeftRailPaneCommand']): void {
  if (event.key !== 'Escape' || !matchMedia('(max-width: 520px)').matches) return;
  event.preventDefault();
  sendCommand({ ...toggle, pageWidth: innerWidth });
}

interface PlaceProps {
  readonly section: Section;
  readonly view: PageView;
  readonly isOpen: boolean;
}

function Place({ section, view, isOpen }: PlaceProps): JSX.Element {
  const styles = useStyles();
  const Icon = sectionIcons[section];
  const isCurrent = section === view.section;
  return (
    <Tooltip content={sectionTitle(section)} relation="label" side="after" isWanted={() => !isOpen}>
      <button
        type="button"
        className={mergeClasses(styles.place, isCurrent && styles.current)}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={() => showSection(section)}
      >
        <Icon filled={isCurrent} className={mergeClasses(styles.icon, isCurrent && styles.iconCurrent)} aria-hidden />
        {isOpen ? <span>{sectionTitle(section)}</span> : null}
      </button>
    </Tooltip>
  );
}

/** The sections of the page. Closed it shows pictures only, open their names too. */
export function Rail({ view }: { readonly view: PageView }): JSX.Element {
  const styles = useStyles();
  const { IsLeftRailPaneOpen: isOpen, ToggleLeftRailPaneCommand: toggle } = view.window;
  return (
    <nav
      className={mergeClasses(styles.rail, isOpen && styles.open)}
      aria-label={say('Sections')}
      onKeyDown={isOpen ? (event) => closeByEscape(event, toggle) : undefined}
    >
      {sections
        .filter((section) => section !== 'settings')
        .map((section) => (
          <Place key={section} section={section} view={view} isOpen={isOpen} />
        ))}
      <RailQuickSettings isOpen={isOpen} className={mergeClasses(styles.place, styles.last)} iconClass={styles.icon} />
      <Place section="settings" view={view} isOpen={isOpen} />
    </nav>
  );
}
