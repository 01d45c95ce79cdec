/** What is taken out of a text before it leaves the machine, as a table: each rule with the words that a user reads about it. */
import { say } from '../language/say.ts';

/** In texts. */
export const textRules = {
  'your-word': () => say('your words'),
  'workspace-path': () => say('paths of WorkSpaces'),
  'hub-home': () => say('the path of Hub’s home'),
  'home-path': () => say('paths of your home folder'),
  'other-path': () => say('paths of home folders and drives'),
  'user-name': () => say('your user name'),
  'full-name': () => say('your full name'),
  'host-name': () => say('the name of this computer'),
  'ip-address': () => say('IP addresses'),
  'mac-address': () => say('addresses of network devices (MAC)'),
  'mail-address': () => say('email addresses'),
  'address-user': () => say('user names and passwords in addresses'),
  'address-query': () => say('queries in addresses'),
  secret: () => say('lines with a token, a key or a password'),
} as const satisfies Readonly<Record<string, () => string>>;
export type TextRule = keyof typeof textRules;

/** In logs, whose lines stay only as far as they are Hub’s own words. */
export const logRules = {
  'foreign-line': () => say('lines in logs that Hub did not write'),
  'foreign-word': () => say('unrecognized words in logs'),
  'foreign-number': () => say('long numbers in logs that are neither sizes nor times'),
} as const satisfies Readonly<Record<string, () => string>>;
export type LogRule = keyof typeof logRules;

export type RedactionRule = TextRule | LogRule;
const ruleNames: Readonly<Record<RedactionRule, () => string>> = { ...textRules, ...logRules };

/** How often each rule took something out. */
export type RedactionCounts = Readonly<Partial<Record<RedactionRule, number>>>;

/** What a rule takes out, for people. */
export function ruleInWords(rule: RedactionRule): string {
  return ruleNames[rule]();
}

/** All counts together. */
export function sumOfCounts(all: readonly RedactionCounts[]): RedactionCounts {
  const sum: Partial<Record<RedactionRule, number>> = {};
  for (const counts of all)
    for (const [rule, count] of Object.entries(counts)) sum[rule as RedactionRule] = (sum[rule as RedactionRule] ?? 0) + count;
  return sum;
}
