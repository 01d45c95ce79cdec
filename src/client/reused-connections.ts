/** Connections to the bridge that are used again. Each new one costs the core a look at who is at its other end, for which a letter in a search should not wait. */
import { Agent } from 'node:http';

export class ReusedConnections extends Agent implements Disposable {
  constructor() {
    super({ keepAlive: true, maxFreeSockets: 1 });
  }

  [Symbol.dispose](): void {
    this.destroy();
  }
}
