import { tokens } from '@fluentui/tokens';
import { makeStyles, mergeClasses } from '@griffel/react';
import type { JSX } from 'react';
import type { HubWindowViewModel } from '../../../../contract/shell-page.ts';
import { PersonRegular } from '../icons/glyphs.ts';
import { Picture } from './picture.tsx';

const useStyles = makeStyles({
  face: {
    display: 'grid',
    placeItems: 'center',
    flex: 'none',
    boxSizing: 'border-box',
    overflow: 'hidden',
    borderRadius: '50%',
    backgroundColor: tokens.colorBrandBackground,
    color: tokens.colorNeutralForegroundOnBrand,
    fontWeight: tokens.fontWeightSemibold,
    lineHeight: 1,
    '@media (forced-colors: active)': { border: '1px solid CanvasText' },
  },
  picture: { objectFit: 'cover' },
});

interface Props {
  readonly window: HubWindowViewModel;
  readonly sizePx: 28 | 48;
  /** Shown without picture and initials, if the name is beside it anyway. */
  readonly name?: JSX.Element;
}

/** The user's picture, else initials, else the name, else a generic picture. The name beside it, or of its button, says who it is. */
export function AccountPicture({ window, sizePx, name }: Props): JSX.Element {
  const styles = useStyles();
  const picture = window.HasCurrentUserPicture ? window.CurrentUserPicture : null;
  const round = (inside: JSX.Element | string) => (
    <span className={styles.face} style={{ width: sizePx, height: sizePx, fontSize: sizePx * 0.4 }} aria-hidden>
      {inside}
    </span>
  );
  const initials = window.CurrentUserInitials;
  const instead = initials === '' ? (name ?? round(<PersonRegular fontSize={sizePx * 0.6} />)) : round(initials);
  if (picture === null) return instead;
  return (
    <Picture className={mergeClasses(styles.face, styles.picture)} src={picture} alt="" width={sizePx} height={sizePx} instead={instead} />
  );
}
