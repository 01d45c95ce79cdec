import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tablesIn } from '../text-tables.ts';

function rowsIn(...lines: readonly string[]): readonly (readonly string[])[] {
  return tablesIn(lines.join('\n')).map(({ rows }) => rows.map((row) => row.map(({ text }) => text).join('|')));
}

test('columns with one blank between them have a cell each, as the output of df and ps', () => {
  const disks = [
    'Filesystem      Size  Used Avail Use% Mounted on',
    'udev            7.8G     0  7.8G   0% /dev',
    'tmpfs           1.6G  1.9M  1.6G   1% /run',
    '/dev/nvme0n1p2  468G  311G  134G  70% /',
  ];
  assert.deepEqual(rowsIn(...disks), [
    [
      'Filesystem|Size|Used|Avail|Use%|Mounted on',
      'udev|7.8G|0|7.8G|0%|/dev',
      'tmpfs|1.6G|1.9M|1.6G|1%|/run',
      '/dev/nvme0n1p2|468G|311G|134G|70%|/',
    ],
  ]);
  const processes = [
    'USER         PID %CPU    RSS TTY      STAT START   TIME COMMAND',
    'root           1  0.0  13248 ?        Ss   Nov29   0:04 /sbin/init',
    'root         412  0.0   6144 ?        Ss   Nov29   0:00 /lib/systemd/systemd-udevd',
    'anna        1203  1.2  98120 pts/0    Sl+  09:14   1:22 node bin/hub.ts start',
  ];
  assert.deepEqual(rowsIn(...processes)[0]?.at(-1), 'anna|1203|1.2|98120|pts/0|Sl+|09:14|1:22|node bin/hub.ts start');
});

test('without headings, one blank is between two columns behind values, or where there is more room in one line', () => {
  const files = [
    'drwxr-xr-x  5 anna anna  4096 Nov 12 10:14 docs',
    '-rw-r--r--  1 anna anna  1204 Nov 11 18:02 README.md',
    '-rwxr-xr-x 12 anna anna 22311 Oct  3  2025 run tests.sh',
  ];
  assert.deepEqual(rowsIn(...files), [
    [
      'drwxr-xr-x|5|anna anna|4096|Nov|12|10:14|docs',
      '-rw-r--r--|1|anna anna|1204|Nov|11|18:02|README.md',
      '-rwxr-xr-x|12|anna anna|22311|Oct|3|2025|run tests.sh',
    ],
  ]);
});

test('words that happen to stand below each other within a cell stay together', () => {
  const tables: readonly (readonly [lines: readonly string[], last: string])[] = [
    [['Ann Lee     Husum   4.2', 'Bob Ray     List    2.1', 'Tim Fox     Sylt    3.3'], 'Tim Fox|Sylt|3.3'],
    [['Ann Lee     Husum   sailor', 'Bob Ray     List    pilot', 'Tim Fox     Sylt    cook'], 'Tim Fox|Sylt|cook'],
    [['Start time   Room name   Seats', '08:00 AM     Room 12        30', '09:30 AM     Room 14        20'], '09:30 AM|Room 14|20'],
    [['Item name   Unit price   Stock', 'Blue rope   12.50 EUR       12', 'Deck lamp    7.25 EUR       40'], 'Deck lamp|7.25 EUR|40'],
    [['12 Main Street    Husum   4.2', '7 High Street     List    2.1', '45 Dock Street    Sylt    3.3'], '45 Dock Street|Sylt|3.3'],
  ];
  for (const [lines, last] of tables) assert.deepEqual([rowsIn(...lines).length, rowsIn(...lines)[0]?.at(-1)], [1, last]);
});

test('what is no table has no columns, whatever stands below each other in it', () => {
  assert.deepEqual(rowsIn('start   Run the server', 'stop    End the server', 'check   See the status'), []);
});

test('a column with few values is one, if there is more room than a blank before it', () => {
  const lines = ['Name    A B C   Note', 'ann     1 2 3', 'bob     4 5 6', 'cat     7 8 9   full', 'dan     1 3 5  '];
  assert.deepEqual(rowsIn(...lines)[0]?.slice(0, 1), ['Name|A|B|C|Note']);
});

test('a column that most rows have nothing in is part of the one before', () => {
  const lines = ['Unit   Load   State', 'a.x    ok x   on', 'b.x    ok     off', 'c.x    ok     on'];
  assert.deepEqual(rowsIn(...lines), [['Unit|Load|State', 'a.x|ok x|on', 'b.x|ok|off', 'c.x|ok|on']]);
});
