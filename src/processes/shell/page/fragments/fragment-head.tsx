import { tokens } from '@fluentui/tokens';
import { makeStyles, mergeClasses } from '@griffel/react';
import type { JSX } from 'react';
import type { FragmentRow, MatchPart } from '../../../../contract/shell-page.ts';
import { say } from '../../../../domain/language/say.ts';
import { useSharedStyles } from '../frame/shared-styles.ts';
import { PinFilled } from '../icons/glyphs.ts';
import { CopiedLines } from './copied-lines.tsx';
import { Picture } from './picture.tsx';
import { RowPicture } from './row-picture.tsx';
import { TagChips } from './tag-chips.tsx';

const useStyles = makeStyles({
  thumbnail: { width: '28px', height: '28px', borderRadius: '4px', objectFit: 'contain', backgroundColor: tokens.colorNeutralBackground3 },
  first: { display: 'flex', alignItems: 'center', gap: '4px', minWidth: 0 },
  pin: { display: 'grid', flex: 'none', fontSize: '16px', color: tokens.colorBrandForeground1 },
  pinOfTall: { alignSelf: 'flex-start', marginTop: '2px' },
  match: {
    padding: '0',
    borderRadius: '2px',
    backgroundColor: tokens.colorBrandBackground2,
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightSemibold,
    '@media (forced-colors: active)': { backgroundColor: 'Mark', color: 'MarkText' },
  },
  lines: { display: 'block', maxHeight: '60px', overflow: 'hidden', textOverflow: 'ellipsis' },
  prose: { display: '-webkit-box', WebkitLineClamp: 3, WebkitBoxOrient: 'vertical' },
  code: { whiteSpace: 'pre', maxHeight: '54px', margin: '1px 0' },
  two: { WebkitLineClamp: 2, maxHeight: '40px', lineHeight: '18px' },
  line: { fontFamily: tokens.fontFamilyMonospace, fontSize: '12.5px' },
  top: { alignSelf: 'flex-start', marginTop: '4px' },
  program: { flex: 'none', width: '16px', height: '16px', objectFit: 'contain' },
  badge: {
    // With twice as large a text the picker is this narrow: the content is what it is about.
    '@media (max-width: 340px)': { display: 'none' },
    flex: 'none',
    maxWidth: '104px',
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

function Parts({ parts }: { readonly parts: readonly MatchPart[] }): JSX.Element {
  const styles = useStyles();
  return (
    <>
      {parts.map(({ text, isMatch }, at) => {
        const Part = isMatch ? 'mark' : 'span';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one line have nothing else, and never move
          <Part key={at} className={isMatch ? styles.match : undefined}>
            {text}
          </Part>
        );
      })}
    </>
  );
}

interface IconProps {
  readonly program: FragmentRow['program'];
  /** The text after it: a program that it names needs no other name. */
  readonly beside: string;
}

/** The icon of a program in front of a line; nothing if it has none. */
function ProgramIcon({ program, beside }: IconProps): JSX.Element | null {
  const styles = useStyles();
  if (program === null || program.iconUrl === null) return null;
  const alt = beside.includes(program.name) ? '' : program.name;
  return <Picture className={styles.program} src={program.iconUrl} alt={alt} width={16} height={16} loading="lazy" instead={null} />;
}

interface Props {
  readonly fragment: FragmentRow;
  readonly hasBadge?: boolean;
  /** Its first lines instead of the title, or below the user's own one, if it has them. */
  readonly hasLines?: boolean;
  /** Two lines of it instead of the title. */
  readonly excerpt?: string | undefined;
  /** Shown where others have the same beginning. */
  readonly instead?: string | undefined;
  /** The icon of its program before file, time and source. */
  readonly hasProgram?: boolean;
}

/** A link with the host that it leads to, which its text may hide: `https://bank.example@elsewhere.example`. */
function Link({ title, host, linkTitle }: Pick<FragmentRow, 'title' | 'host' | 'linkTitle'>): JSX.Element {
  const surfaces = useSharedStyles();
  // A page calls its links as it likes: where it really leads to stands before that.
  if (linkTitle !== '')
    return (
      <>
        <span className={surfaces.strong}>{host}</span>
        <span className={surfaces.second}>{` · ${linkTitle}`}</span>
      </>
    );
  const at = title.toLowerCase().lastIndexOf(host);
  const isSeen = at >= 0 && at < longestBeforeHost;
  return (
    <>
      <span className={surfaces.second}>{isSeen ? title.slice(0, at) : ''}</span>
      <span className={surfaces.strong}>{isSeen ? title.slice(at, at + host.length) : host}</span>
      <span className={surfaces.second}>{isSeen ? title.slice(at + host.length) : ` ${title}`}</span>
    </>
  );
}

/** More may push the host out of sight. */
const longestBeforeHost = 24;

type TitleProps = Required<Pick<Props, 'fragment' | 'hasLines'>> & Pick<Props, 'excerpt' | 'instead'>;

function Title({ fragment, hasLines, excerpt, instead }: TitleProps): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  const { match, preview, title, look, host, linkTitle, ownTitle } = fragment;
  if (hasLines) {
    const looks =
      look === 'lines' ? mergeClasses(surfaces.mono, styles.lines, styles.code) : mergeClasses(surfaces.prose, styles.lines, styles.prose);
    const isShort = excerpt !== undefined || ownTitle !== '';
    const lines = (
      <span className={mergeClasses(surfaces.grow, looks, isShort && styles.two)} dir="auto">
        <CopiedLines text={excerpt ?? preview} of={fragment} />
      </span>
    );
    if (ownTitle === '') return lines;
    return (
      <span className={surfaces.grow}>
        <span className={mergeClasses(surfaces.oneLine, surfaces.strong)} dir="auto">
          {ownTitle}
        </span>
        {lines}
      </span>
    );
  }
  const isCode = look === 'lines' && ownTitle === '' && match === undefined;
  return (
    <span className={mergeClasses(surfaces.oneLine, isCode && styles.line)} dir="auto">
      {match !== undefined && ownTitle !== '' ? `${ownTitle} · ` : null}
      {match === undefined ? null : <Parts parts={match} />}
      {match === undefined && host !== '' && ownTitle === '' ? <Link title={title} host={host} linkTitle={linkTitle} /> : null}
      {match === undefined && (host === '' || ownTitle !== '') ? (instead ?? title) : null}
    </span>
  );
}

/** One fragment: its picture, its title or first lines, its file, time and source, its type, and whether it was only selected. For use inside a flex row. */
export function FragmentHead({ fragment, hasBadge = true, hasLines = false, hasProgram = false, excerpt, instead }: Props): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  const isTall = (hasLines || excerpt !== undefined) && fragment.preview !== '' && fragment.match === undefined;
  const symbol = <RowPicture symbol={fragment.symbol} swatch={fragment.swatches[0]} />;
  return (
    <>
      <span className={mergeClasses(surfaces.picture, isTall && styles.top)}>
        {fragment.imageUrl === null ? (
          symbol
        ) : (
          <Picture className={styles.thumbnail} src={fragment.imageUrl} alt="" loading="lazy" instead={symbol} />
        )}
      </span>
      <span className={surfaces.grow}>
        <span className={styles.first}>
          {fragment.isPinned ? (
            <span className={mergeClasses(styles.pin, isTall && styles.pinOfTall)} role="img" aria-label={say('Pinned')}>
              <PinFilled />
            </span>
          ) : null}
          <Title fragment={fragment} hasLines={isTall} excerpt={excerpt} instead={instead} />
          <TagChips tags={fragment.tags} />
        </span>
        <span className={mergeClasses(surfaces.third, styles.first)}>
          {hasProgram ? <ProgramIcon program={fragment.program} beside={fragment.detail} /> : null}
          <span className={surfaces.oneLine} dir="auto">
            {fragment.foundDetail === undefined ? fragment.detail : <Parts parts={fragment.foundDetail} />}
          </span>
        </span>
      </span>
      {hasBadge && fragment.isSelected ? <span className={mergeClasses(styles.badge, isTall && styles.top)}>{say('Selected')}</span> : null}
      {hasBadge && fragment.badge !== '' ? (
        <span className={mergeClasses(styles.badge, isTall && styles.top)}>{fragment.badge}</span>
      ) : null}
    </>
  );
}
