import { expect, test } from '@jest/globals';
import { sectionsOfFlows } from '../request/sections-of-flows.ts';

// Where third-party modules lead, as the sources of their translate and map-to-storage hooks have it.

const PLACES = ['<Directory "/srv/htdocs">', '<Directory "/srv/wsgi">'];
const OF_ROOT = ['<directory /srv/htdocs>', '<location /app>'];
const OF_SCRIPT = ['<directory /srv/wsgi>', '<location /app>'];
const OF_NONE = ['<location /app>'];

test.each([
  ['WSGIScriptAlias /app /srv/wsgi/app.wsgi', [OF_SCRIPT]],
  ['WSGIScriptAlias / /srv/wsgi/app.wsgi process-group=x', [OF_SCRIPT]],
  ['WSGIScriptAlias /ap /srv/wsgi/app.wsgi', [OF_ROOT]],
  ['WSGIScriptAlias /app /srv/wsgi/app.wsgi\nAlias /app /srv/htdocs', [OF_ROOT]],
  ['WSGIScriptAliasMatch ^/app/(.*) /srv/wsgi/$1.wsgi', [OF_SCRIPT, OF_ROOT]],
  ['JkMount /app/* worker', [OF_NONE, OF_ROOT]],
  ['JkMount /app worker', [OF_NONE, OF_ROOT]],
  ['JkMount /app|/* worker', [OF_NONE, OF_ROOT]],
  ['JkMount *.jsp worker', [OF_NONE, OF_ROOT]],
  ['JkMount /a* worker', [OF_NONE, OF_ROOT]],
  ['JkMount /other/* worker', [OF_ROOT]],
  ['JkMountFile conf/uri.properties', [OF_NONE, OF_ROOT]],
  ['WebSpherePluginConfig /opt/was/plugin-cfg.xml', [OF_NONE, OF_ROOT]],
  ['<Location /app>\nJkMount worker\n</Location>', [OF_NONE, OF_ROOT]],
  ['<Location /app>\nDAV svn\nSVNPath /srv/svn\n</Location>', [OF_NONE, OF_ROOT]],
  ['SCGIMount /app 127.0.0.1:4000', [OF_NONE, OF_ROOT]],
  ['PassengerBaseURI /app', [OF_NONE, OF_ROOT]],
  ['RailsBaseURI /app', [OF_NONE, OF_ROOT]],
  ['PassengerEnabled on', [OF_NONE, OF_ROOT]],
  ['PassengerEnabled off', [OF_ROOT]],
  ['PerlTransHandler My::Trans', [OF_NONE, OF_ROOT, OF_SCRIPT]],
])('%j: %j', (lines, met) => {
  const found = sectionsOfFlows(lines, '/app', ...PLACES).map((kinds) => kinds.join());
  expect(new Set(found)).toEqual(new Set(met.map((kinds) => kinds.join())));
});
