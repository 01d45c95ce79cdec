/**
 * The title bar's profile (§2.6), from what the system knows about its user: best effort, for display only. These values never reach a log or the
 * disk; only `reveal` reads the input, and the output is for the page.
 */
import type { HubWindowViewModel } from '../../contract/shell-page.ts';
import { say } from '../language/say.ts';
import { oneLine } from '../view/shown-text.ts';
import { firstName, initialsOf, shownName } from './initials.ts';

export interface ProfileValue {
  /** Empty where unknown. */
  reveal(): string;
}

export interface KnownProfile {
  readonly displayName: ProfileValue;
  /** The user's login name. */
  readonly accountName: ProfileValue;
  /** A mail address or user principal name, as the system has it. */
  readonly emailOrUpn: ProfileValue;
}

export type ProfileFields = Pick<
  HubWindowViewModel,
  Extract<keyof HubWindowViewModel, `CurrentUser${string}` | `HasCurrentUser${string}` | 'ShowProfileFlyoutLogo'>
>;

/** What the title bar shows for its user: the picture, without one the initials, without these the name. */
const profileParts = ['picture', 'initials', 'name'] as const;
export type ProfilePart = (typeof profileParts)[number];

/** `HUB_HUBWINDOW_DEBUG_PROFILE_BLOCK` (§2.6): words separated by commas, semicolons or blanks. Unknown words are ignored. */
export function blockedParts(list: string | undefined): ReadonlySet<ProfilePart> {
  const words = new Set(
    (list ?? '')
      .slice(0, 1_000)
      .toLowerCase()
      .split(/[,;\s]+/),
  );
  return new Set(profileParts.filter((part) => words.has(part)));
}

export interface ProfileView {
  readonly known: KnownProfile;
  /** Where the page finds the picture; null without one. */
  readonly pictureUrl: string | null;
  /** These fields are empty, whatever is known. */
  readonly blocked: ReadonlySet<ProfilePart>;
}

/** Each part is derived from what is known, so that a blocked name leaves the initials. */
export function profileFields({ known, pictureUrl, blocked }: ProfileView): ProfileFields {
  const account = accountOf(known.emailOrUpn.reveal());
  const name = shownName(known.displayName.reveal()) || nameOfAccount(known.accountName.reveal()) || nameOfAccount(account.address);
  const unless = (part: ProfilePart, text: string): string => (blocked.has(part) ? '' : text);
  const picture = blocked.has('picture') ? null : pictureUrl;
  return {
    CurrentUserDisplayName: unless('name', name),
    CurrentUserFirstName: unless('name', firstName(name)),
    CurrentUserInitials: unless('initials', initialsOf(name)),
    CurrentUserEmailOrUpn: account.address,
    CurrentUserCloudLabel: account.label,
    CurrentUserPicture: picture,
    CurrentUserAccountUri: account.uri,
    HasCurrentUserEmail: account.address !== '',
    HasCurrentUserCloudLabel: account.label !== '',
    HasCurrentUserPicture: picture !== null,
    ShowProfileFlyoutLogo: account.label === '',
  };
}

/** `maria.kowalska` in a login or address is shown as `maria kowalska`. */
function nameOfAccount(account: string): string {
  const name = withoutPrefix(account).rest.replace(domainName, '');
  return shownName((name.split('@')[0] ?? '').replaceAll(/[._]+/g, ' '));
}

interface Account {
  /** The address, or the account name if there is none. */
  readonly address: string;
  readonly label: string;
  readonly uri: string;
}

type Cloud = 'microsoft' | 'work' | 'google' | 'apple';

const clouds: Readonly<Record<Cloud, { readonly label: () => string; readonly uri: string }>> = {
  microsoft: { label: () => say('Microsoft account'), uri: 'https://account.microsoft.com/' },
  work: { label: () => say('Work or school account'), uri: 'https://myaccount.microsoft.com/' },
  google: { label: () => say('Google account'), uri: 'https://myaccount.google.com/' },
  apple: { label: () => say('Apple Account'), uri: 'https://account.apple.com/' },
};

/** Domains that belong to one provider; any other domain may be anybody's, and has no label. */
const domains: readonly (readonly [RegExp, Cloud])[] = [
  [/^(?:outlook|hotmail|live|msn|passport)\.[a-z.]+$/i, 'microsoft'],
  [/\.onmicrosoft\.com$/i, 'work'],
  [/^(?:gmail|googlemail)\.com$/i, 'google'],
  [/^(?:icloud|me|mac)\.com$/i, 'apple'],
];

