/** Which upstream project a file is of, so that whole projects are held out. Pure. */

/** Trees that hold many projects: what the path calls each of them. The first that matches counts. */
const inPath: readonly [RegExp, (found: RegExpExecArray) => string][] = [
  [/\/gocode\/src\/(github\.com\/[^/]+\/[^/]+)\//, (found) => `${found[1]}`],
  [/\/texmf-dist\/(?:doc|tex|bibtex|metapost|fonts\/source|scripts|source)\/[^/]+\/([^/]+)\//, (found) => `ctan/${found[1]}`],
  [/\/vim\/vim\d+\/pack\/[^/]+\/(?:opt|start)\/([^/]+)\//, (found) => `vim/${found[1]}`],
];

/** Packages that differ in little: of one upstream in several versions, or with the same tests (of W3C's working groups for RDF). */
const oneProject: ReadonlyMap<string, string> = new Map([
  ['gnucobol3', 'gnucobol'],
  ['gnucobol4', 'gnucobol'],
  ['tomcat9', 'tomcat10'],
  ['rasqal', 'librdf-query-perl'],
  ['tracker', 'librdf-query-perl'],
  ['librdf-trine-perl', 'librdf-query-perl'],
  ['libattean-perl', 'librdf-query-perl'],
]);

/** @param path inside its package; @param packageProject what {@link projectOfAddress} made of the package. */
export function projectOfFile(path: string, packageProject: string): string {
  for (const [pattern, name] of inPath) {
    const found = pattern.exec(`/${path}`);
    if (found !== null) return name(found).toLowerCase();
  }
  return oneProject.get(packageProject) ?? packageProject;
}

/**
 * The project that a home page or a repository's address names, where it is one on a forge: the same project then has one name in all
 * registries.
 * @returns `fallback` for every other address.
 */
export function projectOfAddress(address: string, fallback: string): string {
  const found = /(?:^|[/@.:])(github\.com|gitlab\.com|codeberg\.org|bitbucket\.org)[/:]([\w.-]+)\/([\w.-]+)/i.exec(address);
  const short = /^(?:github:)?([\w.-]+)\/([\w.-]+)$/.exec(address);
  if (found !== null) return `${found[1]}/${found[2]}/${found[3]?.replace(/\.git$/, '')}`.toLowerCase();
  if (short !== null) return `github.com/${short[1]}/${short[2]}`.toLowerCase();
  return fallback.toLowerCase();
}
