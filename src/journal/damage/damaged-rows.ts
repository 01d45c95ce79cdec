import { told } from '../../domain/language/say.ts';

/** The message about rows that were left out; null if there are none. */
export function damagedRowsNotice(rows: number): string | null {
  if (rows === 0) return null;
  return rows === 1
    ? told('a row of the journal is damaged: that copy is left out of the history')
    : told('{rows} rows of the journal are damaged: these copies are left out of the history', { rows });
}
