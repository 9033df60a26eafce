import { dataOf } from '@steward/contracts/api'
import { changeColumnSetSchema, columnSetQuery, columnSetSchema } from '@steward/contracts/column-set'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { ColumnSetService } from './column-set.service.ts'

const url = '/core/table-column-config'
const tag = 'column-set'

export function addColumnSetRoutes(api: FastifyInstance, sets: ColumnSetService): void {
  route(api, {
    method: 'GET',
    url,
    operationId: 'readColumnSet',
    summary: 'Get your layout of a list: columns, widths, row height, totals',
    tag,
    permission: 'field.read',
    query: columnSetQuery,
    response: dataOf(columnSetSchema),
    handle: async ({ actor, query }) => ({ data: await sets.read(actor, query.scope) }),
  })
  route(api, {
    method: 'PUT',
    url,
    operationId: 'putColumnSet',
    summary: 'Save your layout of a list',
    tag,
    permission: 'self.edit',
    query: columnSetQuery,
    body: changeColumnSetSchema,
    response: dataOf(columnSetSchema),
    handle: async ({ actor, query, body }) => ({ data: await sets.put(actor, query.scope, body) }),
  })
}
