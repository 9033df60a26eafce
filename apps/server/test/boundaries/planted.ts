const modules = 'apps/server/src/modules'
const web = 'apps/web/src'

/** A file with one forbidden import, and the rule that must catch it. */
export interface Planted {
  rule: string
  file: string
  imports: string
  /** Further rules that see the same import. */
  alsoCaughtBy?: readonly string[]
}

export const planted: readonly Planted[] = [
  { rule: 'module-in-graph', file: `${modules}/weather/index.ts`, imports: '../../platform/errors.ts' },
  { rule: 'modules-point-down', file: `${modules}/field/field.jobs.ts`, imports: '../record/index.ts' },
  { rule: 'modules-point-down', file: `${modules}/lifecycle/stage.service.ts`, imports: '../field/index.ts' },
  { rule: 'module-door', file: `${modules}/record/record.jobs.ts`, imports: '../field/field.service.ts' },
  {
    rule: 'module-door-from-above',
    file: 'apps/server/src/bin/seed.ts',
    imports: '../modules/record/record.service.ts',
  },
  {
    rule: 'platform-knows-no-module',
    file: 'apps/server/src/platform/jobs/jobs.ts',
    imports: '../../modules/record/index.ts',
  },
  { rule: 'sql-in-stores', file: `${modules}/record/record-list.service.ts`, imports: 'pg' },
  { rule: 'sql-in-stores', file: `${modules}/record/record.door.ts`, imports: 'pg' },
  { rule: 'http-in-routes', file: `${modules}/record/record-board.service.ts`, imports: 'fastify' },
  {
    rule: 'rules-are-pure',
    file: `${modules}/record/tree.rules.ts`,
    imports: 'pg',
    alsoCaughtBy: ['sql-in-stores'],
  },
  { rule: 'rules-are-pure', file: `${modules}/record/age.rules.ts`, imports: '../../platform/clock.ts' },
  { rule: 'rules-are-pure', file: `${modules}/record/read.rules.ts`, imports: './record.store.ts' },
  {
    rule: 'rules-know-only-types-of-others',
    file: `${modules}/record/name.rules.ts`,
    imports: '../field/index.ts',
  },
  { rule: 'rules-use-no-node', file: `${modules}/record/file.rules.ts`, imports: 'node:fs' },
  { rule: 'store-reads-and-writes', file: `${modules}/record/owner.store.ts`, imports: './record.store.ts' },
  {
    rule: 'store-reads-and-writes',
    file: `${modules}/record/list.read-model.ts`,
    imports: './record.service.ts',
  },
  {
    rule: 'store-reads-and-writes',
    file: `${modules}/record/clock.store.ts`,
    imports: '../../platform/clock.ts',
  },
  { rule: 'store-stays-home', file: `${modules}/record/field.read-model.ts`, imports: '../field/index.ts' },
  {
    rule: 'service-below-routes',
    file: `${modules}/record/record-move.service.ts`,
    imports: './record.routes.ts',
  },
  {
    rule: 'routes-call-the-service',
    file: `${modules}/record/store.routes.ts`,
    imports: './record.store.ts',
  },
  {
    rule: 'routes-call-the-service',
    file: `${modules}/record/field.routes.ts`,
    imports: '../field/index.ts',
  },
  {
    rule: 'routes-call-the-service',
    file: `${modules}/record/sql.routes.ts`,
    imports: 'pg',
    alsoCaughtBy: ['sql-in-stores'],
  },
  {
    rule: 'packages-below-apps',
    file: 'packages/api-client/src/server.ts',
    imports: '../../../apps/server/src/platform/errors.ts',
  },
  { rule: 'contracts-are-pure', file: 'packages/contracts/src/file.ts', imports: 'node:fs' },
  { rule: 'contracts-are-pure', file: 'packages/conditions/src/sql.ts', imports: 'pg' },
  {
    rule: 'plain-contracts-bring-nothing',
    file: 'packages/contracts/src/plain/permission.ts',
    imports: 'zod',
  },
  { rule: 'rich-text-is-pure', file: 'packages/rich-text/src/schema.ts', imports: 'zod' },
  { rule: 'formulas-are-pure', file: 'packages/formulas/src/clock.ts', imports: 'node:fs' },
  { rule: 'scores-are-pure', file: 'packages/scores/src/clock.ts', imports: 'node:fs' },
  {
    rule: 'conditions-below-contracts',
    file: 'packages/conditions/src/record.ts',
    imports: '@steward/contracts/record',
  },
  {
    rule: 'web-knows-no-server',
    file: `${web}/components/server.ts`,
    imports: '../../../server/src/platform/errors.ts',
  },
  { rule: 'server-knows-no-web', file: 'apps/server/src/page.ts', imports: '../../web/src/paths.ts' },
  {
    rule: 'web-features-apart',
    file: `${web}/features/record/other.tsx`,
    imports: '../field/field.page.tsx',
  },
  {
    rule: 'web-parts-below-features',
    file: `${web}/entities/page/page-link.tsx`,
    imports: '../../features/field/field.page.tsx',
  },
  {
    rule: 'web-entity-door',
    file: `${web}/entities/owner/owner-chip.tsx`,
    imports: '../user/user-chip.tsx',
  },
  {
    rule: 'web-entity-door-from-above',
    file: `${web}/features/record/owner.tsx`,
    imports: '../../entities/user/user-chip.tsx',
  },
  {
    rule: 'web-entity-door-from-above',
    file: `${web}/shell/user-menu.tsx`,
    imports: '../entities/user/user-chip.tsx',
  },
  {
    rule: 'web-components-are-neutral',
    file: `${web}/components/owner.tsx`,
    imports: '../entities/user/index.ts',
  },
  {
    rule: 'web-calls-in-one-place',
    file: `${web}/features/record/save-record.ts`,
    imports: '../../api/client.ts',
  },
  {
    rule: 'web-calls-in-one-place',
    file: `${web}/entities/user/picture.ts`,
    imports: '../../api/client.ts',
  },
  { rule: 'web-ui-is-plain', file: `${web}/ui/link.tsx`, imports: '@tanstack/react-router' },
  { rule: 'web-ui-is-plain', file: `${web}/ui/list.tsx`, imports: '@tanstack/react-query' },
  { rule: 'web-ui-is-plain', file: `${web}/ui/user.tsx`, imports: '../api/client.ts' },
  { rule: 'web-api-draws-nothing', file: `${web}/api/message.tsx`, imports: '../ui/button.tsx' },
  { rule: 'resolvable', file: 'apps/server/src/lost.ts', imports: './nowhere.ts' },
]
