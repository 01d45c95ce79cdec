/** The files that a component logs into (§4.6): its own, and the shared one. */
import path from 'node:path';
import type { ComponentId } from '../contract/components.ts';
import type { Places } from '../platform/locations.ts';

const fileNames: Partial<Record<ComponentId, string>> = { hub: 'Hub.App.log' };

/** The component's own file, then the shared one. */
export function logFiles(places: Places, id: ComponentId): readonly [own: string, common: string] {
  return [path.join(places.logs, fileNames[id] ?? `${id}.log`), path.join(places.logs, 'hub.log')];
}
