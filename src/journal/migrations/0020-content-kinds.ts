/** Searches find copies by what they are for people, which is in the index of what is indexed from now on: all blocks are indexed again, behind the copies. */
export const contentKinds = `
INSERT INTO unindexed_blocks SELECT DISTINCT id / 32, 1 FROM fragments WHERE id BETWEEN 1 AND ${Number.MAX_SAFE_INTEGER}
  ON CONFLICT (block) DO UPDATE SET times = iif(typeof(times) = 'integer' AND times BETWEEN 0 AND 9007199254740990, times, 0) + 1;
`;
