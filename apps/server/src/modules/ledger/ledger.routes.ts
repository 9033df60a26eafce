import { dataOf, idParams } from '@steward/contracts/api'
import { levels } from '@steward/contracts/level'
import { writtenRecordSchema } from '@steward/contracts/record'
import {
  changeSetSchema,
  historyQuery,
  historySchema,
  recentChangesSchema,
  recentQuery,
  restoreValueSchema,
  undoneSchema,
} from '@steward/contracts/record-history'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { LedgerService } from './ledger.service.ts'

/** What happened to records, and taking it back. */
export function addLedgerRoutes(api: FastifyInstance, ledger: LedgerService): void {
  for (const level of levels) {
    const one = level.label
    route(api, {
      method: 'GET',
      url: `/core/${level.plural}/:id/history`,
      operationId: `get${one}History`,
      tag: 'History',
      permission: 'history.read',
      summary: `List the history of one ${level.name}, newest first`,
      params: idParams,
      query: historyQuery,
      response: historySchema,
      handle: ({ actor, params, query }) => ledger.history(actor, level.id, params.id, query),
    })
    route(api, {
      method: 'POST',
      url: `/core/${level.plural}/:id/restore-value`,
      operationId: `restore${one}Value`,
      tag: 'History',
      permission: 'record.edit',
      summary: `Restore a value of one ${level.name} from before a change`,
      params: idParams,
      body: restoreValueSchema,
      response: writtenRecordSchema,
      handle: ({ actor, params, body }) => ledger.restoreValue(actor, level.id, params.id, body),
    })
  }
  route(api, {
    method: 'GET',
    url: '/core/change-sets',
    operationId: 'listRecentChanges',
    tag: 'History',
    permission: 'history.read',
    summary: 'List the latest changes of people, newest first',
    description:
      'A Normal User gets their own changes, others those of everyone. Calculated changes are left out.',
    query: recentQuery,
    response: recentChangesSchema,
    handle: ({ actor, query }) => ledger.recent(actor, query),
  })
  route(api, {
    method: 'GET',
    url: '/core/change-sets/:id',
    operationId: 'getChangeSet',
    tag: 'History',
    permission: 'history.read',
    summary: 'Get one change set',
    params: idParams,
    response: dataOf(changeSetSchema),
    handle: async ({ actor, params }) => ({ data: await ledger.changeSet(actor, params.id) }),
  })
  route(api, {
    method: 'POST',
    url: '/core/change-sets/:id/undo',
    operationId: 'undoChangeSet',
    tag: 'History',
    errors: [409],
    permission: 'history.undo',
    summary: 'Undo a change set; later edits are kept and listed',
    params: idParams,
    body: z.strictObject({}).nullish(),
    response: dataOf(undoneSchema),
    handle: async ({ actor, params }) => ({ data: await ledger.undo(actor, params.id) }),
  })
}
