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
    summary: 'How you have laid out a list: its columns, their widths, the height of rows, totals',
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
    summary: 'Lay out a list for yourself',
    tag,
    permission: 'self.edit',
    query: columnSetQuery,
    body: changeColumnSetSchema,
    response: dataOf(columnSetSchema),
    handle: async ({ actor, query, body }) => ({ data: await sets.put(actor, query.scope, body) }),
  })
}
