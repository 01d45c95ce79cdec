/** Web languages and their templates, mostly from npm packages that ship their sources. */
import type { SourceTable } from '../source.ts';
import { debian, debianSource, npm } from './package-names.ts';

export const webSources: SourceTable = {
  coffeescript: [
    ...debian('ruby-poltergeist node-seq node-coffeeify'),
    ...debianSource('camo jquery-at.js jquery-caret.js libjs-chosen node-bootstrap-tour node-turbolinks'),
    ...debianSource('node-coffee-loader node-performance-now'),
    ...npm('hubot-scripts@2.17.2 hubot-slack@4.10.0 hubot-pugme@0.1.1 hubot-google-images@0.2.7 hubot-schedule@0.4.1 hubot-auth@2.1.0'),
    ...npm('hubot-tictactoe@0.1.0 hubot-seen@1.0.1 hubot-darksky@1.1.0 hubot-insulter@1.0.2 hubot-google-translate@0.2.1 hubot-maps@0.0.3'),
    ...npm('algebrite@1.4.0 fairmont@1.1.6 teacup@2.0.0 levenshtein-distance@0.0.2 gaugeJS@1.3.9 eco@1.0.3'),
    ...npm('coffee-script@1.12.7 coffeelint@2.1.0 cson@8.4.0 iced-runtime@1.0.4 autocreate@1.2.0 coffee@5.5.1 ibrik@2.0.0 csextends@1.2.0'),
  ],
  haml: debian('ruby-haml-rails ruby-kaminari-core redmine-plugin-redhopper'),
  css: [
    ...debian('libjs-dojo-dojox gtk-4-tests mediawiki wordpress tdiary-theme request-tracker4 libjs-bootstrap4 libjs-codemirror cacti'),
    ...npm('normalize.css@8.0.1 bootstrap@5.3.8 spectre.css@0.5.9 uikit@3.25.25 animate.css@4.1.1 leaflet@1.9.4 codemirror@6.65.7'),
  ],
  elm: [...debian('golang-github-prometheus-alertmanager-dev'), ...npm('elm-review@2.13.5 elm-test@0.19.1 node-elm-compiler@5.0.6')],
  erb: debian(
    'puppet-module-puppetlabs-apache puppet-module-voxpupuli-collectd puppet-strings passenger debci ruby-doorkeeper ruby-web-console ' +
      'ruby-foreman ruby-exception-notification ruby-railties puppet-module-puppetlabs-haproxy ruby-kaminari-core mcollective-common',
  ),
  asp: [...debian('asp.net-examples libapache-asp-perl')],
  glsl: [
    ...debian('kodi-visualization-shadertoy-data python3-vispy minetest-data kitty darkradiant openmw-data piglit glmark2-data'),
    ...npm('glsl-noise@0.0.0 @luma.gl/shadertools@9.4.2 three@0.187.0'),
  ],
  graphql: [
    ...debian('golang-github-vektah-gqlparser-dev'),
    ...npm('@octokit/graphql-schema@15.26.1 graphql-markdown@7.3.0 graphql-codegen@0.4.0 @pothos/plugin-add-graphql@4.2.1 graphql@17.1.0'),
    ...npm('@aws-amplify/graphql-model-transformer@3.5.0 gatsby@5.16.1 @apollo/federation-internals@2.14.4'),
  ],
  handlebars: [
    ...debian('mediawiki cfengine3 node-express rust-doc'),
    ...npm('ember-cli@7.3.0 ember-source@7.3.0 gscan@6.6.1 newman-reporter-htmlextra@1.23.1 handlebars-layouts@3.1.4 hbs@4.3.1'),
    ...npm(
      'liquid-fire@0.37.1 ember-cli-template-lint@2.0.2 express-hbs@3.0.0 handlebars@4.7.10 mustache@4.2.0 @openapitools/openapi-generator-cli@2.41.0',
    ),
    ...npm(
      'ember-power-select@9.0.2 ember-bootstrap@6.7.0 ember-cli-addon-docs@11.0.0 ember-paper@1.0.0 plop@4.0.5 nodemailer-express-handlebars@7.0.0',
    ),
  ],
  html: [
    ...debian(
      'debian-handbook python3-django-horizon node-less libjs-jquery-ui-docs openjdk-17-doc apache2-doc postgresql-doc-15 bash-doc',
    ),
    ...debian('gnome-user-docs libgtk-4-doc python3-sphinx tomcat10-docs swi-prolog-doc nginx-doc sqlite3-doc firebird3.0-doc rust-doc'),
  ],
  javascript: npm(
    'express@5.3.0 lodash@4.18.1 react-transition-group@4.4.5 jquery@4.0.0 async@3.2.6 webpack@5.112.2 eslint@10.15.0 mocha@12.0.3 d3@7.9.2 ' +
      'three@0.187.0 backbone@1.6.1 underscore@1.13.8 shelljs@0.10.0 socket.io@4.8.4 mongoose@9.12.1 sequelize@6.37.8 ramda@0.32.0 fastify@5.12.8 ' +
      'koa@3.2.1 grunt@1.6.3 gulp@5.0.1 yargs@18.2.0 commander@15.1.0 moment@2.31.0 knex@3.3.0 pug@3.0.4 jade@1.11.0 dependency-cruiser@18.7.2 ' +
      'prettier@3.10.1 nunjucks@3.2.4 winston@3.19.0 passport@0.7.0 body-parser@2.4.0 ejs@7.0.2 marked@18.2.1 chalk@6.0.1 ' +
      'inquirer@14.2.5 nodemon@3.1.14 bluebird@3.7.2 request@2.88.2 cheerio@1.2.0 jsdom@31.0.1 karma@6.4.4 phaser@4.2.1',
  ),
  jinja: debian(
    'ansible lava-server python3-barectf python3-nbconvert python3-octavia python3-pyramid-jinja2 python3-xsdata python3-autobahn pelican ' +
      'python3-mne python3-distributed ceph-mgr-cephadm neutron-common python3-django-pipeline python3-stetl reuse mkdocs-material',
  ),
  django: debian(
    'python3-django-horizon python3-django-hyperkitty python3-django-postorius python3-djangorestframework python3-django lava-server',
  ),
  jsx: npm(
    'react-big-calendar@1.20.0 react-widgets@5.8.6 react-joyride@3.2.0 rc-tree@1.15.2 rc-select@6.9.4 rc-calendar@9.15.11 rc-table@6.10.15 ' +
      'react-dates@21.8.0 react-toolbox@1.3.4 react-bootstrap-table@4.3.1 griddle-react@1.13.1 react-color@2.19.3 react-slick@0.31.0 ' +
      'material-ui@0.20.2 react-select@1.3.0 react-dropzone@4.3.0 react-modal@3.16.3 react-autosuggest@10.1.0 react-virtualized@10.0.0 ' +
      'recharts@1.8.6 victory@37.3.6 react-day-picker@7.4.10 grommet@1.13.0 reactstrap@8.10.1 semantic-ui-react@2.1.5 ' +
      'react-native-animatable@1.4.0 react-native-modal@13.0.2 react-native-swiper@1.6.0 react-native-elements@3.4.3 react-native-drawer@2.5.1 ' +
      'react-vis@1.12.1 rebass@4.0.7 react-table@6.11.5 react-image-gallery@2.1.2 react-burger-menu@3.1.0',
  ),
  less: [
    ...debian('mediawiki libjs-dojo-dojox node-less tryton-sao libjs-bootstrap openrefine icingaweb2 roundcube-core tt-rss'),
    ...npm(
      'antd@4.24.16 bootstrap@3.4.1 semantic-ui-less@2.5.0 lesshat@4.1.0 antd-mobile@2.3.4 ng-zorro-antd@22.1.1 uikit@3.25.25 rsuite@6.2.4 iview@3.5.4',
    ),
  ],
  pug: [...debian('libjs-spectre-docs'), ...npm('express-generator@4.16.1 pug@3.0.4 jade@1.11.0 ui-grid@0.0.0')],
  sass: [
    ...debian('sass-stylesheets-bulma furo libjs-rainbow compass-fancy-buttons-plugin'),
    ...npm('bulma@0.9.4 bulma-extensions@6.2.7 vuetify@2.7.2'),
  ],
  scss: [
    ...debian('r-cran-bslib ceph-mgr-dashboard sass-stylesheets-compass python3-django-hyperkitty wordpress-theme-twentytwentyone'),
    ...npm(
      'bootstrap@5.3.8 foundation-sites@6.9.0 bourbon@7.3.0 bourbon-neat@4.0.0 susy@3.0.8 breakpoint-sass@3.0.0 compass-mixins@0.12.12',
    ),
    ...npm('@material/theme@14.0.0 @material/button@14.0.0 @material/list@14.0.0 spectre.css@0.5.9 bulma@1.0.4 @angular/material@22.2.0'),
    ...npm(
      'primeng@17.18.15 bulma-calendar@7.1.1 @fortawesome/fontawesome-free@7.3.1 govuk-frontend@6.6.0 uswds@2.14.0 carbon-components@11.66.1',
    ),
    ...npm('include-media@2.0.0 rfs@10.0.0 @primer/css@22.3.2 nprogress@0.2.0 swiper@14.4.0 element-ui@2.15.14'),
  ],
  svelte: npm(
    'svelte-sonner@1.2.1 svelte-select@6.0.0 @melt-ui/svelte@0.86.6 svelte-portal@2.2.1 svelte-markdown@0.4.1 @xyflow/svelte@1.7.0 ' +
      '@testing-library/svelte@5.4.2 @lucide/svelte@1.48.0 @iconify/svelte@5.2.2 @sveltejs/kit@3.2.0 svelte-dnd-action@0.9.79 flowbite-svelte@1.33.1 ' +
      'carbon-components-svelte@0.112.1 svelte-navigator@3.2.2 svelte-routing@2.13.0 sveltestrap@5.11.3 smelte@1.1.8 svelte-french-toast@1.2.0 ' +
      'bits-ui@2.21.0 @skeletonlabs/skeleton@5.0.1 svelte-headlessui@0.0.46 svelte-feather-icons@4.2.0 framework7-svelte@9.1.2',
  ),
  tsx: npm(
    'react-native-tab-view@4.3.3 react-native-drawer-layout@4.2.11 react-native-reanimated-carousel@5.1.1 @gorhom/bottom-sheet@5.2.14 ' +
      'react-native-modal-datetime-picker@18.0.0 @shopify/flash-list@2.3.2 @shopify/restyle@2.4.5 react-native-gifted-chat@3.4.0 ' +
      '@react-navigation/stack@7.11.2 @rneui/base@5.0.0 native-base@3.4.28 tamagui@3.3.3 react-day-picker@10.0.2 @blueprintjs/core@6.20.0 ' +
      'antd-mobile@5.43.0 react-admin@5.15.4 ra-ui-materialui@5.15.4 @docusaurus/theme-classic@3.10.2 @wordpress/components@41.0.0 ' +
      '@wordpress/block-editor@18.0.0 stream-chat-react-native-core@9.9.1 rn-placeholder@3.0.3 react-instantsearch@7.50.1 payload@3.90.2 ' +
      '@refinedev/antd@6.0.3 @mantine/core@9.7.4 @tremor/react@3.18.7 react-hot-toast@2.6.1 vaul@1.1.2 react-resizable-panels@4.24.0 zustand@5.1.0',
  ),
  typescript: npm(
    'rxjs@7.8.2 typeorm@1.1.1 zod@4.6.7 @nestjs/schematics@12.0.6 ionic-angular@3.9.10 uuid@14.0.3 type-fest@5.10.0 ts-morph@28.0.0 ' +
      '@angular/cdk@22.2.7 date-fns@4.4.0 xstate@5.33.3 @babylonjs/core@9.31.0 @ionic/core@9.0.5 immer@11.2.10 @trpc/server@11.25.2 ' +
      '@aws-sdk/client-s3@3.1169.0 @azure/storage-blob@12.34.0 vscode-languageclient@11.0.0 graphql-yoga@5.24.1 ' +
      'react-hook-form@7.92.0 @tanstack/query-core@5.108.0 ol@10.10.0 viem@2.57.20 ethers@6.17.0 hono@4.13.19 io-ts@2.2.22 fp-ts@2.16.11 mobx@7.1.3 ' +
      '@xterm/xterm@6.0.0 maplibre-gl@6.17.0 effect@4.1.0 type-graphql@1.1.1 tslib@2.9.1 lit@3.3.3 tsyringe@4.10.0 pixi.js@8.22.0',
  ),
  twig: [
    ...debian('phpmyadmin simplesamlphp php-symfony-web-profiler-bundle compass-normalize-plugin php-symfony-twig-bridge'),
    ...debianSource('php-twig phpmyadmin symfony'),
    ...npm('@pattern-lab/starterkit-twig-demo@6.1.0 @openeuropa/bcl-twig-templates@0.5010.202609231930 swig-templates@2.0.3 twig@3.0.0'),
  ],
  vue: [
    ...debian('glances qgis-server-common libjs-vue-router'),
    ...npm('iview@3.5.4 element-ui@2.15.14 vuetify@4.3.0 vue-multiselect@3.5.0 vue-select@3.20.4 bootstrap-vue@2.23.1 buefy@3.1.0'),
    ...npm(
      '@vueup/vue-quill@1.5.5 vue-easytable@2.27.1 vuesax@3.12.2 vux@2.11.2 mint-ui@2.2.13 view-design@4.7.0 vue-cropper@1.1.4 vue2-datepicker@3.11.1',
    ),
    ...npm(
      '@nuxt/ui@4.11.2 @nextcloud/vue@9.13.0 vuepress-theme-hope@1.30.0 vitepress@1.6.4 vuepress@1.9.10 primevue@5.0.2 shadcn-vue@2.8.2',
    ),
    ...npm(
      'vue-simple-calendar@7.2.2 v-calendar@3.1.2 vue-slider-component@3.2.24 vue-advanced-cropper@2.8.9 quasar@2.34.0 naive-ui@2.45.3 vue-tel-input@9.8.0',
    ),
  ],
};
