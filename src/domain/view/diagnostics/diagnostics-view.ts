/** What Diagnostics shows besides the components and the missed copies: how much waits, and at which ports Hub listens. */
import type { Queues } from '../../../contract/requests.ts';
import type { ExportKind, PageView } from '../../../contract/shell-page.ts';
import type { HubStatus } from '../../../contract/supervisor.ts';
import { say } from '../../language/say.ts';

interface Known {
  readonly ports?: HubStatus['ports'];
  readonly queues?: Queues | null;
  readonly exporting?: readonly ExportKind[];
}

export function diagnosticsView({ ports, queues, exporting = [] }: Known): NonNullable<PageView['diagnostics']> {
  const queue = (name: string, waiting: keyof Queues, explanation: string) => {
    const length = queues?.[waiting] ?? null;
    // The others are work that is coming: copies are put into the index many at a time, so some nearly always wait.
    return { name, length, isWrong: waiting === 'heldUp' && length !== null && length > 0, explanation };
  };
  return {
    queues: [
      queue(say('To be recognized'), 'judging', say('Copies whose type has not been determined yet')),
      queue(say('To be saved'), 'saving', say('Copies waiting to be written to the WorkSpace')),
      queue(say('Held up'), 'heldUp', say('Copies whose file could not be written: Hub will try again')),
      queue(say('Pictures to be read'), 'pictures', say('Pictures whose text Hub reads when it has nothing else to do')),
      queue(
        say('To be indexed'),
        'indexing',
        say(
          'Copies that are not in the search index yet: searches read them one by one. The newest ones are indexed 32 at a time, so up to 32 always wait',
        ),
      ),
    ],
    ports: [
      { name: say('Bridge'), address: addressOf(ports?.bridge) },
      { name: say('Listener'), address: addressOf(ports?.web) },
    ],
    exporting,
  };
}

function addressOf(port: number | null | undefined): string {
  return port === null || port === undefined ? say('not listening') : `127.0.0.1:${port}`;
}
