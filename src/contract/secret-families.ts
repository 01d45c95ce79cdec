/**
 * The families of secrets that Hub recognizes in copied text. The names are those of `allowed_secrets` in content-filter.json, and part of the reasons of
 * fragments; a name never changes its meaning.
 */
export const secretFamilies = [
  'private_key',
  'github_token',
  'gitlab_token',
  'bitbucket_token',
  'aws_access_key',
  'aws_secret_key',
  'azure_key',
  'google_key',
  'alibaba_key',
  'digitalocean_token',
  'cloudflare_key',
  'heroku_key',
  'fly_token',
  'netlify_token',
  'slack_token',
  'discord_token',
  'telegram_token',
  'twilio_key',
  'sendgrid_key',
  'mailgun_key',
  'mailchimp_key',
  'brevo_key',
  'stripe_key',
  'square_token',
  'shopify_token',
  'flutterwave_key',
  'easypost_key',
  'npm_token',
  'pypi_token',
  'rubygems_token',
  'crates_token',
  'docker_token',
  'openai_key',
  'anthropic_key',
  'ai_service_key',
  'huggingface_token',
  'databricks_token',
  'vault_token',
  'terraform_token',
  'pulumi_token',
  'doppler_token',
  'onepassword_token',
  'grafana_token',
  'newrelic_key',
  'sentry_token',
  'dynatrace_token',
  'postman_key',
  'linear_key',
  'notion_token',
  'figma_token',
  'airtable_token',
  'dropbox_token',
  'facebook_token',
  'planetscale_token',
  'supabase_key',
  'tailscale_key',
  'sourcegraph_token',
  'json_web_token',
  'authorization',
  'database_password',
  'address_password',
  'password',
  'payment_card',
  'cleared_password',
] as const;
export type SecretFamily = (typeof secretFamilies)[number];

/** The families that a text shows by itself. */
export const familiesOfText = secretFamilies.filter(
  (family): family is Exclude<SecretFamily, 'cleared_password'> => family !== 'cleared_password',
);

/** The reason of a fragment that was dropped because of a secret. */
export type SecretReason = `secret_${SecretFamily}`;
export const secretReasons = secretFamilies.map((family) => `secret_${family}` as const);

/** The family in a reason; null if it is another reason. */
export function familyOfReason(reason: string | null): SecretFamily | null {
  return secretFamilies.find((family) => reason === `secret_${family}`) ?? null;
}
