import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tooLate } from './deadline.ts';
import { DiskQuestions } from './disk-questions.ts';

function rig(mostOpen: number) {
  const questions = new DiskQuestions(mostOpen);
  const asked: string[] = [];
  const answers = new Map<string, () => void>();
  const hang = (path: string, withinMs = 1): Promise<unknown> =>
    questions.ask(
      path,
      () => {
        asked.push(path);
        return new Promise((resolve) => answers.set(path, () => resolve('there')));
      },
      withinMs,
    );
  const well = (path: string): Promise<unknown> => {
    return questions.ask(path, async () => {
      asked.push(path);
      return 'there';
    });
  };
  const answer = async (path: string): Promise<void> => {
    answers.get(path)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { asked, hang, well, answer };
}

test('a path that hangs is waited for once, and no more than the limit are asked, whoever asks', async () => {
  const { asked, hang, well, answer } = rig(2);
  assert.equal(await hang('/a'), tooLate);
  assert.equal(await well('/there'), 'there');
  assert.equal(await well('/a'), tooLate);
  assert.equal(await hang('/b'), tooLate);
  assert.equal(await well('/there'), tooLate);
  assert.deepEqual(asked, ['/a', '/there', '/b']);
  await answer('/a');
  assert.equal(await well('/there'), 'there', 'a disk that responds at last makes room for another');
  assert.equal(await well('/a'), 'there');
});

test('questions at the same moment wait for each other, also about one path', async () => {
  const { well } = rig(2);
  const paths = ['/a', '/a', '/b', '/c', '/d', '/a'];
  assert.deepEqual(await Promise.all(paths.map(well)), Array(6).fill('there'));
});

test('a question that is refused makes room as well', async () => {
  const questions = new DiskQuestions(1);
  await assert.rejects(
    questions.ask('/a', () => Promise.reject(new Error('refused'))),
    /refused/,
  );
  assert.equal(await questions.ask('/b', async () => 'there'), 'there');
});
