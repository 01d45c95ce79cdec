/**
 * The families of secrets that Hub recognizes in copied text, each with what it looks like in words. The names are those of `allowed_secrets` in
 * content-filter.json, and part of the reasons of fragments; a name never changes its meaning.
 */
const families = {
  private_key: 'a private key',
  github_token: 'a GitHub token',
  gitlab_token: 'a GitLab token',
  bitbucket_token: 'a Bitbucket or Atlassian token',
  aws_access_key: 'an AWS access key',
  aws_secret_key: 'an AWS secret key',
  azure_key: 'an Azure key',
  google_key: 'a Google key or token',
  alibaba_key: 'an Alibaba Cloud key',
  digitalocean_token: 'a DigitalOcean token',
  cloudflare_key: 'a Cloudflare key',
  heroku_key: 'a Heroku key',
  fly_token: 'a Fly.io token',
  netlify_token: 'a Netlify token',
  slack_token: 'a Slack token or webhook',
  discord_token: 'a Discord token or webhook',
  telegram_token: 'a Telegram bot token',
  twilio_key: 'a Twilio key',
  sendgrid_key: 'a SendGrid key',
  mailgun_key: 'a Mailgun key',
  mailchimp_key: 'a Mailchimp key',
  brevo_key: 'a Brevo key',
  stripe_key: 'a Stripe key',
  square_token: 'a Square token',
  shopify_token: 'a Shopify token',
  flutterwave_key: 'a Flutterwave key',
  easypost_key: 'an EasyPost key',
  npm_token: 'an npm token',
  pypi_token: 'a PyPI token',
  rubygems_token: 'a RubyGems token',
  crates_token: 'a crates.io token',
  docker_token: 'a Docker token',
  openai_key: 'an OpenAI key',
  anthropic_key: 'an Anthropic key',
  ai_service_key: 'the key of an AI service',
  huggingface_token: 'a Hugging Face token',
  databricks_token: 'a Databricks token',
  vault_token: 'a HashiCorp Vault token',
  terraform_token: 'a Terraform token',
  pulumi_token: 'a Pulumi token',
  doppler_token: 'a Doppler token',
  onepassword_token: 'a 1Password service token',
  grafana_token: 'a Grafana token',
  newrelic_key: 'a New Relic key',
  sentry_token: 'a Sentry token',
  dynatrace_token: 'a Dynatrace token',
  postman_key: 'a Postman key',
  linear_key: 'a Linear key',
  notion_token: 'a Notion token',
  figma_token: 'a Figma token',
  airtable_token: 'an Airtable token',
  dropbox_token: 'a Dropbox token',
  facebook_token: 'a Facebook token',
  planetscale_token: 'a PlanetScale token',
  supabase_key: 'a Supabase key',
  tailscale_key: 'a Tailscale key',
  sourcegraph_token: 'a Sourcegraph token',
  json_web_token: 'a JSON Web Token',
  authorization: 'the credentials of an HTTP request',
  database_password: 'a database address with a password',
  address_password: 'an address with a password',
  password: 'a password or key in a configuration',
  payment_card: 'a card number',
} as const;

export type SecretFamily = keyof typeof families;
export const secretFamilies = Object.keys(families) as [SecretFamily, ...SecretFamily[]];

/** With its article, as the end of a sentence: "a GitHub token". */
export function secretInWords(family: SecretFamily): string {
  return families[family];
}

/** The reason of a fragment that was dropped because of a secret. */
export type SecretReason = `secret_${SecretFamily}`;
export const secretReasons = secretFamilies.map((family) => `secret_${family}` as const);

/** The family in a reason; null if it is another reason. */
export function familyOfReason(reason: string | null): SecretFamily | null {
  return secretFamilies.find((family) => reason === `secret_${family}`) ?? null;
}
