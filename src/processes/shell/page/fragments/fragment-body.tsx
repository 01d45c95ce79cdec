import { tokens } from '@fluentui/tokens';
import { makeStyles, mergeClasses } from '@griffel/react';
import { type JSX, useState } from 'react';
import type { FragmentRow } from '../../../../contract/shell-page.ts';
import { say } from '../../../../domain/language/say.ts';
import { ExtractedPart } from '../extracted/extracted-part.tsx';
import { FoundPart } from '../extracted/found-part.tsx';
import { TextLink } from '../extracted/text-link.tsx';
import { CopiedHtml } from '../formatted/copied-html.tsx';
import { RenderedHtml } from '../formatted/rendered-html.tsx';
import { RenderedMarkdown } from '../formatted/rendered-markdown.tsx';
import { Button } from '../frame/button.tsx';
import { useSharedStyles } from '../frame/shared-styles.ts';
import { DeleteRegular } from '../icons/glyphs.ts';
import { AnnotationsPart } from './annotations-part.tsx';
import { Code, Swatches, TableView } from './content-views.tsx';
import { actionsOf, canDelete, deleteFragment } from './fragment-actions.tsx';
import { Outcome } from './outcome.tsx';
import { Picture } from './picture.tsx';
import { RowPicture } from './row-picture.tsx';

const useStyles = makeStyles({
  body: { display: 'flex', flexDirection: 'column', gap: '8px', minWidth: 0 },
  text: {
    maxHeight: 'var(--hubBody, 216px)',
    padding: '8px 12px',
    borderRadius: '6px',
    backgroundColor: tokens.colorNeutralBackground2,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  // WebKit reserves no space for a horizontal scrollbar, which then causes a vertical one: it covers the padding instead.
  sideways: { overflowX: 'scroll', paddingBottom: 0 },
  lines: { whiteSpace: 'pre', overflowWrap: 'normal' },
  picture: {
    maxWidth: '100%',
    maxHeight: 'var(--hubBody, 240px)',
    width: 'auto',
    height: 'auto',
    objectFit: 'contain',
    alignSelf: 'flex-start',
    borderRadius: '6px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  files: { display: 'flex', flexDirection: 'column', gap: '4px', margin: 0, padding: 0, listStyleType: 'none' },
  file: { display: 'flex', alignItems: 'center', gap: '8px', color: tokens.colorNeutralForeground2 },
  times: {
    width: 'fit-content',
    cursor: 'pointer',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, borderRadius: '4px' },
  },
  earlier: { maxHeight: '120px', margin: '4px 0 0', paddingLeft: '20px' },
  foot: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px' },
  actions: { display: 'flex', flexWrap: 'wrap', marginLeft: '-8px', '@media (forced-colors: active)': { gap: '4px', marginLeft: 0 } },
  source: { alignSelf: 'flex-start', marginLeft: '-8px' },
  action: { minWidth: 0, fontWeight: tokens.fontWeightRegular },
});

/** A copy may contain the files of a whole disk. */
const mostFiles = 100;

/** Longer than anyone scrolls sideways. */
const longLine = /[^\n]{241}/;

type Of = { readonly fragment: FragmentRow };

/** Code keeps its lines and scrolls sideways, unless it is minified: then a single line may be the whole file. */
function Text({ fragment }: Of): JSX.Element | null {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  const text = fragment.toolTip || fragment.preview;
  // Of what was not kept there is nothing to show.
  if (text === '') return null;
  const isInLines = fragment.look === 'lines' && !longLine.test(text);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section className={mergeClasses(surfaces.scrolls, styles.text, isInLines && styles.sideways)} tabIndex={0} aria-label={say('Text')}>
      <pre className={mergeClasses(fragment.look === 'lines' ? surfaces.mono : surfaces.prose, isInLines && styles.lines)} dir="auto">
        <Code text={text} language={fragment.language} />
      </pre>
    </section>
  );
}

function Files({ names, symbol }: { readonly names: readonly string[]; readonly symbol: 'text' | 'document' }): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  const hidden = names.length - mostFiles;
  return (
    <ul className={styles.files}>
      {names.slice(0, mostFiles).map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and the list never changes
        <li key={index} className={styles.file}>
          <RowPicture symbol={symbol} />
          <span className={surfaces.oneLine} dir="auto">
            {name}
          </span>
        </li>
      ))}
      {hidden > 0 ? <li className={surfaces.third}>{say('and {count, number} more', { count: hidden })}</li> : null}
    </ul>
  );
}

