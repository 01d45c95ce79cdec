/** A reporter for Node's test runner that prints the path of the test file of each failure, one per line. */
import type { TestEvent } from 'node:test/reporters';

// biome-ignore lint/style/noDefaultExport: the runner takes a reporter from there
export default async function* failedFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  // The failure of a whole file, such as a crash, has no file but is named after it.
  for await (const { type, data } of events) if (type === 'test:fail') yield `${data.file ?? data.name}\n`;
}
