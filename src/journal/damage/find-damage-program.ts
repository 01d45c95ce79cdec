/** Looks through the journal that is its argument, and changes nothing in it. Its exit status says whether it is damaged. */
import { DatabaseSync } from 'node:sqlite';
import { isDamage } from './damage.ts';
import { damagedStatus } from './find-damage.ts';

const [, , file = ''] = process.argv;

function isDamaged(): boolean {
  try {
    using database = new DatabaseSync(file, { readOnly: true });
    return database.prepare('PRAGMA quick_check(1)').get()?.quick_check !== 'ok';
  } catch (error) {
    return isDamage(error);
  }
}

process.exitCode = isDamaged() ? damagedStatus : 0;
