import { Button, makeStyles, mergeClasses, Popover, PopoverSurface, PopoverTrigger, tokens } from '@fluentui/react-components';
import type { JSX } from 'react';
import type { HubWindowViewModel } from '../../../contract/shell-page.ts';
import { Face } from './face.tsx';
import { Mark } from './mark.tsx';
import { useSurfaces } from './surfaces.ts';

const useStyles = makeStyles({
  button: { minWidth: 0, padding: '2px', borderRadius: tokens.borderRadiusCircular },
  flyout: { boxSizing: 'border-box', width: '320px', maxWidth: 'calc(100vw - 16px)', padding: '16px' },
  who: { display: 'flex', alignItems: 'center', gap: '12px' },
  grow: { flex: '1 1 0', minWidth: 0 },
  name: { fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400, fontWeight: tokens.fontWeightSemibold, margin: 0 },
  below: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    marginTop: '16px',
    paddingTop: '12px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  logo: { display: 'flex', alignItems: 'center', gap: '8px', fontWeight: tokens.fontWeightSemibold },
});

type Who = { readonly window: HubWindowViewModel };

function Flyout({ window }: Who): JSX.Element {
  const styles = useStyles();
  const surfaces = useSurfaces();
  const name = window.CurrentUserDisplayName || window.CurrentUserFirstName || 'You';
  return (
    <>
      <div className={styles.who}>
        <Face window={window} sizePx={48} />
        <div className={styles.grow}>
          <h2 className={`${styles.name} ${surfaces.oneLine}`} dir="auto">
            {name}
          </h2>
          {window.HasCurrentUserEmail ? (
            <span className={`${surfaces.oneLine} ${surfaces.third}`}>{window.CurrentUserEmailOrUpn}</span>
          ) : null}
        </div>
      </div>
      <div className={styles.below}>
        {window.ShowProfileFlyoutLogo || !window.HasCurrentUserCloudLabel ? (
          <span className={styles.logo}>
            <Mark sizePx={20} /> Hub
          </span>
        ) : (
          <span>{window.CurrentUserCloudLabel}</span>
        )}
        {window.CurrentUserAccountUri === '' ? null : (
          <span className={surfaces.third}>
            Account: <span className={surfaces.oneLine}>{window.CurrentUserAccountUri}</span>
          </span>
        )}
      </div>
    </>
  );
}

/** Who uses this computer, as far as the system tells. */
export function Profile({ window }: Who): JSX.Element {
  const styles = useStyles();
  const surfaces = useSurfaces();
  const name = window.CurrentUserDisplayName || window.CurrentUserFirstName;
  return (
    <Popover positioning={{ position: 'below', align: 'end' }} trapFocus>
      <PopoverTrigger disableButtonEnhancement>
        <Button
          appearance="transparent"
          className={styles.button}
          icon={<Face window={window} sizePx={28} />}
          aria-label={['Profile', name, window.CurrentUserInitials].filter((part) => part !== '').join(', ')}
        />
      </PopoverTrigger>
      <PopoverSurface className={mergeClasses(surfaces.flyout, styles.flyout)} aria-label="Profile" tabIndex={-1}>
        <Flyout window={window} />
      </PopoverSurface>
    </Popover>
  );
}
