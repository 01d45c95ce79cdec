import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runs } from '../../../test/harness/effort.ts';
import { copiedSecret, secretExample, seeded } from '../../../test/harness/secret-examples.ts';
import { familiesOfText } from '../../contract/secret-families.ts';
import { hasCrc32 } from './checksums.ts';
import { findSecret } from './find-secret.ts';

describe('a secret', () => {
  for (const family of familiesOfText) {
    test(`of the family ${family} is found in 99 of 100 copies`, () => {
      const random = seeded(7);
      const count = runs(1_000);
      let missed = 0;
      for (let at = 0; at < count; at += 1) if (findSecret(copiedSecret(secretExample(family, random), random)) === null) missed += 1;
      assert.ok(missed <= count / 100, `${missed} of ${count} missed`);
    });
  }

  test('is named by its own family if it is alone', () => {
    const random = seeded(11);
    const wrong = familiesOfText.filter((family) => findSecret(secretExample(family, random)) !== family);
    assert.deepEqual(wrong, []);
  });

  test('of an allowed family is passed over, and another one beside it is found', () => {
    const random = seeded(3);
    const [github, slack] = [secretExample('github_token', random), secretExample('slack_token', random)];
    assert.equal(findSecret(github, ['github_token']), null);
    assert.equal(findSecret(`${github}\n${slack}`, ['github_token']), 'slack_token');
  });
});

test('the checksum of GitHub is the one in its own example', () => {
  assert.ok(hasCrc32('zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17'));
  assert.ok(!hasCrc32('zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq18'));
});

test('what only resembles a secret is left alone', () => {
  const ordinary = [
    'the key ghp_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq18', // its checksum is wrong, and it is not alone
    'AKIAIOSFODNN7EXAMPLE',
    'ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    'pk_live_TYooMQauvdEDq54NiTphI7jx',
    '-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----',
    '-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQswCQYDVQQGEwJJ\n-----END CERTIFICATE-----',
    'postgres://user:password@localhost/db',
    `postgres://${'$'}{USER}:${'$'}{PASSWORD}@localhost/db`,
    'https://github.com/user/repo@v1.2.3',
    'password = getpass.getpass()',
    'const password = process.env.DB_PASSWORD;',
    'password: string;',
    '"token": "YOUR_TOKEN_HERE"',
    `secret: ${'$'}{{ secrets.NPM_TOKEN }}`,
    'Authorization: Bearer <token>',
    'order 4111111111111111 of 3', // it may be any number: no groups, and no word for a card
    '4111 1111 1111 1112', // the check digit is wrong
    'DE89 3704 0044 0532 0130 00',
    'sha512-WgPz4uIuWqdsqLhGYvFsCGxJq4y1eHcmyLlFAOSZfx1nOVwKVYZs1hTk2jAIaDDSzvhmHdbR6Bj8SVBrF4SaZQ==',
    '9ab6fdd0-3d2e-4b5c-8c56-4c7f5f8e3c11',
    'd41d8cd98f00b204e9800998ecf8427e',
    "const STORAGE_KEY = 'myapp_user_prefs_v2_2024';",
    'storageKey: "hub.settings.v2.window-state-2"',
    'password=newPassword1;',
    '"nextPageToken": "CiAKGjBpNDd2Nmp2Zml2cXRwYjBpOXA1", "continuation_token": "eyJwYWdlIjoyLCJvZmZzZXQiOjUwfQ1x2y3z"',
  ];
  for (const text of ordinary) assert.equal(findSecret(text), null, text);
});

test('names of branches, classes and files that begin as a token does are no secrets', () => {
  for (const text of [
    'git checkout sk-admin-remove-unused-columns-from-the-customer-table',
    'https://github.com/acme/portal/tree/sk-admin-remove-unused-columns-from-the-customer-table',
    'feature/sk-admin-support-for-x86-64-and-4x4-grids-in-the-customer-table',
    '.sk-proj-card__header--with-image-and-long-title-text',
    '.sk-proj-cardHeaderH2-withImageAndLongTitleText-forThePortal',
    'sk-proj-harbour-office-renovation-phase-two-planning-2026',
    'sk-ant-task01-remove-unused-columns-from-the-customer-table',
    'gldt-remove-unused-columns-from-the-table',
    'fo1_remove_unused_columns_from_the_customer_table',
    'hvs.remove-unused-columns-from-the-table',
    'figd_the-quick-brown-fox-jumps-over-lazy-dogs',
    'sb_secret_the-quick-brown-fox-jumps-over-him',
    'ya29.removeUnusedColumns-fromTheCustomer-table-now',
  ])
    assert.equal(findSecret(text), null, text);
});

test('a key of OpenAI without its usual mark in it is found', () => {
  const random = 'kT9vQ2mX7bR4nL8wZ1cY6dF3hJ5pS0aG';
  for (const kind of ['proj', 'svcacct', 'admin'])
    for (const text of [`sk-${kind}-${random}_${random}`, `sk-${kind}-7c1e9fa04b3d58e26d90ab47c3f81e5d7c1e9fa04b3d58e2`])
      assert.equal(findSecret(`export KEY ${text}`), 'openai_key', text);
});

test('such a key of small letters and digits, or of hexadecimal digits, is found in 99 of 100 copies', () => {
  const random = seeded(5);
  const count = runs(2_000);
  for (const [kind, signs, length] of [
    ['svcacct', 'abcdefghijklmnopqrstuvwxyz0123456789', 48],
    ['proj', '0123456789abcdef', 40],
  ] as const) {
    const keys = Array.from(
      { length: count },
      () => `sk-${kind}-${Array.from({ length }, () => signs[Math.floor(random() * signs.length)]).join('')}`,
    );
    const missed = keys.filter((key) => findSecret(key) === null);
    assert.ok(missed.length <= count / 100, `${missed.length} of ${count} missed: ${missed[0]}`);
  }
});

