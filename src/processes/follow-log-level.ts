/** How detailed the log of a process is: as its document says now (§2.4), unless `HUB_DEBUG` asks for details. */
import type { Log } from '../base/log.ts';
import type { LoggingDocument } from '../contract/documents/python-core-logging.ts';
import type { Places } from '../platform/locations.ts';
import { openHubDocument } from './documents.ts';

/** Sets the level, now and whenever the document changes, until it is disposed of. */
export function followLogLevel({
  places,
  log,
  debug,
}: {
  readonly places: Places;
  readonly log: Log;
  readonly debug: boolean;
}): Disposable {
  const set = ({ level }: LoggingDocument): void => log.setLevel(debug ? 'DEBUG' : level === 'WARNING' ? 'WARN' : level);
  const document = openHubDocument('python-core-logging', { places, log }, set);
  set(document.value);
  return document;
}
