/** What the pictures show. Recognition was not tuned on any of these texts, nor on the fonts that they are shown in. */

export const prose = [
  'The Romans salted fish along this coast, and the vats that they cut into the rock can still be seen at low water. Their walls are as smooth as plaster.',
  'In 1847 a storm took the bridge, two mills and the road to Quarley; "nobody", wrote the vicar, "was drowned, God be thanked, but Mr. Oxley\'s pig."',
  'Today some 3,250 people live in the valley (about 12% fewer than in 1990). Buses run hourly from 6:15 to 21:45, except on Sundays and on 1 January.',
];

export const python = `class LineIterator:
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

export const c = `static int read_all(int fd, char *buf, size_t len) {
    size_t got = 0;
    while (got < len) {
        ssize_t n = read(fd, buf + got, len - got);
        if (n == -1 && errno == EINTR) continue;
        if (n <= 0) return n ? -errno : -EIO;
        got += (size_t)n;
    }
    return got == len && buf[0] != 'l' ? 0 : 1; /* Il1|O0 */
}`;

export const typescript = `const byName = new Map<string, Item[]>();
for (const { name, size = 0 } of items) {
  const list = byName.get(name) ?? [];
  if (size > 1024 ** 2 || !list.every((i) => i.ok)) {
    throw new RangeError(\`\${name}: \${size} > 1 MiB\`);
  }
  byName.set(name, [...list, { name, size }]);
}
export const total = [...byName.values()].flat().length;`;

export const terminal = `$ ls -l /var/log | head -5
total 1840
-rw-r----- 1 root adm   128012 Oct 14 06:25 auth.log
-rw-r--r-- 1 root root   41203 Oct 11 19:02 dpkg.log
drwxr-xr-x 2 root root    4096 Sep  1 00:00 nginx
$ grep -c 'error' /var/log/syslog
17
$ ping -c1 10.0.0.1
64 bytes from 10.0.0.1: icmp_seq=1 ttl=64 time=0.412 ms`;

/** Rows of a window: labels, values and buttons, with the room of columns between them. */
export const settings: readonly (readonly string[])[] = [
  ['Network', 'Wi-Fi', 'Bluetooth', 'Display', 'Sound'],
  ['Connection', 'Automatic (DHCP)', 'Change...'],
  ['IPv4 address', '192.168.17.204', 'Copy'],
  ['Link speed', '866/780 Mbps', 'Details'],
  ['Share this connection', 'Off', 'Learn more'],
  ['Cancel', 'Apply', 'OK'],
];
