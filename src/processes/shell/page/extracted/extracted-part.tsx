/** The text in a picture, or in copied files: read on request, where Hub has not done it by itself; to be selected, and copied. */
import { tokens } from '@fluentui/tokens';
import { makeStyles, mergeClasses } from '@griffel/react';
import type { JSX } from 'react';
import type { ExtractedView } from '../../../../contract/page-rows/extracted-view.ts';
import type { FragmentRow } from '../../../../contract/shell-page.ts';
import { say } from '../../../../domain/language/say.ts';
import { canDelete, deleteFragment } from '../fragments/fragment-actions.tsx';
import { Button } from '../frame/button.tsx';
import { useSharedStyles } from '../frame/shared-styles.ts';
import { Spinner } from '../frame/spinner.tsx';
import { CopyRegular, DeleteRegular } from '../icons/glyphs.ts';
import { sendCommand } from '../shell-client.ts';
import { FoundPart } from './found-part.tsx';

const useStyles = makeStyles({
  part: { display: 'flex', flexDirection: 'column', gap: '4px', minWidth: 0 },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px', minHeight: '24px' },
  name: { fontSize: tokens.fontSizeBase200, lineHeight: tokens.lineHeightBase200, fontWeight: tokens.fontWeightSemibold, minWidth: 0 },
  action: { minWidth: 0, fontWeight: tokens.fontWeightRegular },
  text: {
    maxHeight: '216px',
    padding: '8px 12px',
    borderRadius: '6px',
    backgroundColor: tokens.colorNeutralBackground2,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    userSelect: 'text',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
});

interface Props {
  readonly fragment: FragmentRow;
  readonly view: ExtractedView;
  readonly hasFound: boolean;
}

function Extracted({ fragment, view, hasFound }: Props): JSX.Element {
  const fragmentId = fragment.id;
  const { file, name, state, text, found, isInLines, note, canCancel } = view;
  const styles = useStyles();
  const surfaces = useSharedStyles();
  const title = name === '' ? say('Text in this picture') : say('Text in {name}', { name });
  const label = name === '' ? say('Read the text') : say('Extract text');
  const isUnread = state === 'unread' || state === 'failed';
  const read = (): void => sendCommand({ kind: 'extract', fragmentId, file });
  const plain = { appearance: 'subtle', size: 'small', className: styles.action } as const;
  return (
    <section className={styles.part} aria-label={title}>
      <div className={styles.line}>
        <span className={mergeClasses(surfaces.oneLine, styles.name)} dir="auto">
          {title}
        </span>
        {state === 'reading' ? (
          <span className={mergeClasses(surfaces.second, styles.line)} role="status">
            <Spinner />
            {note}
          </span>
        ) : null}
        {canCancel ? (
          <Button {...plain} onClick={() => sendCommand({ kind: 'cancel-extract', fragmentId, file })}>
            {say('Cancel')}
          </Button>
        ) : null}
        {isUnread ? (
          <Button {...plain} onClick={read}>
            {state === 'failed' ? say('Try again') : label}
          </Button>
        ) : null}
        {state === 'secret' && name === '' && canDelete(fragment) ? (
          <Button {...plain} icon={<DeleteRegular />} onClick={() => deleteFragment(fragment)}>
            {say('Delete the picture')}
          </Button>
        ) : null}
        {text === '' ? null : (
          <Button {...plain} icon={<CopyRegular />} onClick={() => sendCommand({ kind: 'copy-extracted', fragmentId, file })}>
            {say('Copy the text')}
          </Button>
        )}
        {state === 'read' || state === 'empty' ? (
          // In other languages, or since the file has changed, it may have another text.
          <Button {...plain} onClick={read}>
            {say('Read again')}
          </Button>
        ) : null}
      </div>
      {text === '' ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
        <section className={mergeClasses(surfaces.scrolls, styles.text)} tabIndex={0} aria-label={say('Text')}>
          <pre className={isInLines ? surfaces.mono : surfaces.prose} dir="auto">
            {text}
          </pre>
        </section>
      )}
      {hasFound ? <FoundPart fragmentId={fragmentId} file={file} found={found} /> : null}
      {note === '' || state === 'reading' ? null : (
        <span className={surfaces.second} role="status">
          {note}
        </span>
      )}
    </section>
  );
}

/** Nothing for what has no text of this kind. */
export function ExtractedPart({ fragment, hasFound }: { readonly fragment: FragmentRow; readonly hasFound: boolean }): JSX.Element {
  return (
    <>
      {fragment.extracted.map((view) => (
        <Extracted key={view.file} fragment={fragment} view={view} hasFound={hasFound} />
      ))}
    </>
  );
}
