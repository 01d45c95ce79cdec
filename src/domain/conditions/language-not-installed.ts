/** Why a language that pictures are read in was not installed. */
import type { InstallFailure } from '../../contract/extraction/language-installation.ts';
import { say } from '../language/say.ts';

/** Within a sentence, with what to do about it. */
export function whyNotInstalled(reason: InstallFailure): string {
  if (reason === 'unreachable') return say('the npm registry cannot be reached; check the network connection');
  if (reason === 'refused') return say('the npm registry does not have it; if you use a mirror, check npm_config_registry');
  if (reason === 'altered') return say('the npm registry sent something other than expected, so it is not used');
  if (reason === 'old-node')
    return say('HTTPS_PROXY or HTTP_PROXY names a proxy, which this version of Node does not support; install a newer Node');
  if (reason === 'bad-proxy') return say('HTTPS_PROXY or HTTP_PROXY is not the address of a proxy, such as http://proxy.example:3128');
  return say('Hub’s folder cannot be written to; check its free space and permissions');
}
