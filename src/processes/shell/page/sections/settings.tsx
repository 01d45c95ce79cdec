import { makeStyles, mergeClasses } from '@griffel/react';
import type { JSX } from 'react';
import type { PageView, ThemeChoice } from '../../../../contract/shell-page.ts';
import { say } from '../../../../domain/language/say.ts';
import { Heading } from '../frame/heading.tsx';
import { HubMark } from '../frame/hub-mark.tsx';
import { type Choice, Radios } from '../frame/radios.tsx';
import { useSharedStyles } from '../frame/shared-styles.ts';
import { CommandsCard } from '../saved-commands/commands-card.tsx';
import { BrowsersCard } from '../settings/browsers-card.tsx';
import { SettingsCard } from '../settings/settings-card.tsx';
import { sendCommand } from '../shell-client.ts';

const useStyles = makeStyles({
  version: { display: 'flex', alignItems: 'center', gap: '8px' },
});

const themeChoices = (): readonly Choice<ThemeChoice>[] => [
  { value: 'default', name: say('Same as system') },
  { value: 'light', name: say('Light') },
  { value: 'dark', name: say('Dark') },
  { value: 'high-contrast', name: say('High contrast') },
];

/** Everything that a user may want to change. A change is in force at once. */
export function Settings({ view }: { readonly view: PageView }): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  return (
    <>
      <Heading title={say('Settings')} />
      <Radios
        title={say('Theme')}
        choices={themeChoices()}
        chosen={view.themeChoice}
        isRow
        onChoose={(choice) => sendCommand({ kind: 'choose-theme', choice })}
      />
      {view.settings.map((group) => (
        <SettingsCard key={group.id} group={group} chooser={view.chooser} />
      ))}
      {view.browsers === null ? null : <BrowsersCard pairings={view.browsers} />}
      {view.commandSettings === null ? null : <CommandsCard settings={view.commandSettings} />}
      <div className={mergeClasses(surfaces.third, styles.version)}>
        <HubMark sizePx={16} /> Hub {view.version}
      </div>
    </>
  );
}
