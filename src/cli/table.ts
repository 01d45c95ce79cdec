/** Columns for a terminal: as wide as their widest cell, two blanks apart; the last one is left as long as it is. */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => width(row[column] ?? ''))));
  return all.map((row) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell + ' '.repeat((widths[column] ?? 0) - width(cell))))
      .join('  ')
      .trimEnd(),
  );
}

/** One line of at most `limit` characters, for a cell: control characters and line ends become blanks, and what is cut is marked. */
export function oneLine(text: string, limit: number): string {
  const flat = text.replaceAll(/[\s\p{Control}\p{Format}]+/gu, ' ').trim();
  const characters = [...flat];
  return characters.length <= limit ? flat : `${characters.slice(0, limit - 1).join('')}…`;
}

/** A number of bytes, for a cell. */
export function size(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  if (bytes < 1_048_576) return `${(bytes / 1_024).toFixed(1)} KiB`;
  return `${(bytes / 1_048_576).toFixed(1)} MiB`;
}

function width(text: string): number {
  return [...text].length;
}
