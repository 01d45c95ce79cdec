/** Code and terminals that are measured. Recognition was never tuned on any of them. */
import type { Sample } from './samples.ts';

const python = `class LineIterator:
    """Yields (number, line) pairs; skips blanks."""

    def __init__(self, path, *, limit=10_000):
        self.path = path
        self._count = 0
        self.limit = limit or 0x7FFF

    def __next__(self):
        if self._count >= self.limit:
            raise StopIteration
        line = self.file.readline()
        ok = line != '' and line[0] not in "#;|"
        self._count += 1 if ok else 0
        return {'n': self._count, "text": line.rstrip('\\n')}`;

const c = `static int read_all(int fd, char *buf, size_t len) {
    size_t got = 0;
    while (got < len) {
        ssize_t n = read(fd, buf + got, len - got);
        if (n == -1 && errno == EINTR) continue;
        if (n <= 0) return n ? -errno : -EIO;
        got += (size_t)n;
    }
    return got == len && buf[0] != 'l' ? 0 : 1; /* Il1|O0 */
}`;

const typescript = `const byName = new Map<string, Item[]>();
for (const { name, size = 0 } of items) {
  const list = byName.get(name) ?? [];
  if (size > 1024 ** 2 || !list.every((i) => i.ok)) {
    throw new RangeError(\`\${name}: \${size} > 1 MiB\`);
  }
  byName.set(name, [...list, { name, size }]);
}
const total = [...byName.values()].flat().length;`;

const rust = `impl<'a> Parser<'a> {
    pub fn next_token(&mut self) -> Result<Token, Error> {
        match self.bytes.get(self.pos) {
            Some(b'0'..=b'9') => self.number(10),
            Some(&c) if c.is_ascii_alphabetic() => Ok(self.word()),
            Some(b'"') | Some(b'\\'') => self.quoted(),
            None => Err(Error::Eof { line: self.line }),
            _ => {
                self.pos += 1;
                Ok(Token::Other)
            }
        }
    }
}`;

const sql = `SELECT c.id, c.name, COUNT(*) AS orders,
       ROUND(SUM(o.total) / 100.0, 2) AS spent
  FROM customers AS c
  LEFT JOIN orders AS o ON o.customer_id = c.id
 WHERE o.placed_at >= '2024-01-01'
   AND c.email NOT LIKE '%@example.org'
   AND o.status IN ('paid', 'sent')
 GROUP BY c.id, c.name
HAVING COUNT(*) > 5
 ORDER BY spent DESC, c.name
 LIMIT 20 OFFSET 40;`;

const html = `<form id="login" action="/session" method="post">
  <fieldset disabled>
    <legend>Sign in</legend>
    <label for="user">Name:</label>
    <input id="user" type="text" maxlength="64" required>
    <ul class="errors">
      <li data-code="E1021">Wrong password &amp; name</li>
    </ul>
    <button type="submit">Go &rarr;</button>
  </fieldset>
</form>`;

const listing = `$ ls -l /var/log | head -5
total 1840
-rw-r----- 1 root adm   128012 Oct 14 06:25 auth.log
-rw-r--r-- 1 root root   41203 Oct 11 19:02 dpkg.log
drwxr-xr-x 2 root root    4096 Sep  1 00:00 nginx
$ grep -c 'error' /var/log/syslog
17
$ ping -c1 10.0.0.1
64 bytes from 10.0.0.1: icmp_seq=1 ttl=64 time=0.412 ms`;

const changes = `user@host:~/project$ git status --short
 M src/index.ts
 M README.md
?? notes/todo.txt
user@host:~/project$ git log --oneline -3
4f9c1d7 Fix the parser for empty lines
b03e8aa Add tests (closes #214)
17d60fe Release v2.11.0
user@host:~/project$ df -h /
Filesystem      Size  Used Avail Use% Mounted on
/dev/nvme0n1p2  468G  211G  234G  48% /
user@host:~/project$ npm test
Tests:  2 failed, 148 passed, 150 total
Time:   6.218 s`;

export const measuredCode: readonly Sample[] = [
  code('Python', python),
  code('C', c),
  code('TypeScript', typescript),
  code('Rust', rust),
  code('SQL', sql),
  code('HTML', html),
  { kind: 'terminal', what: 'files and a network', language: 'eng', shows: listing.split('\n') },
  { kind: 'terminal', what: 'git, df and npm', language: 'eng', shows: changes.split('\n') },
];

function code(what: string, text: string): Sample {
  return { kind: 'code', what, language: 'eng', shows: text.split('\n') };
}
