/** Looks through the journal that is its argument, and changes nothing in it. Its exit status says whether it is damaged. */
import { DatabaseSync } from 'node:sqlite';
import { isDamage } from './damage.ts';
import { damagedStatus, unreadableStatus } from './find-damage.ts';

const [, , file = ''] = process.argv;

function statusOf(): number {
  try {
    using database = new DatabaseSync(file, { readOnly: true });
    return database.prepare('PRAGMA quick_check(1)').get()?.quick_check === 'ok' ? 0 : damagedStatus;
  } catch (error) {
    return isDamage(error) ? damagedStatus : unreadableStatus;
  }
}

process.exitCode = statusOf();
