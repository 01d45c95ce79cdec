/** Whether a server accepts clients on its socket: that of one that has died remains, and accepts nobody. */
import { connect } from 'node:net';

const answersWithinMs = 1_000;

/** Never rejects. */
export function takesClients(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    const answer = (isThere: boolean) => () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(isThere);
    };
    const timer = setTimeout(answer(false), answersWithinMs);
    socket.once('connect', answer(true));
    socket.once('error', answer(false));
  });
}
