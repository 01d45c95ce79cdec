/** What Diagnostics shows besides the components and the missed copies: how much waits, and at which ports Hub listens. */
import type { Queues } from '../../../contract/requests.ts';
import type { PageView } from '../../../contract/shell-page.ts';
import type { HubStatus } from '../../../contract/supervisor.ts';
import { say } from '../../language/say.ts';

interface Known {
  readonly ports?: HubStatus['ports'];
  readonly queues?: Queues | null;
}

export function diagnosticsView({ ports, queues }: Known): NonNullable<PageView['diagnostics']> {
  const queue = (name: string, waiting: keyof Queues, explanation: string) => ({ name, length: queues?.[waiting] ?? null, explanation });
  return {
    queues: [
      queue(say('To be recognized'), 'judging', say('Copies whose type is not determined yet')),
      queue(say('To be saved'), 'saving', say('Copies that wait for their file in the WorkSpace')),
      queue(say('Held up'), 'heldUp', say('Copies whose file could not be written: Hub tries again')),
      queue(say('Pictures to be read'), 'pictures', say('Pictures whose text Hub reads when it has nothing else to do')),
      queue(say('To be indexed'), 'indexing', say('Copies that a search goes through one by one')),
    ],
    ports: [
      { name: say('Bridge'), address: addressOf(ports?.bridge) },
      { name: say('Listener'), address: addressOf(ports?.web) },
    ],
  };
}

function addressOf(port: number | null | undefined): string {
  return port === null || port === undefined ? say('not listening') : `127.0.0.1:${port}`;
}
