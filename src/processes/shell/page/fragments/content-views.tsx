/** Contents that are more than their text: a table, colours, code. */
import { tokens } from '@fluentui/tokens';
import { makeStyles, mergeClasses } from '@griffel/react';
import type { JSX } from 'react';
import type { TableCells } from '../../../../contract/page-rows/row-looks.ts';
import { say } from '../../../../domain/language/say.ts';
import { isNoValue } from '../../../../domain/structure/cells/no-value.ts';
import { useColours } from '../colours/use-colours.ts';
import { useSharedStyles } from '../frame/shared-styles.ts';
import { hubThemeVariables } from '../frame/themes.ts';

const useStyles = makeStyles({
  place: {
    maxHeight: 'var(--hubBody, 260px)',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: '6px',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  table: { borderCollapse: 'collapse', minWidth: '100%', fontSize: tokens.fontSizeBase200, lineHeight: tokens.lineHeightBase200 },
  cell: {
    maxWidth: '320px',
    padding: '4px 12px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    textAlign: 'start',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  number: { textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
  head: { position: 'sticky', top: 0, backgroundColor: tokens.colorNeutralBackground2, fontWeight: tokens.fontWeightSemibold },
  swatches: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  swatch: {
    width: '72px',
    height: '48px',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: '6px',
    forcedColorAdjust: 'none',
  },
});

/** Amounts are compared by their last digits. */
function isNumber(cell: string): boolean {
  return cell.length < 40 && /^[+−-]?[\d.,'’ \u00a0\u202f]*\d ?[%€$£¥]?$/.test(cell);
}

/** A copied table. It scrolls in its own place. */
export function TableView({ table: { head, rows, isWhole } }: { readonly table: TableCells }): JSX.Element {
  const styles = useStyles();
  const surfaces = useSharedStyles();
  const hasNumbers = head.map((_, column) => rows.some((row) => isNumber(row[column] ?? '')));
  const looks = (cell: string, column: number): string =>
    mergeClasses(styles.cell, (isNumber(cell) || (hasNumbers[column] && isNoValue(cell))) && styles.number);
  // Rows and cells never move: their places name them.
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <section className={mergeClasses(surfaces.scrolls, styles.place)} tabIndex={0} aria-label={say('Table')}>
        <table className={styles.table}>
          <thead>
            <tr>
              {head.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <th key={column} scope="col" className={mergeClasses(looks(rows[0]?.[column] ?? '', column), styles.head)} dir="auto">
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <tr key={at}>
                {row.map((cell, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: see above
                  <td key={column} className={looks(cell, column)} dir="auto">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {isWhole ? null : <span className={surfaces.third}>{say('Only the beginning of the table is shown')}</span>}
    </>
  );
}

const useCodeStyles = makeStyles({
  keyword: { color: hubThemeVariables.hubCodeKeyword },
  string: { color: hubThemeVariables.hubCodeString },
  number: { color: hubThemeVariables.hubCodeNumber },
  name: { color: hubThemeVariables.hubCodeName },
  comment: { color: hubThemeVariables.hubCodeComment },
});

/** Code with its colours, once they are known; the text is the same with and without. */
export function Code({ text, language }: { readonly text: string; readonly language: string }): JSX.Element {
  const styles = useCodeStyles();
  const spans = useColours(text, language);
  const parts: JSX.Element[] = [];
  let at = 0;
  for (const [length, kind] of spans) {
    const part = text.slice(at, at + length);
    parts.push(
      <span key={at} className={kind === null ? undefined : styles[kind]}>
        {part}
      </span>,
    );
    at += length;
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  );
}

/** The text beside them names the colours. */
export function Swatches({ colors }: { readonly colors: readonly string[] }): JSX.Element {
  const styles = useStyles();
  return (
    <div className={styles.swatches} aria-hidden>
      {colors.map((color, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one colour may occur twice
        <span key={at} className={styles.swatch} style={{ backgroundColor: color }} />
      ))}
    </div>
  );
}
