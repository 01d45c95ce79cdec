import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { calibratedConfidence, modelOf, shippedModel } from './model.ts';
import { fileType, isTextType } from './types.ts';
import { parseWeights, readWeights, type Weights } from './weights.ts';

/** Two types, a minimal hidden layer, and no feature that a text could have. */
const blind: Weights = {
  types: ['python', 'ruby'],
  hidden: 8,
  features: 0,
  calibration: [],
  abstainBelow: [0, 0],
  vocabulary: new Int32Array(0),
  rowScales: new Float32Array(0),
  rows: new Uint8Array(0),
  hiddenBias: new Float32Array(8),
  output: new Float32Array(16),
  outputBias: new Float32Array(2),
};

describe('the model', () => {
  test('returns nothing for a text without known features', () => {
    assert.deepEqual(modelOf(blind).rank('def f(): pass'), []);
  });

  test('ranks types by likelihood, with falling confidences from 0 to 1', () => {
    const claims = shippedModel().rank('fn main() {\n    let mut total: u32 = 0;\n    println!("{}", total);\n}\n');
    assert.equal(claims[0]?.typeId, 'rust');
    const confidences = claims.map(({ confidence }) => confidence);
    assert.deepEqual(
      confidences,
      confidences.toSorted((a, b) => b - a),
    );
    for (const confidence of confidences) assert.ok(confidence >= 0 && confidence <= 1);
  });

  test('prefers plain text to a type below its threshold, and lists that type second', () => {
    const careful = readWeights();
    const text = 'fn main() {\n    let mut total: u32 = 0;\n}\n';
    const [first, second] = modelOf({ ...careful, abstainBelow: careful.types.map(() => 1.1) }).rank(text);
    assert.deepEqual([first?.typeId, second?.typeId], ['txt', 'rust']);
    assert.ok((first?.confidence ?? 1) <= 0.3);
  });
});

test('confidence is interpolated in the table for texts with that many known features', () => {
  const calibration = [
    { ofPlain: false, below: 10, said: [0.2, 0.6], right: [0.1, 0.3] },
    { ofPlain: true, below: 10, said: [0, 1], right: [0.8, 0.8] },
    { ofPlain: false, below: 100, said: [0.5, 1], right: [0.5, 0.9] },
  ];
  const right = (known: number, said: number): number => calibratedConfidence(calibration, { known, said, isPlain: false });
  assert.equal(calibratedConfidence(calibration, { known: 5, said: 0.5, isPlain: true }), 0.8);
  assert.equal(right(5, 0.1), 0.1);
  assert.ok(Math.abs(right(5, 0.4) - 0.2) < 1e-9);
  assert.equal(right(5, 0.99), 0.3);
  assert.ok(Math.abs(right(50, 0.75) - 0.7) < 1e-9);
  assert.equal(right(5_000, 1), 0.9);
});

describe('the file of weights', () => {
  const file = readFileSync(new URL('./types.weights', import.meta.url));

  test('has at most 4 MB, and only text types of the table, at least 120 of them', () => {
    assert.ok(file.length <= 4_000_000);
    const { types } = parseWeights(file);
    assert.ok(types.length >= 120);
    for (const type of types) assert.ok(fileType(type) !== null && isTextType(type), type);
  });

  test('is refused if it is cut short or is another file', () => {
    assert.throws(() => parseWeights(file.subarray(0, 1_000_000)), RangeError);
    assert.throws(() => parseWeights(Buffer.from('PNG and more bytes than the name has')), RangeError);
    assert.throws(() => parseWeights(new Uint8Array(0)), RangeError);
  });
});

test('the rest of a long text is read if its beginning leaves a doubt, and only then', () => {
  const { rank } = shippedModel();
  const comment = '# one of many words that say nothing of a language, and some more of them\n'.repeat(20);
  const ruby =
    "require 'set'\n\nclass Shelf\n  attr_reader :books\n\n  def add(book)\n    @books << book unless @books.include?(book)\n  end\nend\n";
  assert.notEqual(rank(comment)[0]?.typeId, 'ruby');
  assert.equal(rank(comment + ruby.repeat(20))[0]?.typeId, 'ruby');
  const clear = ruby.repeat(20);
  assert.deepEqual(rank(`${clear}${'SELECT name FROM shelf;\n'.repeat(40)}`), rank(`${clear}${'x = 1\n'.repeat(160)}`));
});
