import { dataOf, idParams } from '@steward/contracts/api'
import { levels, type Level, type LevelId } from '@steward/contracts/level'
import { churnSchema } from '@steward/contracts/churn'
import {
  displayCurrencySchema,
  assignSchema,
  changedSchema,
  changeManySchema,
  editRecordSchema,
  moveSchema,
  recordFormSchema,
  recordSchema,
  writtenRecordSchema,
} from '@steward/contracts/record'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { RecordActs } from './record.act.service.ts'
import type { RecordService } from './record.service.ts'

export interface RecordParts {
  records: RecordService
  acts: RecordActs
}

/** An example of a new record for each level. */
const formExamples: Record<LevelId, { globalFields: Record<string, unknown> }> = {
  1: { globalFields: { name: 'Northwind Group' } },
  2: { globalFields: { name: 'Northwind Traders', organization: 1 } },
  3: { globalFields: { name: 'Amara Osei', email: 'amara.osei@example.com', account: 1 } },
  4: { globalFields: { name: 'Renewal 2027', account: 1, pipelineType: 1 } },
}

/** Where records move to: accounts to an organization, what is below to an account. */
const moveExample = (levelId: LevelId) => ({
  formData: levelId < 3 ? { organizationId: 1 } : { accountId: 1 },
})

const emptyBody = z.strictObject({}).nullish()

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function addReadRoute(api: FastifyInstance, level: Level, { records }: RecordParts): void {
  const { plural, name, id: levelId } = level
  const tag = capitalised(plural)
  const base = `/core/${plural}`
  route(api, {
    method: 'GET',
    url: `${base}/:id`,
    operationId: `get${capitalised(name)}`,
    tag,
    permission: 'record.read',
    summary: `Get one ${name}`,
    params: idParams,
    query: z.object({ displayCurrency: displayCurrencySchema.optional() }),
    response: dataOf(recordSchema),
    handle: async ({ actor, params, query }) => ({
      data: await records.readIn(actor, levelId, params.id, query.displayCurrency),
    }),
  })
}

function addWriteRoutes(api: FastifyInstance, level: Level, { records, acts }: RecordParts): void {
  const { plural, name, id: levelId } = level
  const tag = capitalised(plural)
  const one = capitalised(name)
  const base = `/core/${plural}`
  route(api, {
    method: 'POST',
    url: base,
    operationId: `create${one}`,
    tag,
    permission: 'record.create',
    errors: [409],
    summary: `Create a record: ${name}`,
    body: recordFormSchema.meta({ example: formExamples[levelId] }),
    response: writtenRecordSchema,
    handle: ({ actor, body }) => records.create(actor, levelId, body),
  })
  route(api, {
    method: 'POST',
    url: `${base}/:id`,
    operationId: `edit${one}`,
    tag,
    permission: 'record.edit',
    errors: [409],
    summary: `Update one ${name}: send a form, or single fields under data`,
    params: idParams,
    body: editRecordSchema,
    response: writtenRecordSchema,
    handle: ({ actor, params, body }) => records.edit(actor, levelId, params.id, body),
  })
  for (const action of ['archive', 'restore'] as const) {
    route(api, {
      method: 'PUT',
      url: `${base}/:id/${action}`,
      operationId: `${action}${one}`,
      tag,
      permission: 'record.edit',
      summary: `${capitalised(action)} one ${name}`,
      params: idParams,
      body: emptyBody,
      response: writtenRecordSchema,
      handle: ({ actor, params }) => acts.setState(actor, levelId, params.id, action),
    })
  }
  route(api, {
    method: 'POST',
    url: `${base}/change`,
    operationId: `change${tag}`,
    tag,
    permission: 'record.edit',
    summary: `Change up to 1,000 ${plural} as one change set that can be undone`,
    body: changeManySchema,
    response: dataOf(changedSchema),
    handle: async ({ actor, body }) => ({ data: await acts.changeMany(actor, levelId, body) }),
  })
  route(api, {
    method: 'POST',
    url: `${base}/:id/move`,
    operationId: `move${one}`,
    tag,
    permission: 'record.edit',
    summary: `Move one ${name} to another parent`,
    params: idParams,
    body: moveSchema.meta({ example: moveExample(levelId) }),
    response: writtenRecordSchema,
    handle: ({ actor, params, body }) => acts.move(actor, levelId, params.id, body),
  })
}

/** Organizations and accounts churn, and are assigned. */
function addCustomerRoutes(api: FastifyInstance, level: Level, { acts }: RecordParts): void {
  const { plural, name, id: levelId } = level
  const tag = capitalised(plural)
  const base = `/core/${plural}`
  route(api, {
    method: 'PUT',
    url: `${base}/:id/churn-status`,
    operationId: `churn${capitalised(name)}`,
    tag,
    permission: 'record.edit',
    summary: `Mark one ${name} as churned, or undo the churn`,
    description:
      'Send a churned record again to correct date, reason and amount. Absent properties stay unchanged, null clears them; undoing the churn clears all three.',
    params: idParams,
    body: churnSchema,
    response: writtenRecordSchema,
    handle({ actor, params, body }) {
      const { churned, ...details } = body
      return acts.setState(actor, levelId, params.id, churned ? 'churn' : 'unchurn', details)
    },
  })
  route(api, {
    method: 'POST',
    url: `${base}/assign`,
    operationId: `assign${tag}`,
    tag,
    permission: 'record.edit',
    summary: `Set, add or remove owners of ${plural}`,
    body: assignSchema,
    response: dataOf(changedSchema),
    handle: async ({ actor, body }) => ({ data: await acts.assign(actor, levelId, body) }),
  })
}

/** The same calls for each of the four levels; churn and assign only where the specification has them. */
export function addRecordRoutes(api: FastifyInstance, parts: RecordParts): void {
  for (const level of levels) {
    if (level.id < 3) addCustomerRoutes(api, level, parts)
    addReadRoute(api, level, parts)
    addWriteRoutes(api, level, parts)
  }
}
