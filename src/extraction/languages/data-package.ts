/** A package of the npm registry, of which only these files are kept. */
export interface DataPackage {
  readonly name: string;
  readonly version: string;
  /** As npm's lock files have it. */
  readonly digest: string;
  /** Below `package/` in it: the name in the folder of the languages. */
  readonly files: Readonly<Record<string, string>>;
}
