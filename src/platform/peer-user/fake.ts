/** A machine on which the test decides who connects. */
import type { PeerUser, PeerVerdict } from './interface.ts';

export interface FakePeerUser extends PeerUser {
  /** What each next question is answered with. */
  verdict: PeerVerdict;
  /** How often it was asked. */
  asked: number;
}

export function fakePeerUser(verdict: PeerVerdict = 'same-user'): FakePeerUser {
  const fake: FakePeerUser = {
    verdict,
    asked: 0,
    judge: async () => {
      fake.asked += 1;
      return fake.verdict;
    },
  };
  return fake;
}
