import { tokens } from '@fluentui/tokens';
import { makeStyles, mergeClasses } from '@griffel/react';
import type { JSX } from 'react';
import type { FragmentRow, MatchPart } from '../../../../contract/shell-page.ts';
import { say } from '../../../../domain/language/say.ts';
import { useSharedStyles } from '../frame/shared-styles.ts';
import { PinFilled } from '../icons/glyphs.ts';
import { Picture } from './picture.tsx';
import { RowPicture } from './row-picture.tsx';
import { TagChips } from './tag-chips.tsx';

const useStyles = makeStyles({
  thumbnail: { width: '28px', height: '28px', borderRadius: '4px', objectFit: 'cover', backgroundColor: tokens.colorNeutralBackground3 },
  first: { display: 'flex', alignItems: 'center', gap: '4px', minWidth: 0 },
  pin: { display: 'grid', flex: 'none', fontSize: '16px', color: tokens.colorBrandForeground1 },
  match: {
    padding: '0',
    borderRadius: '2px',
    backgroundColor: tokens.colorBrandBackground2,
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightSemibold,
    '@media (forced-colors: active)': { backgroundColor: 'Mark', color: 'MarkText' },
  },
  badge: {
    flex: 'none',
    maxWidth: '72px',
    padding: '0 4px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: '4px',
    color: tokens.colorNeutralForeground2,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: '10px',
    fontWeight: tokens.fontWeightSemibold,
    lineHeight: '16px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
});

function Part({ part, className }: { readonly part: MatchPart; readonly className: string }): JSX.Element {
  return part.isMatch ? <mark className={className}>{part.text}</mark> : <span>{part.text}</span>;
}

/** One fragment in two lines: its picture, title, source and type. For use inside a flex row. */
export function FragmentHead({ fragment, hasBadge = true }: { readonly fragment: FragmentRow; readonly hasBadge?: boolean }): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  const symbol = <RowPicture symbol={fragment.symbol} />;
  return (
    <>
      <span className={surfaces.picture}>
        {fragment.imageUrl === null ? (
          symbol
        ) : (
          <Picture className={styles.thumbnail} src={fragment.imageUrl} alt="" loading="lazy" instead={symbol} />
        )}
      </span>
      <span className={surfaces.grow}>
        <span className={styles.first}>
          {fragment.isPinned ? (
            <span className={styles.pin} role="img" aria-label={say('Pinned')}>
              <PinFilled />
            </span>
          ) : null}
          <span className={surfaces.oneLine} dir="auto">
            {fragment.match === undefined
              ? fragment.title
              : fragment.match.map((part, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: parts of one line have nothing else, and never move
                  <Part key={at} part={part} className={styles.match} />
                ))}
          </span>
          <TagChips tags={fragment.tags} />
        </span>
        <span className={mergeClasses(surfaces.oneLine, surfaces.third)} dir="auto">
          {fragment.detail}
        </span>
      </span>
      {hasBadge && fragment.badge !== '' ? <span className={styles.badge}>{fragment.badge}</span> : null}
    </>
  );
}
