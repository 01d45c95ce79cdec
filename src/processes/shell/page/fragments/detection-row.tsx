import { tokens } from '@fluentui/tokens';
import { makeStyles, mergeClasses } from '@griffel/react';
import type { JSX } from 'react';
import { isFinding, mainFragment } from '../../../../contract/fragment-words.ts';
import type { PageView } from '../../../../contract/shell-page.ts';
import { say, spokenLanguage } from '../../../../domain/language/say.ts';
import { useSharedStyles } from '../frame/shared-styles.ts';
import { Spinner } from '../frame/spinner.tsx';
import { Outcome } from './outcome.tsx';

const useStyles = makeStyles({
  row: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px',
    minHeight: '44px',
    boxSizing: 'border-box',
    padding: '8px 12px 8px 44px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 520px)': { paddingLeft: '12px' },
  },
  chip: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '8px',
    height: '24px',
    maxWidth: '100%',
    boxSizing: 'border-box',
    padding: '0 8px',
    borderRadius: '12px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground2,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  type: {
    border: `1px solid ${tokens.colorTransparentStroke}`,
    backgroundColor: tokens.colorBrandBackground2,
    color: tokens.colorBrandForeground2,
    fontWeight: tokens.fontWeightSemibold,
    '@media (forced-colors: active)': { border: '1px solid CanvasText' },
  },
  meter: {
    width: '48px',
    height: '4px',
    flex: 'none',
    borderRadius: '2px',
    overflow: 'hidden',
    backgroundColor: tokens.colorNeutralStroke1,
    forcedColorAdjust: 'none',
  },
  level: {
    height: '100%',
    backgroundColor: tokens.colorCompoundBrandBackground,
    '@media (forced-colors: active)': { backgroundColor: 'Highlight' },
  },
});

/** The groups of Magika's vocabulary; another one is shown as it is. */
const groupNames: Readonly<Record<string, () => string>> = {
  application: () => say('application'),
  archive: () => say('archive'),
  audio: () => say('audio'),
  code: () => say('code'),
  document: () => say('document'),
  executable: () => say('program'),
  font: () => say('font'),
  image: () => say('picture'),
  text: () => say('text'),
  video: () => say('video'),
};

type Of = Pick<PageView, 'window' | 'typeName'>;

function Detected({ window, typeName }: Of): JSX.Element {
  const styles = useStyles();
  const percent = Math.round(Math.min(1, Math.max(0, window.Bar3DetectedConfidence)) * 100);
  return (
    <>
      <span className={mergeClasses(styles.chip, styles.type)}>
        {window.Bar3DetectedExtension === '' ? null : <span>{window.Bar3DetectedExtension}</span>}
        <span>{typeName}</span>
      </span>
      <span className={styles.chip}>
        {Object.hasOwn(groupNames, window.Bar3DetectedGroup) ? groupNames[window.Bar3DetectedGroup]?.() : window.Bar3DetectedGroup}
        {/* Of plain text there is no choice that certainty would help. */}
        {window.Bar3DetectedTypeId !== 'txt' &&
        isFinding({ typeId: window.Bar3DetectedTypeId, confidence: window.Bar3DetectedConfidence }) ? (
          <Confidence {...{ percent }} />
        ) : null}
      </span>
    </>
  );
}

function Confidence({ percent }: { readonly percent: number }): JSX.Element {
  const styles = useStyles();
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a meter element can't be given this look in every webview */}
      <span
        className={styles.meter}
        role="meter"
        aria-label={say('Confidence')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <span className={styles.level} style={{ display: 'block', width: `${percent}%` }} />
      </span>
      {(percent / 100).toLocaleString(spokenLanguage(), { style: 'percent' })}
    </>
  );
}

/** Row 3: the type of the text, or what it is if its type says nothing, its embedded name, and its outcome. */
export function DetectionRow({ view: { window, typeName, kindName } }: { readonly view: PageView }): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  const main = mainFragment(window.ClipboardFragments);
  const outcome = main?.outcome;
  // Only for text: a picture or a list of files needs no detection.
  const isUntyped = !window.Bar3HasDetectedFiletype && main?.kind === 'text';
  const isBusyElsewhere = window.Busy && outcome?.kind !== 'busy';
  return (
    <div className={styles.row}>
      {kindName === '' ? null : <span className={mergeClasses(styles.chip, styles.type)}>{kindName}</span>}
      {kindName === '' && window.Bar3HasDetectedFiletype ? <Detected window={window} typeName={typeName} /> : null}
      {kindName === '' && isUntyped ? <span className={surfaces.third}>{say('No type recognized')}</span> : null}
      {window.Bar3HasEmbeddedFilename ? (
        <span className={styles.chip}>
          <span className={surfaces.oneLine} dir="auto">
            {window.Bar3EmbeddedFilename}
          </span>
        </span>
      ) : null}
      {isBusyElsewhere ? <Spinner /> : null}
      {outcome === undefined ? null : <Outcome outcome={outcome} />}
    </div>
  );
}
