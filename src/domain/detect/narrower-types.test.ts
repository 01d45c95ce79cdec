import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { surerBySigns, withoutSignless } from './narrower-types.ts';
import { sampleOf } from './text-sample.ts';

/** What remains of claims for these types, most likely first. */
function told(text: string, ...types: readonly string[]): readonly string[] {
  const sample = sampleOf(text);
  assert.ok(sample !== null);
  const claims = types.map((typeId, place) => ({ typeId, confidence: 0.9 - place / 10 }));
  const [first] = withoutSignless(sample, claims);
  assert.ok((first?.confidence ?? 0) >= 0.9);
  return withoutSignless(sample, claims).map(({ typeId }) => typeId);
}

describe('a type that narrows a plainer one', () => {
  test('is kept if the text has a sign of its own', () => {
    assert.equal(told('const a = <Card size={1} />;', 'tsx', 'typescript')[0], 'tsx');
    assert.equal(told('return (\n  <div>\n    {name}\n', 'jsx', 'javascript')[0], 'jsx');
    assert.equal(told('<template>\n  <p>{{ a }}</p>\n', 'vue', 'html')[0], 'vue');
    assert.equal(told('{#if a}\nb\n{/if}', 'svelte', 'html')[0], 'svelte');
    assert.equal(told('$a: 1px;\n.b { margin: $a; }', 'scss', 'css')[0], 'scss');
    assert.equal(told('.a {\n  .b { margin: 0; }\n}', 'less', 'css')[0], 'less');
    assert.equal(told('__global__ void add(int *a) {}', 'cuda', 'cpp')[0], 'cuda');
    assert.equal(told('>>> 1 + 1\n2', 'pythonsession', 'python')[0], 'pythonsession');
  });

  test('otherwise becomes the most likely plainer type, or the first of them', () => {
    assert.deepEqual(told('const a: number = 1;\nif (a < b && b > c) run();', 'tsx', 'javascript', 'typescript'), [
      'javascript',
      'typescript',
      'tsx',
    ]);
    assert.equal(told('interface A<T> { b: T; }', 'tsx', 'go')[0], 'typescript');
    assert.equal(told('const count = ref(0);', 'vue', 'rust', 'typescript')[0], 'javascript');
    assert.equal(told('const count: number = ref(0);', 'vue', 'rust', 'typescript')[0], 'typescript');
    assert.equal(told('.a { margin: 0; }\n.b { color: red; }', 'scss', 'less')[0], 'css');
    assert.equal(told('template <typename T>\nT most(T a, T b) { return a > b ? a : b; }', 'cuda', 'c', 'cpp')[0], 'cpp');
    assert.equal(told('int most(int a, int b) { return a > b ? a : b; }', 'cuda', 'c', 'cpp')[0], 'c');
    assert.equal(told('import os\nprint(1)', 'pythonsession')[0], 'python');
    assert.equal(told('server {\n  location / {\n    try_files $uri $uri/ =404;\n  }\n}', 'perl')[0], 'txt');
    assert.equal(told('my %named = map { $_ => 1 } @list;', 'perl')[0], 'perl');
    assert.equal(told('def tide(height: float) -> Tide:\n    return Tide(height)', 'bazel', 'python')[0], 'python');
    assert.equal(told('def tide(self, height):\n    return self.tides[height]', 'bazel', 'python')[0], 'python');
    const documented =
      'def tide(ctx):\n    """Makes tides\n    with the tools of the harbour\n    import of charts, while class A\n    """\n    self = struct(a = 1)\n    return self.a';
    assert.equal(told(documented, 'bazel', 'python')[0], 'bazel');
    assert.equal(told('with open(path) as file:\n    text = file.read()', 'bazel', 'python')[0], 'python');
    assert.equal(told('def _impl(ctx):\n    return [DefaultInfo()]', 'bazel', 'python')[0], 'bazel');
    assert.equal(told("function tide(height) {\n  const HIGH = '[a-z]';\n", 'clojure', 'javascript')[0], 'javascript');
    assert.equal(told('(defn tide [height]\n  (* 2 height))', 'clojure', 'javascript')[0], 'clojure');
    assert.equal(told('Heights of tides by harbour,\nin metres', 'clojure', 'javascript')[0], 'clojure', 'out of its documentation');
  });

  test('leaves all other claims unchanged', () => {
    assert.deepEqual(told('x', 'rust', 'tsx'), ['rust', 'javascript', 'tsx']);
    assert.deepEqual(told('x', 'rust', 'python'), ['rust', 'python']);
  });
});

