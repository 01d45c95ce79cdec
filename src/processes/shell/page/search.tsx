import { makeStyles, tokens } from '@fluentui/react-components';
import { DismissRegular, SearchRegular } from '@fluentui/react-icons';
import { type JSX, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { PageView } from '../../../contract/shell-page.ts';
import { send } from './hub.ts';
import { type Option, optionsOf, run } from './search-options.ts';
import { optionId, SearchResults } from './search-results.tsx';

const longestQuery = 500;
/** Short enough to feel like typing, long enough that a word is one question. */
const settleMs = 80;

const useStyles = makeStyles({
  place: { position: 'relative', minWidth: 0 },
  input: {
    width: '100%',
    height: '32px',
    boxSizing: 'border-box',
    padding: '0 32px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderBottomColor: tokens.colorNeutralStrokeAccessible,
    borderRadius: '6px',
    outlineStyle: 'none',
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    font: 'inherit',
    textOverflow: 'ellipsis',
    '::placeholder': { color: tokens.colorNeutralForeground3, opacity: 1 },
    ':focus': {
      border: `1px solid ${tokens.colorCompoundBrandStroke}`,
      boxShadow: `inset 0 -1px 0 ${tokens.colorCompoundBrandStroke}`,
    },
    '@media (forced-colors: active)': { ':focus': { outline: '1px solid Highlight' } },
  },
  icon: {
    position: 'absolute',
    left: '9px',
    top: '8px',
    fontSize: '16px',
    color: tokens.colorNeutralForeground3,
    pointerEvents: 'none',
  },
  clear: {
    position: 'absolute',
    right: '4px',
    top: '4px',
    display: 'grid',
    padding: '4px',
    border: 'none',
    borderRadius: '4px',
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground3,
    fontSize: '16px',
    cursor: 'pointer',
    ':hover': { color: tokens.colorNeutralForeground1 },
  },
  hint: {
    position: 'absolute',
    right: '8px',
    top: '8px',
    padding: '0 4px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: '4px',
    color: tokens.colorNeutralForeground3,
    fontFamily: 'inherit',
    fontSize: '11px',
    lineHeight: '14px',
    pointerEvents: 'none',
    '@media (max-width: 520px)': { display: 'none' },
  },
});

/** Ctrl+K goes to the search from anywhere. */
function useShortcut(focus: () => void): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [focus]);
}

interface Typing {
  readonly text: string;
  readonly type: (text: string) => void;
  /** Asks at once for what was typed and not asked for yet. */
  readonly askNow: () => void;
}

/** What is being typed, and its way to Hub once the fingers rest. An empty text goes at once. */
function useTyping(found: string): Typing {
  const [text, setText] = useState(found);
  const waiting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const ask = (query: string): void => {
    clearTimeout(waiting.current);
    waiting.current = undefined;
    send({ kind: 'search', query: query.trim() });
  };
  // A search that ended elsewhere ends here too.
  useEffect(() => {
    if (found === '' && waiting.current === undefined) setText('');
  }, [found]);
  const type = (typed: string): void => {
    const query = typed.slice(0, longestQuery);
    setText(query);
    clearTimeout(waiting.current);
    if (query.trim() === '') ask(query);
    else waiting.current = setTimeout(() => ask(query), settleMs);
  };
  const askNow = (): void => {
    if (waiting.current !== undefined) ask(text);
  };
  return { text, type, askNow };
}

/**
 * The title bar's search: verbs first, then copies. The focus stays in the box; arrows choose, Enter runs, Escape clears. An Enter that comes before the
 * answer runs the first that is found, once it is.
 */
export function Search({ search }: Pick<PageView, 'search'>): JSX.Element {
  const styles = useStyles();
  const input = useRef<HTMLInputElement>(null);
  const [isFocused, setFocused] = useState(false);
  const { text, type, askNow } = useTyping(search.query);
  const [chosen, choose] = useState(0);
  const cameFrom = useRef<Element | null>(null);
  /** What Enter was pressed for before its answer was there. */
  const awaited = useRef<string | null>(null);
  useShortcut(focusInput);

  function focusInput(): void {
    if (document.activeElement !== input.current) cameFrom.current = document.activeElement;
    input.current?.focus();
    input.current?.select();
  }

  /** Back to where the shortcut was pressed. */
  function leave(): void {
    input.current?.blur();
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
    cameFrom.current = null;
  }

  const isOpen = isFocused && text.trim() !== '';
  // What was found for another text is shown until the answer comes, and can't be run.
  const isAnswered = search.query === text.trim();
  const options = optionsOf(search);
  const index = Math.min(chosen, options.length - 1);

  useEffect(() => {
    if (awaited.current === null || (awaited.current === text && !isAnswered)) return;
    const [first] = awaited.current === text && isOpen ? options : [];
    awaited.current = null;
    if (first !== undefined) finish(first);
  });

  function finish(option: Option): void {
    run(option);
    if (option.kind === 'all') input.current?.blur();
    else type('');
  }

  function onKeyDown(event: KeyboardEvent): void {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined && isOpen && options.length > 0) {
      event.preventDefault();
      choose((index + step + options.length) % options.length);
    }
    const option = options[index];
    if (event.key === 'Enter' && isOpen && !isAnswered) {
      awaited.current = text;
      askNow();
    } else if (event.key === 'Enter' && isOpen && option !== undefined) finish(option);
    if (event.key === 'Escape') {
      event.preventDefault();
      if (text === '') leave();
      else type('');
    }
  }

  return (
    <search className={styles.place}>
      <SearchRegular className={styles.icon} aria-hidden />
      <input
        ref={input}
        type="text"
        className={styles.input}
        value={text}
        placeholder="Search copies or type a command"
        aria-label="Search copies or type a command"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? 'found' : undefined}
        aria-haspopup="listbox"
        aria-autocomplete="list"
        aria-activedescendant={isOpen && index >= 0 ? optionId(index) : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={longestQuery}
        onChange={(event) => {
          choose(0);
          type(event.target.value);
        }}
        onKeyDown={onKeyDown}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
      />
      {text === '' ? null : (
        // By keyboard it is Escape.
        <button
          type="button"
          tabIndex={-1}
          className={styles.clear}
          aria-label="Clear"
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => type('')}
        >
          <DismissRegular aria-hidden />
        </button>
      )}
      {isFocused || text !== '' ? null : (
        <kbd className={styles.hint} aria-hidden>
          Ctrl K
        </kbd>
      )}
      {isOpen ? (
        <SearchResults search={search} options={options} chosen={index} isAnswered={isAnswered} onChoose={choose} onRun={finish} />
      ) : null}
    </search>
  );
}
