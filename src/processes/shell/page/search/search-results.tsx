import { tokens } from '@fluentui/tokens';
import { makeStyles, mergeClasses } from '@griffel/react';
import { type JSX, type PointerEvent, useEffect, useRef } from 'react';
import type { ChipGroup } from '../../../../contract/page-rows/search-view.ts';
import { say } from '../../../../domain/language/say.ts';
import { FragmentHead } from '../fragments/fragment-head.tsx';
import { useSharedStyles } from '../frame/shared-styles.ts';
import { hubThemeVariables } from '../frame/themes.ts';
import { ArrowEnterLeftRegular, FlashRegular, HistoryRegular, SearchRegular } from '../icons/glyphs.ts';
import { sectionIcons } from '../icons/section-icons.ts';
import { SearchChips } from './search-chips.tsx';
import { keyOf, type SearchOption } from './search-options.ts';

const useStyles = makeStyles({
  panel: {
    position: 'absolute',
    zIndex: 10,
    top: '40px',
    left: '50%',
    width: 'max(100%, min(520px, 100vw - 24px))',
    translate: '-50%',
    maxHeight: 'min(480px, 100vh - 96px)',
    boxSizing: 'border-box',
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    scrollbarWidth: 'thin',
    padding: '4px',
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: '8px',
    boxShadow: tokens.shadow28,
    '@media (max-width: 520px)': { position: 'fixed', top: '48px', width: 'calc(100vw - 16px)' },
  },
  group: {
    padding: '8px 8px 4px',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground3,
  },
  option: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: '44px',
    padding: '4px 8px',
    boxSizing: 'border-box',
    border: '1px solid transparent',
    borderRadius: '6px',
    cursor: 'pointer',
  },
  chosen: { backgroundColor: hubThemeVariables.hubRowHover, border: `1px solid ${hubThemeVariables.hubRowHoverLine}` },
  enter: { color: tokens.colorNeutralForeground3, flex: 'none' },
  nothing: { padding: '16px 12px', color: tokens.colorNeutralForeground3 },
});

export function optionId(index: number): string {
  return `found-${index}`;
}

function OptionFace({ option }: { readonly option: SearchOption }): JSX.Element {
  if (option.kind === 'copy') return <FragmentHead fragment={option.fragment} hasProgram />;
  if (option.kind === 'hint')
    return <NamedFace icon={<SearchRegular aria-hidden />} title={option.hint.title} detail={option.hint.detail} />;
  if (option.kind === 'verb')
    return <NamedFace icon={<FlashRegular aria-hidden />} title={option.verb.title} detail={option.verb.detail} />;
  if (option.kind === 'section') {
    const Icon = sectionIcons[option.row.section];
    return <NamedFace icon={<Icon aria-hidden />} title={option.row.title} detail={option.row.detail} />;
  }
  return <NamedFace icon={<HistoryRegular aria-hidden />} title={say('Show all results in History')} />;
}

interface NamedFaceProps {
  readonly icon: JSX.Element;
  readonly title: string;
  readonly detail?: string;
}

function NamedFace({ icon, title, detail }: NamedFaceProps): JSX.Element {
  const surfaces = useSharedStyles();
  return (
    <>
      <span className={surfaces.picture}>{icon}</span>
      <span className={surfaces.grow}>
        <span className={surfaces.oneLine} dir="auto">
          {title}
        </span>
        {detail === undefined ? null : <span className={mergeClasses(surfaces.oneLine, surfaces.third)}>{detail}</span>}
      </span>
    </>
  );
}

interface Props {
  readonly options: readonly SearchOption[];
  readonly chosen: number;
  readonly isAnswered: boolean;
  /** In the search box. */
  readonly text: string;
  readonly chips: readonly ChipGroup[];
  readonly onText: (text: string) => void;
  /** Why nothing is searched for. */
  readonly mistake: string | undefined;
  readonly onChoose: (option: SearchOption) => void;
  readonly onRun: (option: SearchOption) => void;
}