/** Providers whose staff have addresses under the same domain as the provider's name. */
const providers: readonly (readonly [RegExp, Cloud])[] = [
  ...domains,
  [/^(?:microsoft|windowslive)\.com$/i, 'microsoft'],
  [/^google\.com$/i, 'google'],
  [/^apple\.com$/i, 'apple'],
];

/** The provider of the address or account; empty if it is neither. */
function accountOf(text: string): Account {
  const { rest, cloud: named, isAccount } = withoutPrefix(text);
  const inDomain = rest.replace(domainName, '');
  const isAddress = /^[^@\s]+@[^@\s]+$/.test(inDomain);
  // Such an account has only a name with its domain. The domain is not a type of account, and the name alone could be anybody's.
  const isName = /^[^@\s]+$/.test(inDomain) && (isAccount || inDomain !== rest);
  const address = isAddress ? inDomain : isName ? rest : '';
  const domain = isAddress ? (inDomain.split('@')[1] ?? '') : '';
  const cloud = named ?? cloudOf(domain, domains);
  return {
    address,
    ...(cloud === null || address === '' ? { label: '', uri: '' } : { label: clouds[cloud].label(), uri: clouds[cloud].uri }),
  };
}

function cloudOf(domain: string, of: typeof domains): Cloud | null {
  return of.find(([pattern]) => pattern.test(domain))?.[1] ?? null;
}

/** The prefix of a user of a domain, or of one computer: `CONTOSO\`. */
const domainName = /^[^\\@\s]{1,255}\\/;

interface Prefix {
  readonly pattern: RegExp;
  /** The provider that its prefix names; for an identity provider, its domain decides. */
  readonly cloud?: Cloud;
  /** A scheme only says how to reach somebody, and precedes addresses only. */
  readonly isScheme?: true;
}

/**
 * The prefixes that Windows and directories put before an account to mark its type, in any case: an identity provider (`live.com#`, `yahoo.com#`, any
 * `DOMAIN#`; `aad#`, `mail#`), an authority (`MicrosoftAccount\`, `MSA\`, `AzureAD\`), the encoding of a claim (`i:0#.f|membership|`, of SharePoint),
 * or the scheme of an address (`live:`, `smtp:`, `sip:`, `mailto:`).
 */
const prefixes: readonly Prefix[] = [
  { pattern: /^(?:microsoftaccount|msa)\\/i, cloud: 'microsoft' },
  { pattern: /^azuread\\/i, cloud: 'work' },
  { pattern: /^(?:aad|orgid|upn)#/i, cloud: 'work' },
  { pattern: /^(?:windowslive|liveid|msa)[#:]/i, cloud: 'microsoft' },
  { pattern: /^live:/i, cloud: 'microsoft' },
  { pattern: /^[ic]:0[^|]{1,8}\|membership\|/i, cloud: 'work' },
  { pattern: /^[ic]:0[^|]{1,8}\|(?:[^|@]{1,255}\|)?/i },
  { pattern: /^(?<domain>(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,63})#/i },
  { pattern: /^mail#/i },
  { pattern: /^(?:smtp|sip|sips|mailto|upn|acct|im):/i, isScheme: true },
];

interface Bare {
  readonly rest: string;
  /** The first prefix that names a provider. */
  readonly cloud: Cloud | null;
  /** A prefix marks it as an account. */
  readonly isAccount: boolean;
}

/** The account without its prefixes, of which there may be several. */
function withoutPrefix(text: string): Bare {
  let rest = oneLine(text, 320);
  let cloud: Cloud | null = null;
  let isAccount = false;
  for (let times = 0; times < 4; times += 1) {
    const prefix = prefixes.find(({ pattern }) => pattern.test(rest));
    if (prefix === undefined) break;
    const domain = prefix.pattern.exec(rest)?.groups?.domain ?? '';
    rest = rest.replace(prefix.pattern, '').trim();
    cloud ??= prefix.cloud ?? cloudOf(domain, providers);
    isAccount ||= prefix.isScheme !== true;
  }
  return { rest: guest(rest), cloud, isAccount };
}

/** A guest of a directory: `maria_outlook.com#EXT#@contoso.onmicrosoft.com` is `maria@outlook.com` there. */
function guest(rest: string): string {
  const [, name, domain] = /^(.+)_([^_@]+)#EXT#@/i.exec(rest) ?? [];
  return name === undefined || domain === undefined ? rest : `${name}@${domain}`;
}
