/** The question before a saved command runs for the first time: everything that the user agrees to. */
import { tokens } from '@fluentui/tokens';
import { makeStyles, mergeClasses } from '@griffel/react';
import { type JSX, type MouseEvent, useEffect, useRef } from 'react';
import type { CommandQuestion as Question } from '../../../../contract/page-rows/offered-commands.ts';
import { say } from '../../../../domain/language/say.ts';
import { Button } from '../frame/button.tsx';
import { closeFlyout, Flyout, type FlyoutPlace } from '../frame/flyout.tsx';
import { useSharedStyles } from '../frame/shared-styles.ts';
import { sendCommand } from '../shell-client.ts';

const widestPx = 440;
const fromTopPx = 56;

const useStyles = makeStyles({
  question: {
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    boxSizing: 'border-box',
    width: `min(${widestPx}px, calc(100vw - 24px))`,
    padding: '16px',
  },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase300, fontWeight: tokens.fontWeightSemibold },
  text: { margin: 0 },
  words: {
    maxHeight: '40vh',
    margin: 0,
    padding: '6px 8px',
    listStyleType: 'none',
    borderRadius: '4px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  // A long one that continues on the next line is still one.
  word: { paddingLeft: '16px', textIndent: '-16px', unicodeBidi: 'isolate' },
  answers: { display: 'flex', justifyContent: 'flex-end', gap: '8px', paddingTop: '4px' },
});

/** In the middle, below the title bar or the search box. */
function placeInWindow(): FlyoutPlace {
  const left = Math.max(0, (innerWidth - widestPx) / 2);
  return { left, right: left, top: fromTopPx, bottom: fromTopPx };
}

/** Closing it in any way but by `Run` means no. */
export function CommandQuestion({ question: { id, name, words, gets, becomes } }: { readonly question: Question }): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  const isAnswered = useRef(false);
  const cancel = useRef<HTMLDivElement>(null);
  const at = useRef(placeInWindow());
  // What Enter presses must not be what nobody has read.
  useEffect(() => cancel.current?.querySelector('button')?.focus(), []);
  const answer = (isYes: boolean): void => {
    if (isAnswered.current) return;
    isAnswered.current = true;
    sendCommand({ kind: 'answer-question', id, isYes });
  };
  const run = (event: MouseEvent): void => {
    answer(true);
    closeFlyout(event.currentTarget);
  };
  return (
    <Flyout label={say('Run “{name}”?', { name })} at={at.current} align="start" onClose={() => answer(false)}>
      <div className={styles.question}>
        <h2 className={styles.title} dir="auto">
          {say('Run “{name}”?', { name })}
        </h2>
        <p className={styles.text}>{say('It has not run before, or has changed. This program starts, with these arguments:')}</p>
        <ol className={mergeClasses(styles.words, surfaces.mono, surfaces.scrolls)} aria-label={say('Program and arguments')}>
          {words.map((word, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: words have nothing else, and never change
            <li key={index} className={mergeClasses(styles.word, index === 0 && surfaces.strong)} dir="ltr">
              {word}
            </li>
          ))}
        </ol>
        <p className={styles.text}>{say('Input: {gets}', { gets })}</p>
        <p className={styles.text}>{becomes}</p>
        <div className={styles.answers} ref={cancel}>
          <Button onClick={(event) => closeFlyout(event.currentTarget)}>{say('Cancel')}</Button>
          <Button appearance="primary" onClick={run}>
            {say('Run')}
          </Button>
        </div>
      </div>
    </Flyout>
  );
}