/** The list under the search box. A click leaves the focus in the box. */
export function SearchResults({ options, chosen, isAnswered, text, chips, mistake, onText, onChoose, onRun }: Props): JSX.Element {
  const styles = useStyles();
  useEffect(() => {
    document.getElementById(optionId(chosen))?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const pointer = useRef<{ readonly x: number; readonly y: number } | null>(null);
  // WebKit reports a move too when the list appears under a pointer that rests there.
  const isMoved = ({ screenX: x, screenY: y }: PointerEvent): boolean => {
    const before = pointer.current;
    pointer.current = { x, y };
    return before !== null && (before.x !== x || before.y !== y);
  };
  // Who types `type:` has made no mistake: the values are offered.
  const isBeingCompleted = options.some((option) => option.kind === 'hint' && option.hint.isValue === true);
  return (
    <div className={styles.panel} aria-busy={!isAnswered} onPointerDown={(event) => event.preventDefault()}>
      <SearchChips groups={chips} text={text} onText={onText} />
      <div id="found" role="listbox" aria-label={say('Found')}>
        {groupsOf(options).map(({ kind, from, options: grouped }) => (
          <Group key={`${kind} ${from}`} title={titles[kind]()}>
            {grouped.map((option, place) => (
              <OptionRow
                key={keyOf(option)}
                option={option}
                index={from + place}
                isChosen={from + place === chosen}
                onMove={(event) => isMoved(event) && onChoose(option)}
                onRun={() => isAnswered && onRun(option)}
              />
            ))}
          </Group>
        ))}
      </div>
      {options.length === 0 || (mistake !== undefined && !isBeingCompleted) ? (
        <div className={styles.nothing} role="status">
          {mistake ?? (isAnswered ? say('Nothing found for “{query}” in the whole history', { query: text.trim() }) : say('Searching…'))}
        </div>
      ) : null}
    </div>
  );
}

/** The last row needs none. */
const titles: Readonly<Record<SearchOption['kind'], () => string>> = {
  verb: () => say('Commands'),
  section: () => say('Sections'),
  hint: () => say('Conditions'),
  copy: () => say('Copies'),
  all: () => '',
};

interface OptionGroup {
  readonly kind: SearchOption['kind'];
  /** The place of the first of them among all options. */
  readonly from: number;
  readonly options: readonly SearchOption[];
}

/** Options of one kind that follow each other are a group. */
function groupsOf(options: readonly SearchOption[]): readonly OptionGroup[] {
  const groups: { kind: SearchOption['kind']; from: number; options: SearchOption[] }[] = [];
  for (const [from, option] of options.entries()) {
    const last = groups.at(-1);
    if (last?.kind === option.kind) last.options.push(option);
    else groups.push({ kind: option.kind, from, options: [option] });
  }
  return groups;
}

interface RowProps {
  readonly option: SearchOption;
  readonly index: number;
  readonly isChosen: boolean;
  readonly onMove: (event: PointerEvent) => void;
  readonly onRun: () => void;
}

function OptionRow({ option, index, isChosen, onMove, onRun }: RowProps): JSX.Element {
  const styles = useStyles();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the search box's, which keeps the focus
    <div
      id={optionId(index)}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      className={mergeClasses(styles.option, isChosen && styles.chosen)}
      onPointerMove={onMove}
      onClick={onRun}
    >
      <OptionFace option={option} />
      {isChosen ? <ArrowEnterLeftRegular className={styles.enter} aria-hidden /> : null}
    </div>
  );
}

function Group({ title, children }: { readonly title: string; readonly children: readonly JSX.Element[] }): JSX.Element {
  const styles = useStyles();
  if (title === '') return <>{children}</>;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div role="group" aria-label={title}>
      <div className={styles.group} aria-hidden>
        {title}
      </div>
      {children}
    </div>
  );
}
