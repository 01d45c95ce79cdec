/** Made-up secrets of every family, by a seeded generator: each has the form and the checksum of a real one, and none of them is anybody's. */
import { createHash } from 'node:crypto';
import type { SecretFamily } from '../../src/contract/secret-families.ts';
import { crc32InBase62, passesLuhn } from '../../src/domain/secrets/checksums.ts';

/** A number from 0 to 1. */
export type Random = () => number;

/** The same numbers for the same seed (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const digits = '0123456789';
const alphanumeric = capitals + capitals.toLowerCase() + digits;
const alphabets = {
  n: digits,
  h: `${digits}abcdef`,
  H: `${digits}ABCDEF`,
  A: capitals,
  a: alphanumeric,
  w: `${alphanumeric}-_`,
  b: `${alphanumeric}+/`,
  s: `${capitals}234567`,
  x: capitals + digits,
  p: `${alphanumeric}!%*+=`,
  u: `${alphanumeric}!*+=._`,
} as const;

/** `#h32` stands for 32 hexadecimal digits, and so on by the table above. */
function filled(random: Random, pattern: string): string {
  return pattern.replaceAll(/#([nhHAawbsxpu])(\d+)/g, (_, alphabet: keyof typeof alphabets, count: string) =>
    Array.from({ length: Number(count) }, () => pick(random, [...alphabets[alphabet]])).join(''),
  );
}

export function pick<Each>(random: Random, all: readonly Each[]): Each {
  return all[Math.floor(random() * all.length)] as Each;
}

function withCrc(random: Random, prefix: string): string {
  const body = filled(random, '#a30');
  return `${prefix}${body}${crc32InBase62(body)}`;
}

const base64Url = (text: string): string => Buffer.from(text).toString('base64url');

function jsonWebToken(random: Random): string {
  const claims = { sub: filled(random, '#n10'), iat: 1_700_000_000 + Math.floor(random() * 1e8) };
  return `${base64Url('{"alg":"HS256","typ":"JWT"}')}.${base64Url(JSON.stringify(claims))}.${filled(random, '#w43')}`;
}

function privateKey(random: Random): string {
  const kind = pick(random, ['RSA ', 'EC ', 'OPENSSH ', '', 'ENCRYPTED ', 'DSA ']);
  const lines = Array.from({ length: 3 + Math.floor(random() * 20) }, () => filled(random, '#b64'));
  const armour = [`-----BEGIN ${kind}PRIVATE KEY-----`, ...lines, `-----END ${kind}PRIVATE KEY-----`];
  return random() < 0.3 ? JSON.stringify({ private_key: armour.join('\n') }) : armour.join('\n');
}

function card(random: Random): string {
  const start = pick(random, ['4#n14', '51#n13', '55#n13', '2221#n11', '37#n12', '6011#n11', '3530#n11', '4#n14']);
  const number = filled(random, start);
  const whole = [...digits].map((digit) => number + digit).find(passesLuhn) ?? '';
  if (random() < 0.4) return whole;
  const sign = pick(random, [' ', '-']);
  const groups = whole.length === 15 ? /^(.{4})(.{6})(.{5})$/ : /^(.{4})(.{4})(.{4})(.{4})$/;
  return (groups.exec(whole) ?? []).slice(1).join(sign);
}

