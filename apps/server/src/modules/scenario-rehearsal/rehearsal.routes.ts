import { dataOf, idParams } from '@steward/contracts/api'
import {
  rehearsalSchema,
  rehearsedActionsQuery,
  rehearsedActionsSchema,
  rehearsedPathSchema,
  rehearsedRecordParams,
  startRehearsalSchema,
} from '@steward/contracts/scenario/rehearsal'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { Rehearsals } from './rehearsal.service.ts'

const tag = 'scenario'
const url = '/scenario-management/scenarios/:id/rehearsal'

export function addRehearsalRoutes(api: FastifyInstance, rehearsals: Rehearsals): void {
  route(api, {
    method: 'POST',
    url,
    operationId: 'startRehearsal',
    summary: 'Replay the last days through a scenario, as a job that changes nothing',
    tag,
    permission: 'scenario.edit',
    params: idParams,
    body: startRehearsalSchema,
    response: dataOf(rehearsalSchema),
    handle: async ({ actor, params, body }) => ({
      data: await rehearsals.start(actor, params.id, body.days),
    }),
  })
  route(api, {
    method: 'GET',
    url,
    operationId: 'readRehearsal',
    summary: 'Get what a scenario would have done, by day and node; null before the first rehearsal',
    tag,
    permission: 'scenario.read',
    params: idParams,
    response: dataOf(rehearsalSchema.nullable()),
    handle: async ({ actor, params }) => ({ data: await rehearsals.read(actor, params.id) }),
  })
  route(api, {
    method: 'GET',
    url: `${url}/actions`,
    operationId: 'listRehearsedActions',
    summary: 'List the actions that a scenario would have taken',
    tag,
    permission: 'scenario.read',
    params: idParams,
    query: rehearsedActionsQuery,
    response: rehearsedActionsSchema,
    handle: ({ actor, params, query }) => rehearsals.listActions(actor, params.id, query),
  })
  route(api, {
    method: 'GET',
    url: `${url}/records/:recordId`,
    operationId: 'readRehearsedPath',
    summary: 'Get the way that a record would have taken through a scenario',
    tag,
    permission: 'scenario.read',
    params: rehearsedRecordParams,
    response: dataOf(rehearsedPathSchema),
    handle: async ({ actor, params }) => ({
      data: await rehearsals.path(actor, params.id, params.recordId),
    }),
  })
}
