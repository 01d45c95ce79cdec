/** A fake of `PeerUser`: the test decides who connects. */
import type { PeerUser, PeerVerdict } from '../../src/platform/peer-user/interface.ts';

export interface FakePeerUser extends PeerUser {
  /** The verdict of the next questions. */
  verdict: PeerVerdict;
  /** How many questions were asked. */
  asked: number;
  /** The program of everybody who connects. */
  program: string | null;
}

export function fakePeerUser(verdict: PeerVerdict = 'same-user'): FakePeerUser {
  const fake: FakePeerUser = {
    verdict,
    asked: 0,
    program: null,
    programOf: async () => fake.program,
    judge: async () => {
      fake.asked += 1;
      return fake.verdict;
    },
  };
  return fake;
}
