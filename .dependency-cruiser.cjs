// Who may import whom. The reasons are in ARCHITECTURE.md; planted violations of each rule are caught in
// apps/server/test/boundaries.

const { below, known } = require('./scripts/check/module-graph.cjs')
const { webRules } = require('./scripts/check/web-boundaries.cjs')

const modules = 'apps/server/src/modules'
const platform = 'apps/server/src/platform'
const test = String.raw`\.test\.tsx?$`

const anyOf = (names) => `(?:${names.join('|')})`
const npm = (names) => `(?:^|/)node_modules/(?:@types/)?${anyOf(names)}/`
const database = npm(['pg', 'pg-pool', 'pg-copy-streams', 'graphile-worker'])
const http = npm(['fastify', 'fastify-[^/]+', '@fastify/[^/]+'])
const role = (...roles) => String.raw`^${modules}/[^/]+/[^/]+\.${anyOf(roles)}\.ts$`

const moduleGraph = known.map((name) => ({
  name: 'modules-point-down',
  comment: `The module ${name} imports only: ${below(name).join(', ') || 'no module'}. An upward need is an event or a registry.`,
  severity: 'error',
  from: { path: `^${modules}/${name}/`, pathNot: test },
  to: { path: `^${modules}/[^/]+/`, pathNot: `^${modules}/${anyOf([name, ...below(name)])}/` },
}))

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

const server = [
  rule(
    'module-in-graph',
    'A module has its place in the table of levels.',
    { path: `^${modules}/`, pathNot: `^${modules}/${anyOf(known)}/` },
    {},
  ),
  ...moduleGraph,
  rule(
    'module-door',
    'A module is entered through its index.ts.',
    { path: `^${modules}/([^/]+)/`, pathNot: test },
    { path: `^${modules}/[^/]+/`, pathNot: [`^${modules}/$1/`, String.raw`/index\.ts$`] },
  ),
  rule(
    'module-door-from-above',
    'A module is entered through its index.ts.',
    { path: '^apps/server/src/', pathNot: `^${modules}/` },
    { path: `^${modules}/[^/]+/`, pathNot: String.raw`/index\.ts$` },
  ),
  rule(
    'platform-knows-no-module',
    'The platform serves every module and knows none.',
    { path: `^${platform}/` },
    { path: '^apps/server/src/', pathNot: `^${platform}/` },
  ),
  rule(
    'sql-in-stores',
    'The driver belongs to stores, read models and the platform.',
    { path: `^${modules}/`, pathNot: [role('store', 'read-model', 'sql'), test] },
    { path: database },
  ),
  rule(
    'http-in-routes',
    'Fastify belongs to routes and the platform.',
    { path: `^${modules}/`, pathNot: [role('routes'), test] },
    { path: [http, `^${platform}/http/`] },
  ),
  rule(
    'rules-are-pure',
    'Rules are functions of what they are given: no database, no HTTP, no clock, no files.',
    { path: role('rules') },
    {
      path: [
        database,
        http,
        `^${platform}/(?!actor|errors)`,
        role('store', 'read-model', 'service', 'routes', 'jobs', 'listeners', 'policy'),
      ],
    },
  ),
  rule(
    'rules-know-only-types-of-others',
    'A rule may name the types of a lower module; what it does needs none.',
    { path: `^${modules}/([^/]+)/[^/]+[.]rules[.]ts$` },
    {
      path: `^${modules}/`,
      pathNot: `^${modules}/$1/`,
      dependencyTypesNot: ['type-only'],
    },
  ),
  rule(
    'rules-use-no-node',
    'Rules run the same in a browser: no Node modules.',
    { path: role('rules') },
    { dependencyTypes: ['core'] },
  ),
  rule(
    'store-reads-and-writes',
    'A store or read model uses the database, and the rules and policy of its own module; it calls nobody.',
    { path: role('store', 'read-model') },
    {
      path: [
        http,
        `^${platform}/(?!db/)`,
        role('store', 'read-model', 'service', 'routes', 'jobs', 'listeners'),
      ],
      dependencyTypesNot: ['type-only'],
    },
  ),
  rule(
    'store-stays-home',
    'A store or read model may name the types of a lower module, and does nothing with it.',
    { path: `^${modules}/([^/]+)/[^/]+[.](?:store|read-model)[.]ts$` },
    { path: `^${modules}/`, pathNot: `^${modules}/$1/`, dependencyTypesNot: ['type-only'] },
  ),
  rule(
    'service-below-routes',
    'A service does not know who calls it.',
    { path: role('service', 'jobs', 'listeners', 'policy') },
    { path: role('routes') },
  ),
  rule(
    'routes-call-the-service',
    'Routes translate HTTP for the service of their own module.',
    { path: `^${modules}/([^/]+)/[^/]+[.]routes[.]ts$` },
    {
      path: [database, `^${modules}/`, `^${platform}/(?!http/|actor|errors)`],
      pathNot: String.raw`^${modules}/$1/[^/]+\.(?:service|routes|policy|rules)\.ts$`,
    },
  ),
]