/** Patterns, or functions where a pattern says too little. */
const makers: Readonly<Record<Exclude<SecretFamily, 'cleared_password'>, readonly (string | ((random: Random) => string))[]>> = {
  private_key: [privateKey, 'AGE-SECRET-KEY-1#x58'],
  github_token: [(random) => withCrc(random, pick(random, ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'])), 'github_pat_#a22_#a59'],
  gitlab_token: ['glpat-#w20', 'glrt-#w20', 'gldt-#w20', 'glptt-#h40'],
  bitbucket_token: ['ATBB#a24#H8', 'ATATT3#w184'],
  aws_access_key: ['AKIA#s16', 'ASIA#s16'],
  aws_secret_key: ['aws_secret_access_key = #b40', 'AWS_SECRET_ACCESS_KEY=#b40', '"SecretAccessKey": "#b40"'],
  azure_key: [
    '#w3#n1Q~#w33',
    'DefaultEndpointsProtocol=https;AccountName=store;AccountKey=#b86==;EndpointSuffix=core.windows.net',
    'Endpoint=sb://a.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=#b43=',
  ],
  google_key: ['AIza#w35', 'GOCSPX-#w28', 'ya29.#w120'],
  alibaba_key: ['LTAI#a20'],
  digitalocean_token: ['dop_v1_#h64', 'doo_v1_#h64'],
  cloudflare_key: ['v1.0-#h24-#h146'],
  heroku_key: ['HRKU-AA#w58', 'HRKU-#h8-#h4-#h4-#h4-#h12'],
  fly_token: ['FlyV1 fm2_#b120', 'fo1_#w43'],
  netlify_token: ['nfp_#a36'],
  slack_token: [
    'xoxb-#n12-#n13-#a24',
    'xoxp-#n12-#n12-#n12-#h32',
    'https://hooks.slack.com/services/T#x8/B#x10/#a24',
    'xapp-1-A#x10-#n13-#h64',
  ],
  discord_token: [
    (random) => `${Buffer.from(filled(random, '#n18')).toString('base64url')}.${filled(random, '#w6')}.${filled(random, '#w38')}`,
    'https://discord.com/api/webhooks/#n18/#w68',
  ],
  telegram_token: ['#n10:AA#w33', 'https://api.telegram.org/bot#n10:AA#w33/getMe'],
  twilio_key: ['SK#h32', 'TWILIO_AUTH_TOKEN=#h32'],
  sendgrid_key: ['SG.#w22.#w43'],
  mailgun_key: ['key-#h32'],
  mailchimp_key: ['#h32-us#n2'],
  brevo_key: ['xkeysib-#h64-#a16'],
  stripe_key: ['sk_live_#a24', 'rk_live_#a99', 'sk_test_#a24', 'whsec_#a32'],
  square_token: ['sq0atp-#w22', 'sq0csp-#w43'],
  shopify_token: ['shpat_#h32', 'shpss_#h32'],
  flutterwave_key: ['FLWSECK-#h32-X'],
  easypost_key: ['EZAK#a54'],
  npm_token: [(random) => withCrc(random, 'npm_'), (random) => `//registry.npmjs.org/:_authToken=${withCrc(random, 'npm_')}`],
  pypi_token: ['pypi-AgEIcHlwaS5vcmc#w120'],
  rubygems_token: ['rubygems_#h48'],
  crates_token: ['cio#a32'],
  docker_token: ['dckr_pat_#w27'],
  openai_key: ['sk-#a20T3BlbkFJ#a20', 'sk-proj-#w74T3BlbkFJ#w74', 'sk-proj-#w74'],
  anthropic_key: ['sk-ant-api03-#w93AA', 'sk-ant-api03-#w48'],
  ai_service_key: ['sk-#h32', 'sk-or-v1-#h64', 'gsk_#a52', 'xai-#a80', 'pplx-#a48', 'r8_#a37'],
  huggingface_token: ['hf_#a34'],
  databricks_token: ['dapi#h32', 'dapi#h32-2'],
  vault_token: ['hvs.#w90', 'hvb.#w150'],
  terraform_token: ['#a14.atlasv1.#w67'],
  pulumi_token: ['pul-#h40'],
  doppler_token: ['dp.pt.#a43', 'dp.st.dev.#a43'],
  onepassword_token: ['ops_eyJ#w400'],
  grafana_token: ['glsa_#a32_#h8', 'glc_eyJ#w100'],
  newrelic_key: ['NRAK-#x27'],
  sentry_token: ['sntryu_#h64', 'sntrys_eyJ#w120'],
  dynatrace_token: ['dt0c01.#s24.#s64'],
  postman_key: ['PMAK-#h24-#h34'],
  linear_key: ['lin_api_#a40'],
  notion_token: ['ntn_#a46', 'secret_#a43'],
  figma_token: ['figd_#w40'],
  airtable_token: ['pat#a14.#h64'],
  dropbox_token: ['sl.u.#w140'],
  facebook_token: ['EAA#a170'],
  planetscale_token: ['pscale_tkn_#w43'],
  supabase_key: ['sbp_#h40', 'sb_secret_#w31'],
  tailscale_key: ['tskey-auth-#a17-#a32'],
  sourcegraph_token: ['sgp_#h16_#h40'],
  json_web_token: [jsonWebToken],
  authorization: [
    'Authorization: Bearer #w48',
    'curl -H "Authorization: Bearer #a40" https://api.example.com/v1',
    (random) => `Authorization: Basic ${Buffer.from(filled(random, 'mail#n3:#a14')).toString('base64')}`,
  ],
  database_password: [
    'postgres://app:#u14@db.internal:5432/main',
    'mongodb+srv://svc:#a16@cluster0.mongodb.net/?retryWrites=true',
    'DATABASE_URL=mysql://web:#a12@10.0.0.4/shop',
    'redis://:#a20@cache:6379/0',
  ],
  address_password: ['https://deploy:#a16@git.internal/repo.git', 'ftp://backup:#u12@files.internal/'],
  password: [
    'DB_PASSWORD=#a16',
    '"password": "#p14"',
    'password: #a14',
    'client_secret = "#a32"',
    "apiKey: '#a32'",
    'spring.datasource.password=#a16',
    '--password=#a14',
    'ENCRYPTION_KEY=#h64',
  ],
  payment_card: [card],
};

/** One example of the family, alone or in a line of its surroundings. */
export function secretExample(family: keyof typeof makers, random: Random): string {
  const maker = pick(random, makers[family]);
  return typeof maker === 'string' ? filled(random, maker) : maker(random);
}

/** The secret as people copy it: alone, in a configuration, in code, in a command, in a log. */
export function copiedSecret(secret: string, random: Random): string {
  if (/^\d+$/.test(secret)) return pick(random, [secret, `${secret}\n`, `Visa ${secret}`, `card number: ${secret}, valid until 12/29`]);
  if (/\n|[ ="']/.test(secret))
    return random() < 0.5 ? secret : `# ${createHash('sha256').update(secret).digest('hex').slice(0, 7)}\n${secret}\n`;
  const forms = [
    secret,
    `${secret}\n`,
    `TOKEN=${secret}`,
    `const token = '${secret}';`,
    `{"value":"${secret}","n":1}`,
    `use ${secret} for now, please`,
    `export X="${secret}"`,
  ];
  return pick(random, forms);
}
