import { useSyncExternalStore } from 'react';
import { lastSeen, subscribe } from './hub.ts';

function isConnected(): boolean {
  const { view, isLost } = lastSeen();
  return !isLost && view?.connection.state === 'connected';
}

/** Whether the core answers: what failed while it did not is worth another try once it does. */
export function useConnected(): boolean {
  return useSyncExternalStore(subscribe, isConnected);
}
