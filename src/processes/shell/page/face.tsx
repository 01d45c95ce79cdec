import { makeStyles, tokens } from '@fluentui/react-components';
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
  picture: { width: '100%', height: '100%', objectFit: 'cover' },
});

interface Props {
  readonly window: HubWindowViewModel;
  readonly sizePx: 28 | 48;
}

/** The user's picture, else initials, else the picture of anybody. The name beside it, or of its button, says who it is. */
export function Face({ window, sizePx }: Props): JSX.Element {
  const styles = useStyles();
  const picture = window.HasCurrentUserPicture ? window.CurrentUserPicture : null;
  const initials = window.CurrentUserInitials === '' ? <PersonRegular fontSize={sizePx * 0.6} /> : window.CurrentUserInitials;
  return (
    <span className={styles.face} style={{ width: sizePx, height: sizePx, fontSize: sizePx * 0.4 }} aria-hidden>
      {picture === null ? initials : <Picture className={styles.picture} src={picture} alt="" instead={initials} />}
    </span>
  );
}
