import { tokens } from '@fluentui/tokens';
import { makeStyles, mergeClasses } from '@griffel/react';
import { type JSX, useCallback, useState } from 'react';
import type { HubWindowViewModel } from '../../../../contract/shell-page.ts';
import { say } from '../../../../domain/language/say.ts';
import { AccountPicture } from '../fragments/account-picture.tsx';
import { FullText } from '../fragments/full-text.tsx';
import { Button } from '../frame/button.tsx';
import { Flyout, type FlyoutPlace } from '../frame/flyout.tsx';
import { HubMark } from '../frame/hub-mark.tsx';
import { useSharedStyles } from '../frame/shared-styles.ts';
import { OpenRegular } from '../icons/glyphs.ts';
import { sendCommand } from '../shell-client.ts';

const useStyles = makeStyles({
  button: {
    minWidth: 0,
    padding: '2px',
    marginRight: '-2px',
    borderRadius: tokens.borderRadiusCircular,
    fontWeight: tokens.fontWeightRegular,
  },
  shortName: { display: 'block', maxWidth: '128px', padding: '4px 0', '@media (max-width: 520px)': { maxWidth: '72px' } },
  flyout: { boxSizing: 'border-box', width: '320px', maxWidth: '100%', padding: '16px' },
  who: { display: 'flex', alignItems: 'center', gap: '12px' },
  name: { fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400, fontWeight: tokens.fontWeightSemibold, margin: 0 },
  below: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    marginTop: '16px',
    paddingTop: '12px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  link: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    maxWidth: '100%',
    width: 'fit-content',
    padding: 0,
    border: 'none',
    borderRadius: '4px',
    backgroundColor: 'transparent',
    color: tokens.colorBrandForegroundLink,
    font: 'inherit',
    textAlign: 'start',
    cursor: 'pointer',
    ':hover': { textDecorationLine: 'underline' },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
  },
  icon: { flex: 'none', width: '16px', height: '16px' },
  logo: { display: 'flex', alignItems: 'center', gap: '8px', fontWeight: tokens.fontWeightSemibold },
});

type Of = { readonly window: HubWindowViewModel };

function Who({ window }: Of): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  const name = window.CurrentUserDisplayName || window.CurrentUserFirstName || say('You');
  return (
    <>
      <div className={styles.who}>
        <AccountPicture window={window} sizePx={48} />
        <div className={surfaces.grow}>
          <h2 className={mergeClasses(surfaces.oneLine, styles.name)} dir="auto">
            {name}
          </h2>
          {window.HasCurrentUserEmail ? (
            <span className={mergeClasses(surfaces.oneLine, surfaces.third)}>{window.CurrentUserEmailOrUpn}</span>
          ) : null}
        </div>
      </div>
      <div className={styles.below}>
        {window.ShowProfileFlyoutLogo || !window.HasCurrentUserCloudLabel ? (
          <span className={styles.logo}>
            <HubMark sizePx={20} /> Hub
          </span>
        ) : (
          <span>{window.CurrentUserCloudLabel}</span>
        )}
        {window.CurrentUserAccountUri === '' ? null : (
          <button
            type="button"
            className={styles.link}
            aria-label={say('Open the account in the browser: {address}', { address: window.CurrentUserAccountUri })}
            onClick={() => sendCommand({ kind: 'open-account' })}
          >
            <span className={surfaces.oneLine}>{window.CurrentUserAccountUri}</span>
            <OpenRegular className={styles.icon} aria-hidden />
          </button>
        )}
      </div>
    </>
  );
}

/** The user of this computer, as far as the system knows. */
export function Profile({ window }: Of): JSX.Element {
  const styles = useStyles();
  const [at, setAt] = useState<FlyoutPlace | null>(null);
  const close = useCallback(() => setAt(null), []);
  const name = window.CurrentUserDisplayName || window.CurrentUserFirstName;
  const shortName = (
    <span className={styles.shortName}>
      <FullText text={name} />
    </span>
  );
  return (
    <>
      <Button
        appearance="transparent"
        className={styles.button}
        aria-label={[say('Profile'), name, window.CurrentUserInitials].filter((part) => part !== '').join(', ')}
        aria-haspopup="dialog"
        aria-expanded={at !== null}
        onClick={(event) => setAt(event.currentTarget.getBoundingClientRect())}
      >
        <AccountPicture window={window} sizePx={28} {...(name === '' ? {} : { name: shortName })} />
      </Button>
      {at === null ? null : (
        <Flyout label={say('Profile')} at={at} align="end" onClose={close}>
          <div className={styles.flyout}>
            <Who window={window} />
          </div>
        </Flyout>
      )}
    </>
  );
}
