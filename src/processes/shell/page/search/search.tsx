import { tokens } from '@fluentui/tokens';
import { makeStyles } from '@griffel/react';
import { type JSX, type KeyboardEvent, useState } from 'react';
import type { PageView } from '../../../../contract/shell-page.ts';
import { say } from '../../../../domain/language/say.ts';
import { DismissRegular, SearchRegular } from '../icons/glyphs.ts';
import { useSearchFocus } from './search-focus.ts';
import { keyOf, optionsOf, runOption, type SearchOption, usualOption } from './search-options.ts';
import { optionId, SearchResults } from './search-results.tsx';
import { useSearchRows } from './search-rows.ts';
import { askNow, longestQuery, typeSearch, useTypedSearch } from './search-typing.ts';
import { useWaitingKeys } from './waiting-keys.ts';

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
    width: '16px',
    height: '16px',
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

/**
 * Keys that choose characters of an input method are not the search's. WebKit reports the one that ends a composition after its end, with the code
 * 229.
 */
export function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229;
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The keyboard uses Escape. The focus stays in the box. */
function ClearButton({ onClear }: { readonly onClear: () => void }): JSX.Element {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={useStyles().clear}
      aria-label={say('Clear')}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onClear}
    >
      <DismissRegular aria-hidden />
    </button>
  );
}

/**
 * The title bar's search: verbs first, then copies. The focus stays in the box; arrows choose, Enter runs what is highlighted, Escape refuses a
 * completion that is, and otherwise clears. Keys before the answer wait for it.
 */
export function Search({ search }: Pick<PageView, 'search'>): JSX.Element {
  const styles = useStyles();
  const { input, leave } = useSearchFocus();
  const [isFocused, setFocused] = useState(false);
  const [chosen, choose] = useState<string | null>(null);
  const [refused, refuse] = useState<string | null>(null);
  const text = useTypedSearch(search.query);

  const isOpen = isFocused && text.trim() !== '';
  // Results for another text are shown until the answer arrives, and can't be run.
  const found = useSearchRows(search);
  const isAnswered = search.query === text.trim() && found.isAnswered;
  const options = optionsOf(found);
  // New results may move the chosen one, and never change the choice.
  const usual = usualOption(options, text, refused === text);
  const known = options.findIndex((option) => keyOf(option) === chosen);
  const index = known < 0 ? usual : known;
  const chooseOption = (option: SearchOption | undefined): void => choose(option === undefined ? null : keyOf(option));
  const keys = useWaitingKeys<number | 'enter'>({
    text,
    isAnswered,
    isVoid: !isOpen,
    run: (key) => (key === 'enter' ? enter() : step(key)),
    isLast: (key) => key === 'enter',
  });

  function finish(option: SearchOption): void {
    if (option.kind === 'hint') {
      choose(null);
      typeSearch(option.hint.query);
      return;
    }
    runOption(option);
    if (option.kind === 'all') input.current?.blur();
    else typeSearch('');
  }

  function enter(): void {
    const option = options[index];
    if (option !== undefined) finish(option);
  }

  function step(by: number): void {
    if (options.length === 0) return;
    const from = index < 0 && by < 0 ? 0 : index;
    chooseOption(options[(from + by + options.length) % options.length]);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (isComposing(event)) return;
    const by = steps[event.key];
    if (by !== undefined && isOpen && (options.length > 0 || !isAnswered)) {
      event.preventDefault();
      keys.press(by);
    }
    if (event.key === 'Enter' && isOpen) {
      if (!isAnswered) askNow();
      keys.press('enter');
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      const option = options[index];
      if (text === '') leave();
      else if (isOpen && option?.kind === 'hint' && option.hint.isValue && options.length > 1 && refused !== text) {
        refuse(text);
        choose(null);
      } else typeSearch('');
    }
  }

  /** From what narrows the search, back to the box. */
  function onEscape(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.target === input.current) return;
    event.preventDefault();
    input.current?.focus();
  }

  return (
    <search
      className={styles.place}
      onFocus={() => setFocused(true)}
      onBlur={({ currentTarget, relatedTarget }) => setFocused(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))}
      onKeyDown={onEscape}
    >
      <SearchRegular className={styles.icon} aria-hidden />
      <input
        ref={input}
        type="text"
        className={styles.input}
        value={text}
        placeholder={say('Search copies or type a command')}
        aria-label={say('Search copies or type a command')}
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
          choose(null);
          typeSearch(event.target.value);
        }}
        onKeyDown={onKeyDown}
      />
      {text === '' ? null : <ClearButton onClear={() => typeSearch('')} />}
      {isFocused || text !== '' ? null : (
        <kbd className={styles.hint} aria-hidden>
          {say('Ctrl K')}
        </kbd>
      )}
      {isOpen ? (
        <SearchResults
          options={options}
          chosen={index}
          isAnswered={isAnswered}
          text={text}
          chips={search.chips ?? []}
          onText={(changed) => {
            choose(null);
            typeSearch(changed, 0);
          }}
          mistake={search.mistake}
          onChoose={chooseOption}
          onRun={finish}
        />
      ) : null}
    </search>
  );
}
