/** What `hub run` tells the person who started it. */
import type { ComponentStatus } from '../../contract/supervisor.ts';
import type { Places } from '../../platform/locations.ts';

export interface Facts {
  readonly places: Places;
  readonly workspace: string;
  readonly ports: { readonly bridge: number | null; readonly web: number | null };
  readonly components: readonly ComponentStatus[];
}

/** Says that Hub is ready, where everything is, and what is missing. */
export function announceReady(facts: Facts): void {
  process.stdout.write(`${readyLines(facts).join('\n')}\n`);
}

/** Says that the stop was heard: it can take a moment. */
export function announceStopping(): void {
  process.stdout.write('Hub is stopping.\n');
}

function readyLines({ places, workspace, ports, components }: Facts): readonly string[] {
  const url = (port: number | null, path: string): string => (port === null ? 'not listening' : `http://127.0.0.1:${port}${path}`);
  const lacking = components.filter((component) => component.reason !== null);
  return [
    'Hub is ready.',
    `  WorkSpace     ${workspace}`,
    `  Home          ${places.home}`,
    `  Logs          ${places.logs}`,
    `  Bridge        ${url(ports.bridge, '/source')}`,
    `  Web listener  ${url(ports.web, '/api/status')}`,
    ...lacking.map((component) => `  ${component.id} is ${component.state}: ${component.reason}`),
    'Copy something, then: ./hub history    Stop: Ctrl-C',
  ];
}
