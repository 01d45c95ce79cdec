/**
 * More projects to learn from, of the types that the detector was weakest at when it was measured. None of them is in the list that is measured
 * with, or carries a text of it: those that do (relion, go-for-it, hexo-theme-vivia) are left out.
 */
import type { SourceTable } from '../source.ts';
import { debian, debianSource, npm } from './name.ts';

/** Manual pages and guides in AsciiDoc that their projects call `.txt`. */
const guides = /\/(doc|docs|Documentation|man)\/([\w-]+\/)?[\w.-]+\.txt$/;

export const weakestSources: SourceTable = {
  asciidoc: [
    ...debian(
      'ruby-rubocop-performance linuxcnc-doc-en open-adventure gpsd reposurgeon libopenscap-dev sogo os-autoinst csync2 json2file-go',
    ),
    ...debianSource('chrony pacman-package-manager'),
    ...debianSource('herbstluftwm nvme-cli zeromq3 libmodbus', guides),
    ...debianSource('gitmagic', /\/en\/[\w-]+\.txt$/),
    ...npm('@asciidoctor/reveal.js@5.2.0 @springio/antora-extensions@1.14.13'),
  ],
  cuda: [
    ...debian('libtorch-dev python3-numba libcu++-dev libstarpu-dev blender-data'),
    ...debianSource('darknet bart starpu faiss nvidia-texture-tools pytorch-vision'),
    ...npm('nodejs-whisper@0.3.1'),
  ],
  dart: npm('flutter-pro-max-cli@2.7.0'),
  ejs: [
    ...debian('rabbitmq-server node-ejs'),
    ...npm('hexo-theme-kratos-rebirth@3.0.1 hexo-theme-async@2.2.7 hexo-theme-reimu@1.12.6'),
    ...npm('hexo-theme-suka@1.4.0 hexo-theme-nexmoe@4.2.2 hexo-theme-a4@2.0.1 sails-generate@2.0.13'),
    ...npm('ep_etherpad-lite@1.8.14 @ecomplus/storefront-template@2.0.0-beta.301'),
  ],
  elixir: npm('phoenix_html@4.3.0 phoenix_typed_hook@0.18.2'),
  fsharp: npm('fable-elmish@0.8.1 fable-arch@0.10.1 generator-aspnet@0.3.3 ts2fable@0.7.1'),
  haxe: debian('mongrel2-core'),
  hcl: [
    ...debianSource('golang-github-hashicorp-go-discover python-pyhcl golang-github-alecthomas-kong-hcl'),
    ...npm('@nx-extend/terraform@9.0.1 js-hcl-parser@1.0.1 json-to-tf@0.3.1'),
  ],
  julia: debianSource('utf8proc'),
  ocaml: debian(
    'libbase-ocaml-dev libppxlib-ocaml-dev liblablgtk3-ocaml-doc libocamlnet-ocaml-doc libjs-of-ocaml-dev libcmdliner-ocaml-dev',
  ),
  pug: npm(
    'keystone@4.2.1 kue@0.11.6 wintersmith@2.5.0 aglio-theme-olio@1.6.3 styledocco@0.6.6 groc@0.8.0 harp@0.50.1 jade-bootstrap@1.0.14 ' +
      'hexo-theme-yun@1.10.11 hexo-theme-solitude@4.0.0 hexo-theme-shokax@0.5.4 sails-generate-views-jade@0.10.4 ' +
      'generator-website-starter@1.0.9',
  ),
  sgml: [
    ...debian('nwchem-data cli-common flickcurl-doc libgtkglext1-doc opensp openjade'),
    ...debianSource('docbook-utils bird2 fontconfig docbook2x'),
  ],
  vala: [
    ...debian('anjuta-common geany-common liblunar-calendar-doc liblunar-date-doc libayatana-appindicator3-dev libdee-1.0-4'),
    ...debian('libpulse-dev libatasmart-dev libcanberra-gtk-common-dev'),
    ...debianSource('four-in-a-row mate-window-applets ibus-kkc libkkc nuntius-linux bookworm akira'),
  ],
};

/** Projects of these packages that are learned from whatever their hash says: what is measured with was chosen before they were fetched. */
export const learnedAnyway: readonly string[] = [
  'geany',
  'herbstluftwm',
  'zeromq3',
  'github.com/facebookresearch/faiss',
  'github.com/juliastrings/utf8proc',
  'darknet',
  'mongrel2',
  'github.com/automattic/kue',
  'github.com/omnisharp/generator-aspnet',
  'github.com/fable-compiler/fable-arch',
  'github.com/fable-compiler/fable-elmish',
  'github.com/keystonejs/keystone',
  'github.com/yetist/lunar-calendar',
  'github.com/ecomplus/storefront',
  'github.com/theme-nexmoe/hexo-theme-nexmoe',
  'github.com/hashicorp/go-discover',
  'docbook-utils',
  'bird2',
  'fontconfig',
  'github.com/d-sketon/hexo-theme-reimu',
  'npm/flutter-pro-max-cli',
  'github.com/virtuald/pyhcl',
  'github.com/linbit/csync2',
  'github.com/everfu/hexo-theme-solitude',
  'github.com/maluns/hexo-theme-async',
  'npm/phoenix_html',
  'github.com/sintaxi/harp',
  'github.com/theme-shoka-x/hexo-theme-shokax',
  'github.com/danielgtaylor/aglio',
  'github.com/yunyoujun/hexo-theme-yun',
  'gpsd',
];
