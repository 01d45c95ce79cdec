/** The minimum that a component needs: Node with SQLite loaded and a heartbeat, doing nothing else. */
import { flushCompileCache } from 'node:module';
import { DatabaseSync } from 'node:sqlite';
import { answerCommands } from './program.ts';

const database = new DatabaseSync(':memory:');
database.exec('CREATE TABLE unused (id INTEGER PRIMARY KEY)');
setInterval(() => {}, 5_000);
flushCompileCache();
await answerCommands<unknown, unknown>(() => ({}));
process.exit(0);
