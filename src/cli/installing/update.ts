/**
 * `hub update`: whether there is a newer version. It reads one small signed file at the address in `config/hub.json`, only when it is asked to, and fetches
 * nothing else. Without an address, a package of the system is left to the system's own tool.
 */
import { checkSignature } from '../../base/evidence/minisign.ts';
import { type NoProxy, throughProxy } from '../../base/network/environment-proxy.ts';
import { done, failed, type Outcome } from '../../base/outcome.ts';
import { effectiveDocument } from '../../configuration/effective-document.ts';
import { type Release, release } from '../../contract/release.ts';
import { version as ownVersion } from '../../contract/version.ts';
import { say } from '../../domain/language/say.ts';
import { type Installation, installationIn, upkeep } from '../../platform/installation.ts';
import { type ExitStatus, failedBecause, printJson, type Surface } from '../surface.ts';
import { visibleText } from '../terminal-safe.ts';

export interface UpdateOptions {
  /** Says no more than the command does without it: nothing else is ever done. */
  readonly check?: boolean;
  readonly json?: boolean;
}

/**
 * `unreachable`: no answer in time; `refused`: none with a file; `not-a-release`: signed, and of another form. The others are about the signature, or
 * the proxy.
 */
type FeedFailure = NoProxy | 'unreachable' | 'refused' | 'too-large' | 'not-signed' | 'not-a-key' | 'not-a-release';

const withinMs = 10_000;
const mostBytes = 256 * 1_024;

/** `installation` and `own` are those of this program. */
export async function update(
  surface: Surface,
  options: UpdateOptions,
  installation = installationIn(),
  own = ownVersion,
): Promise<ExitStatus> {
  const { form } = installation;
  const command = upkeep[form].update;
  const { feed, public_key: publicKey } = effectiveDocument(surface.places, 'hub').value.update;
  if ((feed === '' || publicKey === '') && (form === 'deb' || form === 'rpm')) {
    if (options.json) printJson(surface, { ok: true, version: own, newest: null, command });
    else
      surface.print(
        say(
          'Hub {version} was installed as a system package. If it came from a repository, this updates it: {command}. If it was installed from a file, set update.feed and update.public_key.',
          { version: own, command: command ?? '' },
        ),
      );
    return 0;
  }
  if (feed === '' || publicKey === '')
    return failedBecause(
      surface,
      say('no update feed is set: hub config set hub update.feed URL, then hub config set hub update.public_key KEY'),
      'no_feed',
    );
  const found = await readFeed(feed, publicKey, surface.env);
  if (!found.ok) return failedBecause(surface, whyNot[found.reason](feed), found.reason.replaceAll('-', '_'));
  tell(surface, options, found.value, own, downloadOf(found.value, feed, form) ?? (form === 'checkout' ? command : null));
  return 0;
}

function tell(surface: Surface, { json }: UpdateOptions, { version, date }: Release, own: string, command: string | null): void {
  const isThere = isNewer(version, own);
  if (json) return printJson(surface, { ok: true, version: own, newest: version, date, isNewer: isThere, command });
  if (!isThere) return surface.print(say('Hub {version} is the newest version, as of {day}.', { version: own, day: date.slice(0, 10) }));
  surface.print(say('Hub {newest} ({day}) is available; you have {version}.', { newest: version, day: date.slice(0, 10), version: own }));
  if (command !== null) surface.print(say('To get it: {command}', { command }));
}

/**
 * How a person gets a release: the file for this installation, out of the folder of the feed, and only with the digest that was signed. A command for a shell of
 * Linux; null where there is none: another system, or a release without a file for this installation.
 */
function downloadOf({ files }: Pick<Release, 'files'>, feed: string, form: Installation['form']): string | null {
  if (process.platform !== 'linux') return null;
  const { file: way } = upkeep[form];
  const file = files.find(({ name }) => way !== null && name.endsWith(way.ending));
  if (way === null || file === undefined) return null;
  const { name, sha256 } = file;
  // A shell reads nothing of a name (`src/contract/release.ts`).
  return `curl -fLO ${quoted(new URL(name, feed).href)} && echo '${sha256}  ${name}' | sha256sum --check && ${way.install(name)}`;
}

function quoted(address: string): string {
  return `'${address.replaceAll("'", '%27')}'`;
}

/** Whether a version comes after another one; both have three numbers. */
export function isNewer(version: string, than: string): boolean {
  const [ours, others] = [version, than].map((one) => one.split('.').map((part) => Number.parseInt(part, 10)));
  for (const [index, part] of (ours ?? []).entries()) {
    const other = others?.[index] ?? 0;
    if (part !== other) return part > other;
  }
  return false;
}

async function readFeed(feed: string, publicKey: string, env: Surface['env']): Promise<Outcome<Release, FeedFailure>> {
  const through = throughProxy(env);
  if (!through.ok) return through;
  using _proxy = through.value;
  const signal = AbortSignal.timeout(withinMs);
  const [content, signature] = await Promise.all([fetched(feed, signal), fetched(`${feed}.minisig`, signal)]);
  if (!content.ok) return content;
  if (!signature.ok) return signature;
  const checked = checkSignature({ content: content.value, signature: signature.value.toString('utf8'), publicKey });
  if (!checked.ok) return failed(checked.reason === 'not-a-key' ? 'not-a-key' : 'not-signed');
  return parsed(content.value.toString('utf8'));
}

function parsed(text: string): Outcome<Release, 'not-a-release'> {
  try {
    const told = release.safeParse(JSON.parse(text));
    return told.success ? done(told.data) : failed('not-a-release');
  } catch {
    return failed('not-a-release');
  }
}

async function fetched(address: string, signal: AbortSignal): Promise<Outcome<Buffer, 'unreachable' | 'refused' | 'too-large'>> {
  try {
    const response = await fetch(address, { signal, headers: { 'user-agent': 'hub-desktop' } });
    if (!response.ok || response.body === null) return failed('refused');
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response.body) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > mostBytes) return failed('too-large');
    }
    return done(Buffer.concat(chunks));
  } catch {
    return failed('unreachable');
  }
}

const whyNot: Readonly<Record<FeedFailure, (feed: string) => string>> = {
  'old-node': () => say('HTTPS_PROXY or HTTP_PROXY names a proxy, which this version of Node does not support; install a newer Node'),
  'bad-proxy': () => say('HTTPS_PROXY or HTTP_PROXY is not the address of a proxy, such as http://proxy.example:3128'),
  unreachable: (feed) => say('{address} does not answer', { address: visibleText(feed) }),
  refused: (feed) => say('there is no release, or no signature of it, at {address}', { address: visibleText(feed) }),
  'too-large': (feed) => say('what is at {address} is not a release of Hub', { address: visibleText(feed) }),
  'not-a-release': (feed) => say('what is at {address} is not a release of Hub', { address: visibleText(feed) }),
  'not-signed': (feed) =>
    say('the release at {address} is not signed with update.public_key, so Hub ignores it', { address: visibleText(feed) }),
  'not-a-key': () => say('update.public_key of the document hub is not a public key of minisign'),
};
