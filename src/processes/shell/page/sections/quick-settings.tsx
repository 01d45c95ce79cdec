import { makeStyles, mergeClasses } from '@griffel/react';
import type { JSX } from 'react';
import type { PageView, ThemeChoice } from '../../../../contract/shell-page.ts';
import { Heading } from '../frame/heading.tsx';
import { HubMark } from '../frame/hub-mark.tsx';
import { type Choice, Radios } from '../frame/radios.tsx';
import { useSharedStyles } from '../frame/shared-styles.ts';
import { sendCommand } from '../shell-client.ts';

const useStyles = makeStyles({
  version: { display: 'flex', alignItems: 'center', gap: '8px' },
});

const themeNames: readonly Choice<ThemeChoice>[] = [
  { value: 'default', name: 'Same as the system' },
  { value: 'light', name: 'Light' },
  { value: 'dark', name: 'Dark' },
  { value: 'high-contrast', name: 'High contrast' },
];

const policies: readonly Choice<PageView['savePolicy']>[] = [
  { value: 'all', name: 'Almost everything', detail: 'Pictures, and text that is long enough or has a type of its own' },
  { value: 'typed', name: 'Only code, pictures and other recognized types', detail: 'Pictures, and text other than plain text' },
  { value: 'off', name: 'Nothing', detail: 'Copies stay in the history' },
];

export function QuickSettings({ view }: { readonly view: PageView }): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  return (
    <>
      <Heading title="Quick settings" />
      <Radios
        title="Theme"
        choices={themeNames}
        chosen={view.themeChoice}
        isRow
        onChoose={(choice) => sendCommand({ kind: 'choose-theme', choice })}
      />
      <Radios
        title="What is saved to the WorkSpace"
        choices={policies}
        chosen={view.savePolicy}
        onChoose={(policy) => sendCommand({ kind: 'choose-save-policy', policy })}
      />
      <div className={mergeClasses(surfaces.third, styles.version)}>
        <HubMark sizePx={16} /> Hub {view.version}
      </div>
    </>
  );
}