describe('confidence', () => {
  const claims = (text: string, ...all: readonly (readonly [typeId: string, confidence: number])[]) => {
    const sample = sampleOf(text);
    assert.ok(sample !== null);
    return withoutSignless(
      sample,
      all.map(([typeId, confidence]) => ({ typeId, confidence })),
    );
  };

  test('that similar types shared belongs to the one that is left', () => {
    const [first] = claims(
      'const x = list.map((one) => one.id);\nlog(x);',
      ['typescript', 0.3],
      ['markdown', 0.3],
      ['javascript', 0.25],
      ['html', 0.1],
    );
    assert.equal(first?.typeId, 'javascript');
    assert.equal(first?.confidence.toFixed(2), '0.95');
    const [java] = claims('class Node {\n  int value;\n}', ['d', 0.3], ['cpp', 0.25], ['java', 0.2]);
    assert.deepEqual([java?.typeId, java?.confidence.toFixed(2)], ['java', '0.75']);
  });

  test('of a type that the model knows by something else stays', () => {
    const text = "import { thing } from './thing.js';\nthing();";
    assert.equal(claims(text, ['typescript', 0.9], ['javascript', 0.05])[0]?.typeId, 'typescript');
    assert.equal(claims(text, ['typescript', 0.7], ['javascript', 0.2])[0]?.typeId, 'javascript');
  });

  test('makes code of what was plain text only if its lines end as code does', () => {
    const shares = [
      ['txt', 0.3],
      ['typescript', 0.3],
      ['javascript', 0.3],
    ] as const;
    assert.equal(claims('run(a);\nrun(b);', ...shares)[0]?.typeId, 'javascript');
    assert.equal(claims('run with a friend\nrun (with b)', ...shares)[0]?.typeId, 'txt');
  });

  test('of settings is not taken from what has a sign of them', () => {
    for (const text of [
      'host: localhost\nport: 80',
      'Type: x\nList:\n  - a',
      'BasedOnStyle: LLVM',
      'Debug: true',
      '- Name: x',
      'my.key: 1',
    ])
      assert.equal(claims(text, ['yaml', 0.6], ['txt', 0.2])[0]?.typeId, 'yaml', text);
    for (const text of ['Total: 12.30 EUR', 'Name: Ann\nPhone: 030 123', 'Montant total : 45,00 €'])
      assert.equal(claims(text, ['yaml', 0.6], ['txt', 0.2])[0]?.typeId, 'txt', text);
  });
});

test('a sign that hardly another type has makes the most likely type sure, in code alone', () => {
  const first = (text: string, typeId: string, confidence = 0.4) => {
    const sample = sampleOf(text);
    assert.ok(sample !== null);
    return surerBySigns(sample, [{ typeId, confidence }])[0]?.confidence;
  };
  assert.equal(first('std::sort(all.begin(), all.end());', 'cpp'), 0.85);
  assert.equal(first('std::sort(all.begin(), all.end());', 'cpp', 0.9), 0.9);
  assert.equal(first('const x = list.map(one);\nconsole.log(x);', 'javascript'), 0.85);
  assert.equal(first('if (a === b) {\n  return;\n}', 'javascript'), 0.85);
  assert.equal(first('export declare function tideAt(height: number): Tide;', 'typescript'), 0.85);
  assert.equal(first('print(a);\n', 'javascript'), 0.4);
  assert.equal(first('We use std::sort for this,\nas you know', 'cpp'), 0.4);
  assert.equal(first('// ======\nfoo(a);', 'javascript'), 0.4);
});
