/** A program unrelated to Hub that holds the write lock of its journal. Argument: the database. It releases the lock when its input ends. */
import { DatabaseSync } from 'node:sqlite';

const database = new DatabaseSync(process.argv[2] ?? '', { timeout: 10_000 });
database.exec('BEGIN EXCLUSIVE');
process.stdout.write('locked\n');
process.stdin.resume();
process.stdin.once('end', () => {
  database.exec('ROLLBACK');
  database.close();
});
