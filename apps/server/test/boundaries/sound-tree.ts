const modules = 'apps/server/src/modules'
const web = 'apps/web/src'

/** A small tree that breaks no rule: path to content. Each arrow that the rules allow is in it. */
export const soundTree: Record<string, string> = {
  'packages/contracts/src/record.ts': `import { z } from 'zod'
    import { isRule } from '@steward/conditions'
    import { nameLimit } from './plain/limit.ts'
    export const recordSchema = z.object({ name: z.string().max(nameLimit) }).refine(isRule)`,
  'packages/contracts/src/plain/limit.ts': `import { longest } from './text.ts'
    export const nameLimit = longest`,
  'packages/contracts/src/plain/text.ts': `export const longest = 255`,
  'packages/conditions/src/index.ts': `import type { z } from 'zod'
    export const isRule = (rule: z.ZodType) => Boolean(rule)`,
  'packages/api-client/src/index.ts': `export type { paths } from './schema.d.ts'`,
  'packages/api-client/src/schema.d.ts': 'export type paths = object',

  'apps/server/src/main.ts': `import { composeModules } from './modules.ts'
    import { openPool } from './platform/db/pool.ts'
    composeModules(openPool)`,
  'apps/server/src/modules.ts': `import { notification } from './modules/notification/index.ts'
    import { record } from './modules/record/index.ts'
    export const composeModules = (pool: unknown) => [notification, record, pool]`,
  'apps/server/src/platform/db/pool.ts': `import { Pool } from 'pg'
    export const openPool = () => new Pool()`,
  'apps/server/src/platform/http/route.ts': `import fastify from 'fastify'
    export const route = fastify`,
  'apps/server/src/platform/errors.ts': `export const failure = new Error('x')`,
  'apps/server/src/platform/clock.ts': `export const systemClock = () => new Date()`,

  [`${modules}/field/index.ts`]: `export { findFields } from './field.service.ts'
    export type { Field } from './field.rules.ts'`,
  [`${modules}/field/field.rules.ts`]: `export interface Field { name: string }
    export const isField = (field: Field) => Boolean(field)`,
  [`${modules}/field/field.service.ts`]: `import { isField } from './field.rules.ts'
    export const findFields = () => [isField]`,

  [`${modules}/user-management/index.ts`]: `export const users = 'users'`,
  [`${modules}/messenger/index.ts`]: `export const messenger = 'messenger'`,
  [`${modules}/notification/index.ts`]: `import { messenger } from '../messenger/index.ts'
    import { users } from '../user-management/index.ts'
    export const notification = [messenger, users]`,
  [`${modules}/record/index.ts`]: `import { recordRoutes } from './record.routes.ts'
    export const record = recordRoutes`,
  [`${modules}/record/record.routes.ts`]: `import fastify from 'fastify'
    import { recordSchema } from '@steward/contracts/record'
    import { route } from '../../platform/http/route.ts'
    import { listRecords } from './record.service.ts'
    export const recordRoutes = [fastify, recordSchema, route, listRecords]`,
  [`${modules}/record/record.service.ts`]: `import { findFields } from '../field/index.ts'
    import { systemClock } from '../../platform/clock.ts'
    import { isAllowed } from './record.rules.ts'
    import { readRecords } from './record.store.ts'
    export const listRecords = [findFields, systemClock, isAllowed, readRecords]`,
  [`${modules}/record/record.rules.ts`]: `import type { Field } from '../field/index.ts'
    import { failure } from '../../platform/errors.ts'
    export const isAllowed = (field: Field) => [field, failure]`,
  [`${modules}/record/record.store.ts`]: `import pg from 'pg'
    import { openPool } from '../../platform/db/pool.ts'
    import type { Field } from '../field/index.ts'
    import { isAllowed } from './record.rules.ts'
    export const readRecords = (field: Field) => [field, pg, openPool, isAllowed]`,
  [`${modules}/record/record.test.ts`]: `import { findFields } from '../field/field.service.ts'
    findFields()`,

  [`${web}/main.tsx`]: `import { RecordPage } from './features/record/record.page.tsx'
    import { FieldPage } from './features/field/field.page.tsx'
    export const pages = [RecordPage, FieldPage]`,
  [`${web}/paths.ts`]: `export const home = '/'`,
  [`${web}/features/field/field.page.tsx`]: `import { home } from '../../paths.ts'
    export const FieldPage = home`,
  [`${web}/features/record/record.page.tsx`]: `import { useQuery } from '@tanstack/react-query'
    import { recordSchema } from '@steward/contracts/record'
    import { Table } from '../../components/table.tsx'
    import { UserChip } from '../../entities/user/index.ts'
    import { readRecord } from './record.calls.ts'
    export const RecordPage = [useQuery, recordSchema, readRecord, Table, UserChip]`,
  [`${web}/features/record/record.calls.ts`]: `import { api } from '../../api/client.ts'
    export const readRecord = () => api`,
  [`${web}/components/table.tsx`]: `import { Button } from '../ui/button.tsx'
    export const Table = Button`,
  [`${web}/entities/user/index.ts`]: `export { UserChip } from './user-chip.tsx'`,
  [`${web}/entities/user/user-chip.tsx`]: `import { Button } from '../../ui/button.tsx'
    import { readUser } from './user.calls.ts'
    export const UserChip = [Button, readUser]`,
  [`${web}/entities/user/user.calls.ts`]: `import { api } from '../../api/client.ts'
    export const readUser = () => api`,
  [`${web}/ui/button.tsx`]: `import { Popover } from '@base-ui/react/popover'
    export const Button = Popover`,
  [`${web}/api/client.ts`]: `import type { paths } from '@steward/api-client'
    import createClient from 'openapi-fetch'
    export const api: paths = createClient()`,
}
