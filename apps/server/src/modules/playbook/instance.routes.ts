import { dataOf, idParams, idSchema } from '@steward/contracts/api'
import {
  changedInstanceSchema,
  changeInstanceSchema,
  endInstanceSchema,
  instanceChangesQuery,
  instanceDetailSchema,
  instanceListQuery,
  instancePageSchema,
  instanceSearchQuery,
  playbookInstanceSchema,
  skipStepParams,
  skipStepSchema,
} from '@steward/contracts/playbook/instance'
import { taskHistorySchema } from '@steward/contracts/task-list'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { InstanceReading } from './instance-reading.service.ts'
import type { InstanceService } from './instance.service.ts'

const tag = 'playbook'
const url = '/playbook/playbook-instances'
const written = z.object({ data: instanceDetailSchema, changeSetId: idSchema.nullable() })

/** Instances of a record and of those below it that a search answers. */
const mostFound = 1000

function addReading(api: FastifyInstance, reading: InstanceReading): void {
  route(api, {
    method: 'GET',
    url,
    operationId: 'listPlaybookInstances',
    summary: 'List playbooks that were applied to records',
    tag,
    permission: 'playbook.read',
    query: instanceListQuery,
    response: instancePageSchema,
    handle: ({ actor, query }) => reading.list(actor, query),
  })
  route(api, {
    method: 'GET',
    url: `${url}/search`,
    operationId: 'searchPlaybookInstances',
    summary: 'List the playbooks of a record and of the records below it',
    tag,
    permission: 'playbook.read',
    query: instanceSearchQuery,
    response: dataOf(z.array(playbookInstanceSchema)),
    async handle({ actor, query: { orderBy, order, parentIdentifier } }) {
      const page = { page: 1, pageSize: mostFound, recordId: parentIdentifier, orderBy, order }
      return { data: (await reading.list(actor, page)).data }
    },
  })
  route(api, {
    method: 'GET',
    url: `${url}/:id`,
    operationId: 'readPlaybookInstance',
    summary: 'Get an applied playbook with its steps',
    tag,
    permission: 'playbook.read',
    params: idParams,
    response: dataOf(instanceDetailSchema),
    handle: async ({ actor, params }) => ({ data: await reading.read(actor, params.id) }),
  })
  route(api, {
    method: 'GET',
    url: `${url}/:id/changelog`,
    operationId: 'listPlaybookInstanceChanges',
    summary: 'List what changed in an applied playbook, newest first',
    tag,
    permission: 'playbook.read',
    params: idParams,
    query: instanceChangesQuery,
    response: taskHistorySchema,
    handle: ({ actor, params, query: { before, limit } }) =>
      reading.history(actor, params.id, { before: before ?? null, limit }),
  })
}

function addWriting(api: FastifyInstance, instances: InstanceService): void {
  const shared = { method: 'POST', tag, permission: 'playbook.apply', params: idParams } as const
  route(api, {
    ...shared,
    url: `${url}/:id/complete`,
    operationId: 'completePlaybookInstance',
    summary: 'Complete an applied playbook; its open tasks are archived, or completed',
    body: endInstanceSchema,
    response: written,
    errors: [409],
    handle: ({ actor, params, body }) => instances.complete(actor, params.id, body.openTasks),
  })
  route(api, {
    ...shared,
    url: `${url}/:id/in-progress`,
    operationId: 'startPlaybookInstance',
    summary: 'Mark an applied playbook as in progress, also one that was completed or archived',
    response: written,
    errors: [409],
    handle: ({ actor, params }) => instances.start(actor, params.id),
  })
  route(api, {
    ...shared,
    url: `${url}/:id/archive`,
    operationId: 'archivePlaybookInstance',
    summary: 'Archive an applied playbook with its open tasks',
    body: endInstanceSchema,
    response: written,
    handle: ({ actor, params, body }) => instances.archive(actor, params.id, body.openTasks),
  })
  route(api, {
    ...shared,
    method: 'PATCH',
    url: `${url}/:id`,
    operationId: 'changePlaybookInstance',
    summary: 'Change owner, dates or version of an applied playbook, or preview which steps move',
    body: changeInstanceSchema,
    response: changedInstanceSchema,
    errors: [409],
    handle: ({ actor, params, body }) => instances.change(actor, params.id, body),
  })
  route(api, {
    ...shared,
    url: `${url}/:id/steps/:stepId/skip`,
    operationId: 'skipPlaybookStep',
    summary: 'Skip a step with a reason; steps that wait for it can begin',
    params: skipStepParams,
    body: skipStepSchema,
    response: written,
    errors: [409],
    handle: ({ actor, params, body }) => instances.skip(actor, params.id, params.stepId, body.reason),
  })
}

export function addInstanceRoutes(
  api: FastifyInstance,
  { reading, instances }: { reading: InstanceReading; instances: InstanceService },
): void {
  addReading(api, reading)
  addWriting(api, instances)
}
