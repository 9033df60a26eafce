// Who may import whom within the web application. The reasons are in ARCHITECTURE.md.
const web = 'apps/web/src'
const test = String.raw`\.test\.tsx?$`

const npm = (names) => `(?:^|/)node_modules/(?:@types/)?(?:${names.join('|')})/`
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

exports.webRules = [
  rule(
    'web-knows-no-server',
    'The web application is a client of the public API.',
    { path: '^apps/web/' },
    { path: '^(?:apps/server|bench|e2e|faults)/' },
  ),
  rule(
    'server-knows-no-web',
    'The server serves whatever web application was built.',
    { path: '^apps/server/' },
    { path: '^(?:apps/web|bench|e2e|faults)/' },
  ),
  rule(
    'web-features-apart',
    'A feature imports entities, components, ui, api, paths and the type of its registration. What two features need is an entity.',
    { path: `^${web}/features/([^/]+)/`, pathNot: test },
    {
      path: `^${web}/`,
      pathNot: [
        `^${web}/features/$1/`,
        `^${web}/(?:entities|components|ui|api)/`,
        `^${web}/(?:paths|feature)[.]ts$`,
      ],
    },
  ),
  rule(
    'web-parts-below-features',
    'Entities, components, ui and api serve every screen and know none.',
    { path: `^${web}/(?:entities|components|ui|api)/`, pathNot: test },
    { path: `^${web}/`, pathNot: `^${web}/(?:entities|components|ui|api|paths)\\b` },
  ),
  rule(
    'web-entity-door',
    'An entity is entered through its index.ts.',
    { path: `^${web}/entities/([^/]+)/`, pathNot: test },
    { path: `^${web}/entities/`, pathNot: [`^${web}/entities/$1/`, `^${web}/entities/[^/]+/index[.]ts$`] },
  ),
  rule(
    'web-entity-door-from-above',
    'An entity is entered through its index.ts.',
    { path: `^${web}/`, pathNot: [`^${web}/entities/`, test] },
    { path: `^${web}/entities/`, pathNot: `^${web}/entities/[^/]+/index[.]ts$` },
  ),
  rule(
    'web-components-are-neutral',
    'Components would serve another product as well: they know no entity.',
    { path: `^${web}/components/`, pathNot: test },
    { path: `^${web}/entities/` },
  ),
  rule(
    'web-calls-in-one-place',
    'The API is called in the *.calls.ts of an entity or a feature, and nowhere else.',
    { path: `^${web}/`, pathNot: [`^${web}/(?:api|ui)/`, '[.]calls[.]ts$', test] },
    { path: `^${web}/api/(?:client|gateway)[.]ts$` },
  ),
  rule(
    'web-ui-is-plain',
    'Primitives draw what they are given: no router, no queries, no API, no part above them.',
    { path: `^${web}/ui/` },
    {
      path: [
        `^${web}/(?!ui/)`,
        '^packages/api-client/',
        npm(['@tanstack/react-router', '@tanstack/react-query', 'openapi-fetch']),
      ],
    },
  ),
  rule(
    'web-api-draws-nothing',
    'The client of the API shows nothing.',
    { path: `^${web}/api/` },
    { path: `^${web}/(?:entities|components|ui)/` },
  ),
]
