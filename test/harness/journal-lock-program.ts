/** A program that has no idea of Hub and holds its journal's write lock. Arguments: the database. It lets go when its input ends. */
import { DatabaseSync } from 'node:sqlite';

const database = new DatabaseSync(process.argv[2] ?? '', { timeout: 10_000 });
database.exec('BEGIN EXCLUSIVE');
process.stdout.write('locked\n');
process.stdin.resume();
process.stdin.once('end', () => {
  database.exec('ROLLBACK');
  database.close();
});
