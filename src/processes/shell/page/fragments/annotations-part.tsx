/** What the user added to the expanded fragment, and the form that changes it. */
import { makeStyles, mergeClasses } from '@griffel/react';
import { type FormEvent, type JSX, type KeyboardEvent, useCallback, useEffect, useId, useState } from 'react';
import type { FragmentRow } from '../../../../contract/shell-page.ts';
import { say } from '../../../../domain/language/say.ts';
import { Button } from '../frame/button.tsx';
import { useFieldStyles } from '../frame/field-style.ts';
import { useSharedStyles } from '../frame/shared-styles.ts';
import { EditRegular } from '../icons/glyphs.ts';
import { sendCommand } from '../shell-client.ts';

const useStyles = makeStyles({
  shown: { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: '4px 12px' },
  note: { flex: '1 1 200px', minWidth: 0, margin: '4px 0', whiteSpace: 'pre-wrap', maxHeight: '120px', overflowY: 'auto' },
  form: {
    display: 'grid',
    gridTemplateColumns: 'max-content minmax(0, 1fr)',
    alignItems: 'center',
    gap: '8px 12px',
    '@media (max-width: 520px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  wide: { width: '100%' },
  long: { height: '72px', padding: '4px 8px', resize: 'vertical' },
  answers: { gridColumn: '-2 / -1', display: 'flex', justifyContent: 'flex-end', gap: '8px' },
});

type Of = { readonly fragment: FragmentRow };

/** Of `annotationLimits`; the core says what else is wrong. */
const [longestTitle, longestTags, longestNote] = [200, 1_700, 10_000];

/** The texts that can be changed here, to tell whether they were. */
function textsOf({ ownTitle, tags, note }: FragmentRow): string {
  return JSON.stringify([ownTitle, tags.toSorted(), note]);
}

interface Draft {
  readonly title: string;
  readonly tags: string;
  readonly note: string;
}

/** Forms that somebody has begun, by fragment: a row goes when the window shows another section or becomes the picker. */
const drafts = new Map<string, Draft>();
const mostDrafts = 16;

function keepDraft({ id, ownTitle, tags, note }: FragmentRow, draft: Draft): void {
  drafts.delete(id);
  if (draft.title === ownTitle && draft.tags === tags.join(' ') && draft.note === note) return;
  drafts.set(id, draft);
  const [oldest] = drafts.keys();
  if (drafts.size > mostDrafts && oldest !== undefined) drafts.delete(oldest);
}

/** Sends what was changed in it, and closes when it has become so: another program may have written the rest meanwhile. What the core refuses stays in the form; a notice says why. */
function Form({ fragment, onEnd }: Of & { readonly onEnd: () => void }): JSX.Element {
  const styles = useStyles();
  const begun = drafts.get(fragment.id);
  const [begunWith] = useState(fragment);
  const [title, setTitle] = useState(begun?.title ?? fragment.ownTitle);
  const [tags, setTags] = useState(begun?.tags ?? fragment.tags.join(' '));
  const [note, setNote] = useState(begun?.note ?? fragment.note);
  useEffect(() => keepDraft(fragment, { title, tags, note }), [fragment, title, tags, note]);
  useEffect(() => {
    sendCommand({ kind: 'writing', isOn: true });
    return () => sendCommand({ kind: 'writing', isOn: false });
  }, []);
  /** The texts as they were when they were sent; null before that. */
  const [before, setBefore] = useState<string | null>(null);
  const now = textsOf(fragment);
  useEffect(() => {
    if (before !== null && before !== now) onEnd();
  }, [before, now, onEnd]);
  const id = useId();
  const save = (event: FormEvent): void => {
    event.preventDefault();
    const words = tags.split(/[\s,]+/).filter((word) => word !== '');
    // As the core writes them: what changes nothing is not answered by a change.
    const ownTitle = title.replaceAll(/\s+/g, ' ').trim();
    const tagged = [...new Set(words.map((word) => word.normalize('NFC').toLowerCase()))];
    const written = { ...fragment, ownTitle, tags: tagged, note: note.trimEnd() };
    const change = {
      ...(title !== begunWith.ownTitle && { title }),
      ...(tags !== begunWith.tags.join(' ') && { tags: words }),
      ...(note !== begunWith.note && { note }),
    };
    if (textsOf(written) === now || Object.keys(change).length === 0) return onEnd();
    sendCommand({ kind: 'annotate', fragmentId: fragment.id, change });
    setBefore(now);
  };
  /** The keys of the list are not for those who type. */
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.key === 'Escape') onEnd();
  };
  const fields = useFieldStyles();
  const field = { className: mergeClasses(fields.field, styles.wide), dir: 'auto' } as const;
  return (
    <form className={styles.form} aria-label={say('Title, tags and note')} onSubmit={save} onKeyDown={onKeyDown}>
      <label htmlFor={`${id} title`}>{say('Title')}</label>
      <input
        {...field}
        id={`${id} title`}
        // biome-ignore lint/a11y/noAutofocus: the user just asked for this form
        autoFocus
        value={title}
        maxLength={longestTitle}
        onChange={(event) => setTitle(event.target.value)}
      />
      <label htmlFor={`${id} tags`}>{say('Tags')}</label>
      <input
        {...field}
        id={`${id} tags`}
        value={tags}
        maxLength={longestTags}
        placeholder={say('separated by spaces')}
        onChange={(event) => setTags(event.target.value)}
      />
      <label htmlFor={`${id} note`}>{say('Note')}</label>
      <textarea
        {...field}
        className={mergeClasses(fields.field, styles.wide, styles.long)}
        id={`${id} note`}
        value={note}
        maxLength={longestNote}
        onChange={(event) => setNote(event.target.value)}
      />
      <div className={styles.answers}>
        <Button size="small" onClick={onEnd}>
          {say('Cancel')}
        </Button>
        <Button size="small" appearance="primary" type="submit">
          {say('Save')}
        </Button>
      </div>
    </form>
  );
}

/** `onWritten`: the form is gone, and the focus that it had is nowhere. */
export function AnnotationsPart({ fragment, onWritten }: Of & { readonly onWritten?: (() => void) | undefined }): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  const [isEdited, setEdited] = useState(drafts.has(fragment.id));
  const end = useCallback(() => {
    drafts.delete(fragment.id);
    setEdited(false);
    onWritten?.();
  }, [fragment.id, onWritten]);
  if (isEdited) return <Form fragment={fragment} onEnd={end} />;
  return (
    <div className={styles.shown}>
      {fragment.note === '' ? null : (
        <p className={mergeClasses(styles.note, surfaces.second)} dir="auto">
          {fragment.note}
        </p>
      )}
      <Button appearance="subtle" size="small" icon={<EditRegular />} onClick={() => setEdited(true)}>
        {say('Title, tags, note…')}
      </Button>
    </div>
  );
}
