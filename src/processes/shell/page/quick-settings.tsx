import { makeStyles, Radio, RadioGroup, tokens } from '@fluentui/react-components';
import type { JSX } from 'react';
import type { PageView, ThemeChoice } from '../../../contract/shell-page.ts';
import { Heading } from './heading.tsx';
import { send } from './hub.ts';
import { Mark } from './mark.tsx';
import { useSurfaces } from './surfaces.ts';

const useStyles = makeStyles({
  group: { padding: '12px 16px 12px' },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase300, fontWeight: tokens.fontWeightSemibold },
  radios: { marginLeft: '-8px' },
  wrap: { flexWrap: 'wrap' },
  version: { display: 'flex', alignItems: 'center', gap: '8px', padding: '0 4px' },
});

const themeNames: readonly (readonly [ThemeChoice, string])[] = [
  ['default', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['high-contrast', 'High contrast'],
];

const policies: readonly (readonly [PageView['savePolicy'], string, string])[] = [
  ['all', 'Everything', 'Pictures, and text that is long enough or has a type of its own'],
  ['typed', 'What has a type', 'Pictures, and text that is more than plain text'],
  ['off', 'Nothing', 'Copies stay in the history'],
];

function Choices({ title, children }: { readonly title: string; readonly children: JSX.Element }): JSX.Element {
  const styles = useStyles();
  const surfaces = useSurfaces();
  return (
    <section className={`${surfaces.card} ${styles.group}`}>
      <h2 className={styles.title}>{title}</h2>
      <div className={styles.radios}>{children}</div>
    </section>
  );
}

export function QuickSettings({ view }: { readonly view: PageView }): JSX.Element {
  const styles = useStyles();
  const surfaces = useSurfaces();
  return (
    <>
      <Heading title="Quick settings" />
      <Choices title="Theme">
        <RadioGroup
          aria-label="Theme"
          layout="horizontal"
          className={styles.wrap}
          value={view.themeChoice}
          onChange={(_event, data) => send({ kind: 'choose-theme', choice: data.value as ThemeChoice })}
        >
          {themeNames.map(([value, label]) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </RadioGroup>
      </Choices>
      <Choices title="What is saved to the WorkSpace">
        <RadioGroup
          aria-label="What is saved to the WorkSpace"
          value={view.savePolicy}
          onChange={(_event, data) => send({ kind: 'choose-save-policy', policy: data.value as PageView['savePolicy'] })}
        >
          {policies.map(([value, label, detail]) => (
            <Radio
              key={value}
              value={value}
              label={
                <>
                  {label}
                  <br />
                  <span className={surfaces.third}>{detail}</span>
                </>
              }
            />
          ))}
        </RadioGroup>
      </Choices>
      <div className={`${styles.version} ${surfaces.third}`}>
        <Mark sizePx={16} /> Hub {view.version}
      </div>
    </>
  );
}
