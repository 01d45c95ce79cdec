import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { PersonRegular } from '@fluentui/react-icons';
import type { JSX } from 'react';
import type { HubWindowViewModel } from '../../../contract/shell-page.ts';
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
  /** What stands there without picture and initials, where the name is not beside it anyway. */
  readonly name?: JSX.Element;
}

/** The user's picture, else initials, else the name, else the picture of anybody. The name beside it, or of its button, says who it is. */
export function Face({ window, sizePx, name }: Props): JSX.Element {
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
