/**
 * Tokens that are recognized by their own form. A row: how the word begins, what the whole word looks like, and a check of what no expression can say. The
 * forms are those that the services publish, or that secret scanners (gitleaks, trufflehog, GitHub's and GitLab's rules) agree on. Public halves
 * of keys, such as Stripe's `pk_live_`, are no secrets.
 */
import type { SecretFamily } from '../../contract/secret-families.ts';
import { hasCrc32 } from './checksums.ts';
import { isScrambledBetweenHyphens } from './random-looking.ts';

export interface TokenForm {
  readonly family: SecretFamily;
  /** Two characters at least, with which the word begins. */
  readonly prefix: string;
  readonly form: RegExp;
  readonly isReal?: (token: string) => boolean;
  /** What the text before the word has to end with. */
  readonly after?: RegExp;
}

function form(family: SecretFamily, prefixes: string, expression: RegExp, rest: Partial<TokenForm> = {}): readonly TokenForm[] {
  return prefixes.split(' ').map((prefix) => ({ family, prefix, form: expression, ...rest }));
}

/** The checksum of a token whose family is followed by an underscore. */
export const hasTokenChecksum = (token: string): boolean => hasCrc32(token.slice(token.indexOf('_') + 1));

export const tokenForms: readonly TokenForm[] = [
  form('github_token', 'ghp_ gho_ ghu_ ghs_ ghr_', /^gh[pousr]_[A-Za-z0-9]{36}$/, { isReal: hasTokenChecksum }),
  form('github_token', 'ghr_', /^ghr_[A-Za-z0-9]{76}$/),
  form('github_token', 'github_pat_', /^github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}$/),
  form('gitlab_token', 'glpat- gldt- glrt- glptt- glft- glimt- glagent- gloas- glsoat- glffct- glcbt-', /^gl[a-z]{2,6}-[\w.-]{20,200}$/),
  form('bitbucket_token', 'ATBB', /^ATBB[A-Za-z0-9_]{24,32}[A-F0-9]{8}$/),
  form('bitbucket_token', 'ATATT3 ATCTT3', /^AT[AC]TT3[\w-]{150,250}$/),
  form('aws_access_key', 'AKIA ASIA', /^A[KS]IA[A-Z2-7]{16}$/),
  form('google_key', 'AIza', /^AIza[\w-]{35}$/),
  form('google_key', 'GOCSPX-', /^GOCSPX-[\w-]{28}$/),
  form('google_key', 'ya29.', /^ya29\.[\w-]{40,1000}$/),
  form('alibaba_key', 'LTAI', /^LTAI[A-Za-z0-9]{20}$/),
  form('digitalocean_token', 'dop_v1_ doo_v1_ dor_v1_', /^do[por]_v1_[a-f0-9]{64}$/),
  form('cloudflare_key', 'v1.0-', /^v1\.0-[a-f0-9]{24}-[a-f0-9]{146}$/),
  form('heroku_key', 'HRKU-', /^HRKU-(?:AA[\w-]{58}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/),
  form('fly_token', 'fm2_ fm1r_ fm1a_ fo1_', /^f(?:m2|m1r|m1a|o1)_[\w-]{40,2000}$/),
  form('netlify_token', 'nfp_ nfc_ nfo_', /^nf[pco]_[A-Za-z0-9_]{36}$/),
  form('slack_token', 'xoxb- xoxp- xoxa- xoxr- xoxs- xoxe- xoxe.xox', /^xox(?:[bpars]|e(?:\.xox[bp])?)-(?:\d-)?[A-Za-z0-9-]{24,250}$/, {
    isReal: (token) => /[0-9]{6}/.test(token) || token.length > 60,
  }),
  form('slack_token', 'xapp-', /^xapp-\d-[A-Z0-9]{9,12}-\d{10,14}-[a-f0-9]{64}$/),
  form('telegram_token', 'AA', /^AA[\w-]{33}$/, { after: /(?:^|[^0-9])[0-9]{8,10}:$|bot[0-9]{8,10}:$/ }),
  form('twilio_key', 'SK', /^SK[0-9a-f]{32}$/),
  form('sendgrid_key', 'SG.', /^SG\.[\w-]{22}\.[\w-]{43}$/),
  form('mailgun_key', 'key-', /^key-[0-9a-f]{32}$/),
  form('brevo_key', 'xkeysib-', /^xkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16}$/),
  form('stripe_key', 'sk_live_ rk_live_ sk_test_ rk_test_', /^[sr]k_(?:live|test)_[A-Za-z0-9]{20,247}$/),
  form('stripe_key', 'whsec_', /^whsec_[A-Za-z0-9]{32,64}$/),
  form('square_token', 'sq0atp- sq0csp-', /^sq0(?:atp-[\w-]{22}|csp-[\w-]{43})$/),
  form('shopify_token', 'shpat_ shpca_ shppa_ shpss_', /^shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}$/),
  form('flutterwave_key', 'FLWSECK', /^FLWSECK(?:_TEST)?-[a-z0-9]{32}-X$/),
  form('easypost_key', 'EZAK EZTK', /^EZ[AT]K[A-Za-z0-9]{54}$/),
  form('npm_token', 'npm_', /^npm_[A-Za-z0-9]{36}$/, { isReal: hasTokenChecksum }),
  form('pypi_token', 'pypi-AgE', /^pypi-AgE[\w-]{50,1000}$/),
  form('rubygems_token', 'rubygems_', /^rubygems_[a-f0-9]{48}$/),
  form('crates_token', 'cio', /^cio[A-Za-z0-9]{32}$/),
  form('docker_token', 'dckr_pat_ dckr_oat_', /^dckr_[po]at_[\w-]{27,32}$/),
  form('openai_key', 'sk-', /^sk-(?:proj-|svcacct-|admin-|None-)?[\w-]{20,100}T3BlbkFJ[\w-]{20,100}$/),
  form('openai_key', 'sk-proj- sk-svcacct- sk-admin-', /^sk-(?:proj|svcacct|admin)-[\w-]{40,250}$/, {
    isReal: (token) => isScrambledBetweenHyphens(token.slice(token.indexOf('-', 'sk-'.length) + 1)),
  }),
  form('anthropic_key', 'sk-ant-', /^sk-ant-[a-z]{3,10}\d\d-[\w-]{40,120}$/),
  form('ai_service_key', 'sk-', /^sk-[0-9a-f]{32}$/),
  form('ai_service_key', 'sk-or-v1-', /^sk-or-v1-[0-9a-f]{64}$/),
  form('ai_service_key', 'gsk_', /^gsk_[A-Za-z0-9]{52}$/),
  form('ai_service_key', 'xai-', /^xai-[A-Za-z0-9]{80}$/),
  form('ai_service_key', 'pplx-', /^pplx-[A-Za-z0-9]{48}$/),
  form('ai_service_key', 'r8_', /^r8_[A-Za-z0-9]{37}$/),
  form('huggingface_token', 'hf_', /^hf_[A-Za-z0-9]{34}$/),
  form('databricks_token', 'dapi', /^dapi[0-9a-f]{32}(?:-\d)?$/),
  form('vault_token', 'hvs. hvb. hvr.', /^hv[sbr]\.[\w-]{24,300}$/),
  form('pulumi_token', 'pul-', /^pul-[a-f0-9]{40}$/),
  form('doppler_token', 'dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.', /^dp\.[a-z]{2,5}\.(?:[\w-]{2,35}\.)?[A-Za-z0-9]{40,44}$/),
  form('onepassword_token', 'ops_eyJ', /^ops_eyJ[\w-]{250,4000}$/),
  form('grafana_token', 'glsa_', /^glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}$/),
  form('grafana_token', 'glc_eyJ', /^glc_eyJ[\w-]{50,400}$/),
  form('newrelic_key', 'NRAK- NRRA-', /^NR(?:AK|RA)-[A-Za-z0-9]{27,42}$/),
  form('sentry_token', 'sntrys_eyJ sntryu_', /^sntry(?:s_eyJ[\w-]{60,1000}|u_[a-f0-9]{64})$/),
  form('dynatrace_token', 'dt0c01. dt0s01. dt0s16.', /^dt0[a-z]\d\d\.[A-Z0-9-]{8,24}\.[A-Z2-7]{64}$/),
  form('postman_key', 'PMAK-', /^PMAK-[a-f0-9]{24}-[a-f0-9]{34}$/),
  form('linear_key', 'lin_api_ lin_oauth_', /^lin_(?:api|oauth)_[A-Za-z0-9]{40,64}$/),
  form('notion_token', 'ntn_', /^ntn_[A-Za-z0-9]{40,50}$/),
  form('notion_token', 'secret_', /^secret_[A-Za-z0-9]{43}$/),
  form('figma_token', 'figd_', /^figd_[\w-]{38,44}$/),
  form('airtable_token', 'pat', /^pat[A-Za-z0-9]{14}\.[a-f0-9]{64}$/),
  form('dropbox_token', 'sl.', /^sl\.(?:u\.)?[\w-]{130,1500}$/),
  form('facebook_token', 'EAA', /^EAA[A-Za-z0-9]{100,400}$/),
  form('planetscale_token', 'pscale_tkn_ pscale_pw_ pscale_oauth_', /^pscale_(?:tkn|pw|oauth)_[\w.=-]{32,64}$/),
  form('supabase_key', 'sbp_', /^sbp_[a-f0-9]{40}$/),
  form('supabase_key', 'sb_secret_', /^sb_secret_[\w-]{31,40}$/),
  form('tailscale_key', 'tskey-', /^tskey-[a-z]{3,8}-[A-Za-z0-9]{8,20}-[A-Za-z0-9]{20,40}$/),
  form('sourcegraph_token', 'sgp_', /^sgp_(?:[a-f0-9]{16}_|local_)?[a-f0-9]{40}$/),
  form('private_key', 'AGE-SECRET-KEY-1', /^AGE-SECRET-KEY-1[A-Z0-9]{58}$/),
  form('private_key', 'xprv9', /^xprv9[1-9A-HJ-NP-Za-km-z]{106}$/),
].flat();

/** The same for words whose beginning is not fixed. */
export const prefixlessForms: readonly Omit<TokenForm, 'prefix' | 'after'>[] = [
  { family: 'mailchimp_key', form: /^[0-9a-f]{32}-us\d{1,2}$/ },
  { family: 'terraform_token', form: /^[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,70}$/ },
  { family: 'azure_key', form: /^[\w.~-]{3}\dQ~[\w.~-]{31,34}$/ },
  { family: 'azure_key', form: /^[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}$/ },
  {
    family: 'discord_token',
    form: /^[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,38}$/,
    isReal: (token) => /^\d{15,20}$/.test(textOf(token.split('.')[0])),
  },
  {
    family: 'json_web_token',
    form: /^eyJ[\w-]{8,8000}\.eyJ[\w-]{8,16000}\.[\w-]{20,8000}$/,
    isReal: (token) => textOf(token.split('.')[0]).includes('"alg"'),
  },
];

/** The text in a part that is written in base64; empty if it is none. */
function textOf(part = ''): string {
  try {
    return atob(part.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return '';
  }
}