test('a password as Apple’s devices choose it is found where a name says that it is a secret, although it looks like words', () => {
  for (const password of ['Dubnyx-zywRia-qaxme7', 'dubNyx-zywria-qaxme7', 'dubnyx-zywRi0-qaxmer', 'kefboP2-tyzra-hyqsex'])
    for (const name of ['auth_token', 'api_key', 'password'])
      assert.equal(findSecret(`${name}=${password}`), 'password', `${name} ${password}`);
});

test('a password in a connection string is found wherever it stands in it', () => {
  for (const text of [
    'Server=db;Database=shop;User Id=sa;Password=q8Zr2vT5wLx1;Encrypt=true',
    '"Server=db; Uid=sa; Pwd=q8Zr2vT5wLx1;"',
    'new SqlConnection("Server=db;Password=q8Zr2vT5wLx1")',
  ])
    assert.equal(findSecret(text), 'password', text);
});

test('a password is found by its German and Chinese names, and after -p of mysql', () => {
  for (const text of [
    'Passwort: Sommer2024!geheim',
    'Benutzer: maria\nKennwort: Xk29dkW0sl\n',
    'PASSWORT=Xk29dkW0sl8Q',
    'db_passwort = "Xk29dkW0sl8Q"',
    '<Kennwort>Xk29dkW0sl8Q</Kennwort>',
    'Password：Xk29dkW0sl8Q',
    '密码:Zx9!kkQ2pp',
    '用户名：maria，密码：Zx9!kkQ2pp，请勿外传',
    '登录密码是 Zx9!kkQ2pp。',
    '密碼：Zx9!kkQ2pp',
    '"口令": "Zx9!kkQ2pp",',
    'mysql -u root -pXk29dkW0sl8Q',
    "$ mysqldump -h db -u root -p'Xk29dkW0sl8Q' shop > shop.sql",
    'mariadb -uroot -pXk29dkW0sl8Q shop',
  ])
    assert.equal(findSecret(text), 'password', text);
});

test('the same names with words, examples and questions after them are left alone', () => {
  for (const text of [
    'Passwort: vergessen?',
    'Passwort: Kennwort123',
    'Kennwort: MusterPasswort1',
    'Antwort: Xk29dkW0sl8Q',
    'passwort = benutzer.passwort;',
    'Das Passwort muss mindestens 8 Zeichen haben: a-z, A-Z, 0-9',
    '密码：8-16位字母和数字',
    '密码: getPassword(user1)',
    '密码：password123',
    '密码错误 Zx9!kkQ2pp',
    '口令 = /etc/ssl/Zx9kkQ2pp',
    'mysql -u root -p shop2024',
    'mysql -u root -p$MYSQL_PASSWORD shop',
    'mysql -u root -p"$PASSWORD"',
    'docker run --name mysql -p 3306:3306 -p33060:33060 mysql:8',
    'apt install mysql-server -phpmyadmin4',
    'mysql is on port -p12345678',
  ])
    assert.equal(findSecret(text), null, text);
});

test('a card number is found in the groups of a card, alone, or beside a word for it', () => {
  for (const text of [
    '4111 1111 1111 1111',
    '4111-1111-1111-1111',
    '4111111111111111',
    ' 378282246310005\n',
    'Visa card 4111111111111111, exp 12/29',
    'amex 3782 822463 10005',
    '4111 1111 1111 1111 12/29 123',
    '4111111111111111 1/29',
  ])
    assert.equal(findSecret(text), 'payment_card', text);
});

test('passwords before a command, in curl, .netrc and XML, tokens in a patch and keys in a program are found', () => {
  const key = Array.from({ length: 5 }, (_, at) => `"MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7vr${at}Zq\\n" +`).join('\n  ');
  const token = secretExample('github_token', seeded(7));
  for (const [text, family] of [
    ['PGPASSWORD=kT9vQ2mX7pLz psql -h db.example.org -U admin', 'password'],
    ['curl -u maria:kT9vQ2mX7pLz https://api.example.org/v1', 'authorization'],
    ["curl -s --user 'maria:kT9vQ2mX7pLz' https://api.example.org/v1", 'authorization'],
    ['machine ftp.example.org login maria password kT9vQ2mX7pLz', 'password'],
    ['machine ftp.example.org\n  login maria\n  password kT9vQ2mX7pLz\n', 'password'],
    ['<server><id>a</id><password>kT9vQ2mX7pLz</password></server>', 'password'],
    [`--- a/.env\n+++ b/.env\n@@ -1 +1 @@\n+${token}\n`, 'github_token'],
    [`const key = "-----BEGIN PRIVATE KEY-----\\n" +\n  ${key}\n  "-----END PRIVATE KEY-----\\n";`, 'private_key'],
    [
      JSON.stringify({ private_key: `-----BEGIN PRIVATE KEY-----\n${'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7vr'}\n` }),
      'private_key',
    ],
  ] as const)
    assert.equal(findSecret(text), family, text.slice(0, 60));
});

test('the same places with words, variables and examples in them are left alone', () => {
  for (const text of [
    'PASSWORD=changeme npm start',
    'PGPASSWORD=$SECRET psql',
    'curl -u user:password https://example.org',
    'curl -u "$USER:$TOKEN" https://example.org',
    'curl -X POST -d @file https://example.org',
    'machine learning login page password reset',
    'machine example.com login user password yourpassword',
    '<password>********</password>',
    ['<password>$', '{db.password}</password>'].join(''),
    '<label for="password">Password</label><input name="password">',
    'the token+value of each row',
  ])
    assert.equal(findSecret(text), null, text);
});