function Content({ fragment }: Of): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  const noPicture = <span className={surfaces.second}>{say('{title}: it cannot be shown here', { title: fragment.title })}</span>;
  if (fragment.imageUrl !== null) {
    const size = {
      ...(fragment.width === null ? {} : { width: fragment.width }),
      ...(fragment.height === null ? {} : { height: fragment.height }),
    };
    return <Picture className={styles.picture} src={fragment.imageUrl} alt={fragment.title} instead={noPicture} {...size} />;
  }
  if (fragment.kind === 'image') return noPicture;
  if (fragment.kind === 'document') return <Files names={[fragment.title]} symbol="document" />;
  if (fragment.kind === 'files') return <Files names={fragment.preview.split('\n')} symbol="text" />;
  return <TextContent key={fragment.id} fragment={fragment} />;
}

/** A table as a table, and HTML and Markdown as they read, if that is wanted. */
function TextContent({ fragment }: Of): JSX.Element {
  const styles = useStyles();
  const { table, swatches } = fragment;
  // A table is copied to be read, HTML to be used.
  const [isSource, setSource] = useState(table === null);
  const formatted = table !== null ? <TableView table={table} /> : formattedOf(fragment);
  const toFormatted = table !== null ? say('Show as a table') : say('Show formatted');
  return (
    <>
      {swatches.length > 0 ? <Swatches colors={swatches} /> : null}
      {isSource || formatted === null ? <Text fragment={fragment} /> : formatted}
      {formatted === null ? null : (
        <Button size="small" appearance="subtle" className={styles.source} onClick={() => setSource(!isSource)}>
          {isSource ? toFormatted : say('Show as text')}
        </Button>
      )}
    </>
  );
}

function formattedOf({ id, language, toolTip: text, hasHtml }: FragmentRow): JSX.Element | null {
  if (text === '') return null;
  if (language === 'html') return <RenderedHtml html={text} />;
  if (language === 'markdown') return <RenderedMarkdown markdown={text} />;
  return hasHtml ? <CopiedHtml fragmentId={id} /> : null;
}

/** How often it was copied, and when. */
function Times({ fragment: { times, earlier } }: Of): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  return (
    <details className={surfaces.second}>
      <summary className={styles.times}>{times}</summary>
      <ul className={mergeClasses(surfaces.scrolls, styles.earlier)}>
        {earlier.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two copies may have one line, and the list is replaced as a whole
          <li key={index}>{one}</li>
        ))}
      </ul>
    </details>
  );
}

function Actions({ fragment }: Of): JSX.Element {
  const styles = useStyles();
  const plain = { appearance: 'subtle', size: 'small', className: styles.action } as const;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div className={styles.actions} role="group" aria-label={say('Actions: {title}', { title: fragment.title.slice(0, 80) })}>
      {actionsOf(fragment)
        .filter(({ isPossible }) => isPossible)
        .map(({ kind, label, icon, act }) => (
          <Button key={kind} {...plain} icon={icon} onClick={act}>
            {label}
          </Button>
        ))}
      {canDelete(fragment) ? (
        <Button {...plain} icon={<DeleteRegular />} onClick={() => deleteFragment(fragment)}>
          {say('Delete')}
        </Button>
      ) : null}
    </div>
  );
}

interface Props extends Of {
  /** If nothing else shows its outcome. */
  readonly hasOutcome: boolean;
  /** The picker goes on to no other copy, and puts none on the clipboard in part. */
  readonly isPicker?: boolean;
  readonly onWritten?: () => void;
}

/** The loaded part of one fragment, its actions and its outcome. */
export function FragmentBody({ fragment, hasOutcome, isPicker = false, onWritten }: Props): JSX.Element {
  const styles = useStyles();
  return (
    <div className={styles.body}>
      <Content fragment={fragment} />
      {isPicker ? null : <FoundPart fragmentId={fragment.id} found={fragment.found} />}
      {isPicker ? null : <TextLink link={fragment.link} leads="to-origin" />}
      <ExtractedPart fragment={fragment} hasFound={!isPicker} />
      {isPicker ? null : <TextLink link={fragment.link} leads="to-text" />}
      {fragment.times === '' ? null : <Times fragment={fragment} />}
      {fragment.canAnnotate ? <AnnotationsPart key={fragment.id} fragment={fragment} onWritten={onWritten} /> : null}
      <div className={styles.foot}>
        <Actions fragment={fragment} />
        {hasOutcome ? <Outcome outcome={fragment.outcome} /> : null}
      </div>
    </div>
  );
}