const packages = [
  rule(
    'packages-below-apps',
    'Packages know no application.',
    { path: '^packages/' },
    { path: '^(?:apps|bench|e2e|faults)/' },
  ),
  rule(
    'contracts-are-pure',
    'Contracts and conditions run everywhere: zod and nothing else.',
    { path: '^packages/(?:contracts|conditions)/src/' },
    { pathNot: ['^packages/(?:contracts|conditions|rich-text)/src/', npm(['zod'])] },
  ),
  rule(
    'plain-contracts-bring-nothing',
    'What screens read before they need a schema brings none with it.',
    { path: '^packages/contracts/src/plain/' },
    { pathNot: ['^packages/contracts/src/plain/'] },
  ),
  rule(
    'rich-text-is-pure',
    'Rich text is read everywhere, and needs nothing for it.',
    { path: '^packages/rich-text/src/' },
    { pathNot: ['^packages/rich-text/src/'] },
  ),
  rule(
    'formulas-are-pure',
    'Formulas run everywhere: the expression parser, the comparisons of conditions, and nothing else.',
    { path: '^packages/formulas/src/' },
    { pathNot: ['^packages/(?:formulas|conditions)/src/', npm(['jsep'])] },
  ),
  rule(
    'scores-are-pure',
    'Scores are worked out everywhere alike: the types of the contract, and nothing else.',
    { path: '^packages/scores/src/' },
    { pathNot: ['^packages/scores/src/', '^packages/contracts/src/health[.]ts$'] },
  ),
  rule(
    'conditions-below-contracts',
    'Contracts may speak of rules; the rule language knows no contract.',
    { path: '^packages/conditions/src/' },
    { path: '^packages/contracts/' },
  ),
]

const everywhere = [
  rule(
    'no-cycles',
    'Two files that need each other are one, or three. Types and lazily loaded files may look back.',
    {},
    { circular: true, viaOnly: { dependencyTypesNot: ['type-only', 'dynamic-import'] } },
  ),
  rule(
    'no-orphans',
    'A file that nothing imports and that imports nothing is left over.',
    { orphan: true, pathNot: [test, String.raw`\.d\.ts$`, String.raw`\.config\.ts$`, '^apps/web/public/'] },
    {},
  ),
  rule('resolvable', 'An import that leads nowhere hides from every rule.', {}, { couldNotResolve: true }),
]

module.exports = {
  forbidden: [...server, ...packages, ...webRules, ...everywhere],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['(?:^|/)dist/', '/bench/results/'] },
    tsPreCompilationDeps: true,
    moduleSystems: ['es6'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.d.ts', '.css', '.json'],
      mainFields: ['module', 'main', 'types'],
    },
  },
}
