/**
 * The title bar's profile (§2.6) from what the system tells about its user: best effort, for the eye alone. These values never reach a log or
 * the disk; what comes in can be read by `reveal` only, and what goes out is for the page.
 */
import type { HubWindowViewModel } from '../contract/shell-page.ts';
import { firstName, initialsOf, shownName } from './initials.ts';
import { oneLine } from './shown-text.ts';

export interface ProfileValue {
  /** Empty where unknown. */
  reveal(): string;
}

export interface KnownProfile {
  readonly displayName: ProfileValue;
  /** The name that the user logs in by. */
  readonly accountName: ProfileValue;
  /** A mail address or user principal name, as the system has it. */
  readonly emailOrUpn: ProfileValue;
}

export type ProfileFields = Pick<
  HubWindowViewModel,
  Extract<keyof HubWindowViewModel, `CurrentUser${string}` | `HasCurrentUser${string}` | 'ShowProfileFlyoutLogo'>
>;

/** The steps by which a title bar shows its user: the picture, without one the initials, without these the name. */
const profileParts = ['picture', 'initials', 'name'] as const;
export type ProfilePart = (typeof profileParts)[number];

/** `HUB_HUBWINDOW_DEBUG_PROFILE_BLOCK` (§2.6): words separated by commas, semicolons or blanks. Others mean nothing. */
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

/** Each part is worked out from what is known, so that a blocked name leaves the initials. */
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

/** `maria.kowalska` of a login or of an address reads as `maria kowalska`. */
function nameOfAccount(account: string): string {
  return shownName((withoutPrefix(account).rest.split('@')[0] ?? '').replaceAll(/[._]+/g, ' '));
}

interface Account {
  readonly address: string;
  readonly label: string;
  readonly uri: string;
}

type Cloud = 'microsoft' | 'work' | 'google' | 'apple';

const clouds: Readonly<Record<Cloud, Pick<Account, 'label' | 'uri'>>> = {
  microsoft: { label: 'Microsoft account', uri: 'https://account.microsoft.com/' },
  work: { label: 'Work or school account', uri: 'https://myaccount.microsoft.com/' },
  google: { label: 'Google account', uri: 'https://myaccount.google.com/' },
  apple: { label: 'Apple Account', uri: 'https://account.apple.com/' },
};

/** Of domains that belong to one provider; any other may be anybody's, and has no label. */
const domains: readonly (readonly [RegExp, Cloud])[] = [
  [/^(?:outlook|hotmail|live|msn)\.[a-z.]+$/i, 'microsoft'],
  [/\.onmicrosoft\.com$/i, 'work'],
  [/^(?:gmail|googlemail)\.com$/i, 'google'],
  [/^(?:icloud|me|mac)\.com$/i, 'apple'],
];

/** Whose address it is; empty for what is none. */
function accountOf(text: string): Account {
  const { rest, cloud: named } = withoutPrefix(text);
  const address = /^[^@\s]+@[^@\s]+$/.test(rest) ? rest : '';
  const domain = address.split('@')[1] ?? '';
  const cloud = named ?? domains.find(([pattern]) => pattern.test(domain))?.[1] ?? null;
  return { address, ...(cloud === null || address === '' ? { label: '', uri: '' } : clouds[cloud]) };
}

/**
 * What Windows and directories put before an account to say what type it is, in any case: an identity provider (`live.com#`,
 * `outlook.com#`, `google.com#`, `facebook.com#`, `mail#`), an authority (`MicrosoftAccount\`, `MSA\`, `AzureAD\`, any `DOMAIN\`), or the scheme of an address
 * (`smtp:`, `sip:`, `mailto:`, `upn:`).
 */
const prefixes: readonly (readonly [RegExp, Cloud | null])[] = [
  [/^(?:live|outlook|hotmail)\.com#/i, 'microsoft'],
  [/^(?:microsoftaccount|msa)\\/i, 'microsoft'],
  [/^azuread\\/i, 'work'],
  [/^google\.com#/i, 'google'],
  [/^(?:facebook\.com|mail)#/i, null],
  [/^(?:smtp|sip|mailto|upn):/i, null],
  [/^[^\\@]{1,255}\\/, null],
];

/** The account without any of its prefixes, of which there may be more than one; `cloud` is what the first telling one says. */
function withoutPrefix(text: string): { readonly rest: string; readonly cloud: Cloud | null } {
  let rest = oneLine(text, 320);
  let cloud: Cloud | null = null;
  for (let times = 0; times < 4; times += 1) {
    const prefix = prefixes.find(([pattern]) => pattern.test(rest));
    if (prefix === undefined) break;
    rest = rest.replace(prefix[0], '').trim();
    cloud ??= prefix[1];
  }
  return guest(rest, cloud);
}

/** A guest of a directory: `maria_outlook.com#EXT#@contoso.onmicrosoft.com` is `maria@outlook.com` there. */
function guest(rest: string, cloud: Cloud | null): { readonly rest: string; readonly cloud: Cloud | null } {
  const [, name, domain] = /^(.+)_([^_@]+)#EXT#@/i.exec(rest) ?? [];
  return name === undefined || domain === undefined ? { rest, cloud } : { rest: `${name}@${domain}`, cloud };
}
