/** Which upstream project a file belongs to, so that whole projects can be held out. Pure. */

/** Packages that contain many projects: the name of each, from the path. The first match counts. */
const inPath: readonly [RegExp, (found: RegExpExecArray) => string][] = [
  [/\/gocode\/src\/(github\.com\/[^/]+\/[^/]+)\//, (found) => `${found[1]}`],
  [/\/texmf-dist\/(?:doc|tex|bibtex|metapost|fonts\/source|scripts|source)\/[^/]+\/([^/]+)\//, (found) => `ctan/${found[1]}`],
  [/\/vim\/vim\d+\/pack\/[^/]+\/(?:opt|start)\/([^/]+)\//, (found) => `vim/${found[1]}`],
];

/** Packages that hardly differ: several versions of one upstream project, or projects with the same tests (by the W3C working groups for RDF). */
const oneProject: ReadonlyMap<string, string> = new Map([
  ['gnucobol3', 'gnucobol'],
  ['gnucobol4', 'gnucobol'],
  ['tomcat9', 'tomcat10'],
  ['rasqal', 'librdf-query-perl'],
  ['tracker', 'librdf-query-perl'],
  ['librdf-trine-perl', 'librdf-query-perl'],
  ['libattean-perl', 'librdf-query-perl'],
]);

/** @param path inside the package. @param packageProject the project of the package, from {@link projectOfAddress}. */
export function projectOfFile(path: string, packageProject: string): string {
  for (const [pattern, name] of inPath) {
    const found = pattern.exec(`/${path}`);
    if (found !== null) return name(found).toLowerCase();
  }
  return oneProject.get(packageProject) ?? packageProject;
}

/**
 * The project that the address of a home page or repository names, if it is on a code forge. The same project then has the same name in all
 * registries.
 * @returns `fallback` for any other address.
 */
export function projectOfAddress(address: string, fallback: string): string {
  const found = /(?:^|[/@.:])(github\.com|gitlab\.com|codeberg\.org|bitbucket\.org)[/:]([\w.-]+)\/([\w.-]+)/i.exec(address);
  const short = /^(?:github:)?([\w.-]+)\/([\w.-]+)$/.exec(address);
  if (found !== null) return `${found[1]}/${found[2]}/${found[3]?.replace(/\.git$/, '')}`.toLowerCase();
  if (short !== null) return `github.com/${short[1]}/${short[2]}`.toLowerCase();
  return fallback.toLowerCase();
}
