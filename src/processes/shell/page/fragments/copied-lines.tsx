/** The first lines of a copy. What stands between tabs in a table is in columns, as wide as their widest cell. */
import { makeStyles } from '@griffel/react';
import type { JSX } from 'react';
import type { FragmentRow } from '../../../../contract/shell-page.ts';

const useStyles = makeStyles({
  table: { display: 'table', borderSpacing: 0 },
  row: { display: 'table-row' },
  cell: {
    display: 'table-cell',
    maxWidth: '28ch',
    paddingInlineEnd: '2ch',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'pre',
    // The text is the same as without columns, and the tab in it has no width of its own.
    tabSize: 0,
  },
});

/** More do not fit into a window. */
const mostCells = 20;

interface Props {
  readonly text: string;
  /** Whose lines they are. */
  readonly of: Pick<FragmentRow, 'contentKind'>;
}

export function CopiedLines({ text, of }: Props): JSX.Element {
  const styles = useStyles();
  if (of.contentKind !== 'table' || !text.includes('\t')) return <>{text}</>;
  // Lines and cells never move: their places name them.
  return (
    <span className={styles.table}>
      {text.split(/(?<=\n)/).map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <span key={at} className={styles.row}>
          {cellsOf(line).map((cell, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <span key={column} className={styles.cell} dir="auto">
              {cell}
            </span>
          ))}
        </span>
      ))}
    </span>
  );
}

/** Each with the tab after it; what is beyond the last column is in that one. */
function cellsOf(line: string): readonly string[] {
  const cells = line.split(/(?<=\t)/);
  return cells.length <= mostCells ? cells : [...cells.slice(0, mostCells - 1), cells.slice(mostCells - 1).join('')];
}
