import { tokens } from '@fluentui/tokens';
import { makeStyles, mergeClasses } from '@griffel/react';
import type { JSX } from 'react';
import type { PageView, WorkspaceRow } from '../../../../contract/shell-page.ts';
import { FullText } from '../fragments/full-text.tsx';
import { Button, IconButton } from '../frame/button.tsx';
import { Heading } from '../frame/heading.tsx';
import { useSharedStyles } from '../frame/shared-styles.ts';
import { CheckmarkCircleFilled, FolderOpenRegular, FolderProhibitedRegular, FolderRegular } from '../icons/glyphs.ts';
import { sendCommand } from '../shell-client.ts';

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  row: { minHeight: '60px' },
  active: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    flex: 'none',
    color: tokens.colorBrandForeground1,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
  },
  code: { fontFamily: tokens.fontFamilyMonospace },
  missing: { color: tokens.colorStatusWarningForeground1 },
});

function Choice({ workspace }: { readonly workspace: WorkspaceRow }): JSX.Element {
  const styles = useStyles();
  if (!workspace.isActive) {
    return (
      <Button
        size="small"
        aria-label={`Save here: ${workspace.name}`}
        onClick={() => sendCommand({ kind: 'select-workspace', id: workspace.id })}
      >
        Save here
      </Button>
    );
  }
  return (
    <>
      <span className={styles.active}>
        <CheckmarkCircleFilled aria-hidden /> Active
      </span>
      <IconButton
        label="Open its folder"
        icon={<FolderOpenRegular />}
        onClick={() => sendCommand({ kind: 'act', verb: 'open-workspace' })}
      />
    </>
  );
}

function Row({ workspace }: { readonly workspace: WorkspaceRow }): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  return (
    <li className={mergeClasses(surfaces.row, styles.row)} aria-current={workspace.isActive ? 'true' : undefined}>
      <span className={mergeClasses(surfaces.picture, workspace.isActive && surfaces.accent)}>
        {workspace.exists ? <FolderRegular aria-hidden /> : <FolderProhibitedRegular aria-hidden />}
      </span>
      <div className={surfaces.grow}>
        <FullText text={workspace.name} className={mergeClasses(workspace.isActive && surfaces.strong)} />
        <FullText text={workspace.path} className={surfaces.third} />
        {workspace.exists ? null : (
          <span className={mergeClasses(surfaces.third, styles.missing)}>
            The folder does not exist. Hub creates it when it next saves a file, unless its drive is disconnected.
          </span>
        )}
      </div>
      <Choice workspace={workspace} />
    </li>
  );
}

/** The folders that copies are saved to; one of them is active. */
export function Workspaces({ view }: { readonly view: PageView }): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  return (
    <>
      <Heading title="WorkSpaces" />
      {view.workspaces.length === 0 ? (
        <span className={surfaces.second}>The list of WorkSpaces is not available yet.</span>
      ) : (
        <ul className={mergeClasses(surfaces.card, styles.list)} aria-label="WorkSpaces">
          {view.workspaces.map((workspace) => (
            <Row key={workspace.id} workspace={workspace} />
          ))}
        </ul>
      )}
      <span className={surfaces.third}>
        To add another, edit <code className={styles.code}>config/workspaces.json</code> in Hub’s home.
      </span>
    </>
  );
}
