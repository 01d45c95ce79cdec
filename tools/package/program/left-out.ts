/** The files of npm packages that nobody reads when Hub runs. Licences always stay. */

const licence = /(?:^|\/)(?:licen[cs]e|copying|notice)[^/]*$/i;

/** Everywhere: declarations, maps, documents, sources that were compiled, and what a package tests itself with. */
const everywhere: readonly RegExp[] = [
  /\.(?:d\.[cm]?ts|ts|map|md|markdown|flow|html|css|scss|tsbuildinfo)$/i,
  /(?:^|\/)(?:tests?|__tests__|docs?|examples?|website|benchmarks?|coverage|\.github)\//,
  /(?:^|\/)(?:\.[^/]{1,80}|Makefile|package-lock\.json|yarn\.lock|tsconfig[^/]*\.json)$/,
];

interface Kept {
  /** The files that are used, of which the others are variants for other systems or other ways of loading. */
  readonly only: RegExp;
}

/** By the name of the package. */
const particular: Readonly<Record<string, Kept>> = {
  'tesseract.js-core': { only: /^(?:package\.json|tesseract-core-simd-lstm\.(?:js|wasm))$/ },
  '@tesseract.js-data/eng': { only: /^(?:package\.json|index\.js|4\.0\.0_best_int\/.*)$/ },
  '@hyzyla/pdfium': { only: /^(?:package\.json|dist\/(?:index\.esm\.js|pdfium\.wasm|chunk[^/]*|[^/]*\.(?:mjs)))$/ },
  koffi: { only: /^(?:package\.json|(?:src\/koffi\/(?:src\/)?)?[^/]*\.c?js)$/ },
  '@koromix/koffi-linux-x64': { only: /^(?:package\.json|index\.js|linux_x64\/.*)$/ },
  // The program has what it needs of it (`bundled-program.ts`).
  zod: { only: /^package\.json$/ },
  x11: { only: /^(?:package\.json|lib\/.*)$/ },
  '@e965/xlsx': { only: /^(?:package\.json|xlsx\.mjs|dist\/cpexcel\.full\.mjs)$/ },
};

/** Whether a file of a package is left out, or a folder, which ends in a slash. `file` is relative to the package's folder, with forward slashes. */
export function isLeftOut(packageName: string, file: string): boolean {
  if (licence.test(file)) return false;
  // A folder may have a file in it that is used.
  const kept = file.endsWith('/') ? undefined : particular[packageName];
  return (kept !== undefined && !kept.only.test(file)) || everywhere.some((one) => one.test(file));
}
