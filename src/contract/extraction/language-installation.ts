/**
 * Why a language that pictures are read in was not installed. `unreachable`: the registry did not answer, or broke off; `refused`: it answered something else;
 * `altered`: the digest is another one; `bad-proxy`: the environment names a proxy that is none; `old-node`: it names one, and this Node knows none.
 */
export type InstallFailure = 'unreachable' | 'refused' | 'altered' | 'not-written' | 'bad-proxy' | 'old-node';
