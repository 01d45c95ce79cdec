import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../test/harness/effort.ts';
import { secretExample, seeded } from '../../../test/harness/secret-examples.ts';
import type { KnownText } from './known-texts.ts';
import { findersFor, markOf, redactionBy } from './redactor.ts';
import { textRules } from './rules.ts';

const known: readonly KnownText[] = [
  { rule: 'your-word', text: 'Bluebird', isWhole: false },
  { rule: 'workspace-path', text: '/data/Customer Müller', isWhole: true },
  { rule: 'home-path', text: '/srv/people/ann', isWhole: true },
  { rule: 'user-name', text: 'ann', isWhole: true },
  { rule: 'host-name', text: 'anns-laptop', isWhole: true },
];
const redact = redactionBy(findersFor(known));
const textOf = (text: string): string => redact(text).text;

describe('a redacted text', () => {
  const cases: readonly (readonly [what: string, text: string, expected: string])[] = [
    ['has no name of the user, whatever its case', 'ANN asked Ann', '[user-name] asked [user-name]'],
    ['keeps words that contain the name', 'annual planning', 'annual planning'],
    ['has no word that the user named, also within others', 'ProjectBLUEBIRDs', 'Project[your-word]s'],
    ['has no known path, with blanks in it', 'cannot write /data/Customer Müller/a.txt', 'cannot write [workspace-path]/a.txt'],
    ['has no known path as an address writes it', 'file:///data/Customer%20M%C3%BCller/a', 'file://[workspace-path]/a'],
    ['has no known path as JSON writes it', JSON.stringify({ at: 'C:\\Users\\ann\\x' }), '{"at":"C:[other-path]"}'],
    ['has no path of another home', 'open /home/bob/secret plan.txt', 'open [other-path] plan.txt'],
    ['has no mail address', 'to jo.doe+x@mail.example.org.', 'to [mail-address]'],
    ['has no mail address in an address', 'mail%3Ajo%40example.org', '[mail-address]'],
    ['has no IPv4 address, and keeps its port', 'from 192.168.1.20:5001', 'from [ip-address]:5001'],
    ['keeps the addresses that every machine has', '127.0.0.1 0.0.0.0 ::1', '127.0.0.1 0.0.0.0 ::1'],
    ['has no IPv6 address', 'at fe80::1ff:fe23:4567:890a, 2001:db8:0:0:0:0:0:1.', 'at [ip-address], [ip-address].'],
    ['has no IPv6 address with an IPv4 one in it', '::ffff:10.0.0.7', '[ip-address]'],
    ['keeps times, versions and digests', '12:30:45.123 26.10.0 a1b2c3d4e5f6', '12:30:45.123 26.10.0 a1b2c3d4e5f6'],
    ['keeps names of programs with colons', 'std::add', 'std::add'],
    ['has no MAC address', 'eth0 00:1a:2B:3c:4d:5e up', 'eth0 [mac-address] up'],
    ['has no query of an address', 'https://example.org/p?q=my+plan&x=1#top next', 'https://example.org/p[address-query] next'],
    ['has no user of an address, which is like a mail address', 'ftp://jo:pw@example.org/f', 'ftp://[address-user]/f'],
    ['has no query with signs in it', 'GET http://a.example/?q=(one),[two];three|four', 'GET http://a.example/[address-query]'],
  ];
  for (const [what, text, expected] of cases) it(what, () => assert.equal(textOf(text), expected));

  it('has no line with a secret, and keeps the others', () => {
    const token = secretExample('gitlab_token', seeded(7));
    assert.equal(textOf(`first\nuse ${token} here\nlast`), 'first\n[secret]\nlast');
    assert.equal(textOf(`before\n${secretExample('private_key', seeded(7))}\nafter`).includes('BEGIN'), false);
  });

  it('is counted by rule', () => {
    assert.deepEqual(redact('ann on anns-laptop, ann@example.org, 10.1.2.3').counts, {
      'user-name': 2,
      'host-name': 1,
      'mail-address': 1,
      'ip-address': 1,
    });
  });
});

test('places that overlap are taken out together', () => {
  const { text } = redact('https://ann:bluebird@anns-laptop/?mail=ann@example.org');
  assert.equal(text, 'https://[address-user]/[address-query]');
});

test('a finder that throws ends the redaction', () => {
  const broken = redactionBy([
    () => {
      throw new Error('broken');
    },
  ]);
  assert.throws(() => broken('anything'), /broken/);
});

test('nothing known is left in any text around it, and the rest of the text stays', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (before, after) => {
      const { text } = redact(`${before} bluebird ${after}`);
      assert.ok(!text.toLowerCase().includes('bluebird'));
    }),
    { numRuns: runs(1_000) },
  );
});

test('a text without anything to take out stays as it is', () => {
  const plain = 'component ended, code 9, after 1200 ms\n';
  assert.deepEqual(redact(plain), { text: plain, counts: {} });
});

test('a mark is no text that JSON or HTML writes differently', () => {
  for (const rule of Object.keys(textRules) as (keyof typeof textRules)[]) assert.match(markOf(rule), /^\[[a-z-]+\]$/);
});

test('twice the text takes about twice the time, whatever is in it', () => {
  const awkward = [
    'a@',
    '%40',
    '1.',
    ':',
    '::',
    '://',
    'x://a?',
    '/home/',
    '00:',
    'ann ',
    'bluebirdbluebir',
    'password=',
    '@',
    '0',
    'İ',
    '-----BEGIN ',
  ];
  for (const unit of awkward) {
    const [short, long] = [unit.repeat(30_000 / unit.length), unit.repeat(120_000 / unit.length)];
    const timeOf = (text: string): number => {
      const times = [1, 2, 3].map(() => {
        const start = process.threadCpuUsage();
        redact(text);
        return process.threadCpuUsage(start).user / 1_000;
      });
      return Math.min(...times);
    };
    timeOf(short);
    // Four times the text: quadratic would be sixteen times the time.
    assert.ok(timeOf(long) < 10 * timeOf(short) + 50, unit);
  }
});
