import { dataOf, idParams, idSchema } from '@steward/contracts/api'
import {
  applyPlaybookSchema,
  changedInstanceSchema,
  changedInstancesSchema,
  changeInstanceSchema,
  changeInstancesSchema,
  endInstanceSchema,
  instanceChangesQuery,
  instanceDetailSchema,
  instanceListQuery,
  instancePageSchema,
  instanceSearchQuery,
  playbookApplicationSchema,
  playbookInstanceSchema,
  playbookPreviewSchema,
  skipStepParams,
  skipStepSchema,
} from '@steward/contracts/playbook/instance'
import { archivePlaybookSchema, playbookTemplateSchema } from '@steward/contracts/playbook/template'
import { taskHistorySchema } from '@steward/contracts/task-list'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { Applying } from './apply.service.ts'
import type { ManyInstances } from './instance-many.service.ts'
import type { InstanceReading } from './instance-reading.service.ts'
import type { ArchiveTemplate, InstanceService } from './instance.service.ts'

const tag = 'playbook'
const url = '/playbook/playbook-templates/:id'

/** What is done with templates as a whole: applying them, and archiving them with their instances. */
export function addPlaybookRoutes(
  api: FastifyInstance,
  { applying, archive }: { applying: Applying; archive: ArchiveTemplate },
): void {
  route(api, {
    method: 'POST',
    url: `${url}/preview`,
    operationId: 'previewPlaybook',
    summary: 'Preview an application: dates, assignees and their load, and records that cannot take it',
    tag,
    permission: 'playbook.apply',
    params: idParams,
    body: applyPlaybookSchema,
    response: dataOf(playbookPreviewSchema),
    errors: [409],
    handle: async ({ actor, params, body }) => ({ data: await applying.preview(actor, params.id, body) }),
  })
  route(api, {
    method: 'POST',
    url: `${url}/apply`,
    operationId: 'applyPlaybook',
    summary: 'Apply a playbook to records; more than 200 run as a job',
    tag,
    permission: 'playbook.apply',
    params: idParams,
    body: applyPlaybookSchema,
    response: dataOf(playbookApplicationSchema),
    errors: [409],
    handle: async ({ actor, params, body }) => ({ data: await applying.apply(actor, params.id, body) }),
  })
  route(api, {
    method: 'GET',
    url: '/playbook/applications/:applicationId',
    operationId: 'readPlaybookApplication',
    summary: 'Get how far an application is',
    tag,
    permission: 'playbook.apply',
    params: z.object({ applicationId: idSchema }),
    response: dataOf(playbookApplicationSchema),
    handle: async ({ actor, params }) => ({ data: await applying.application(actor, params.applicationId) }),
  })
  route(api, {
    method: 'POST',
    url: `${url}/archive`,
    operationId: 'archivePlaybookTemplate',
    summary: 'Archive a playbook, and let running instances continue or end them',
    tag,
    permission: 'playbook.edit',
    params: idParams,
    body: archivePlaybookSchema,
    response: dataOf(playbookTemplateSchema),
    handle: async ({ actor, params, body }) => ({ data: await archive(actor, params.id, body.action) }),
  })
}

const instanceUrl = '/playbook/playbook-instances'
const written = z.object({ data: instanceDetailSchema, changeSetId: idSchema.nullable() })

/** Instances of a record and of those below it that a search answers. */
const mostFound = 1000

function addReading(api: FastifyInstance, reading: InstanceReading): void {
  route(api, {
    method: 'GET',
    url: instanceUrl,
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
    url: `${instanceUrl}/search`,
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
    url: `${instanceUrl}/:id`,
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
    url: `${instanceUrl}/:id/changelog`,
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
    url: `${instanceUrl}/:id/complete`,
    operationId: 'completePlaybookInstance',
    summary: 'Complete an applied playbook; its open tasks are archived, or completed',
    body: endInstanceSchema,
    response: written,
    errors: [409],
    handle: ({ actor, params, body }) => instances.complete(actor, params.id, body.openTasks),
  })
  route(api, {
    ...shared,
    url: `${instanceUrl}/:id/in-progress`,
    operationId: 'startPlaybookInstance',
    summary: 'Mark an applied playbook as in progress, also one that was completed or archived',
    response: written,
    errors: [409],
    handle: ({ actor, params }) => instances.start(actor, params.id),
  })
  route(api, {
    ...shared,
    url: `${instanceUrl}/:id/archive`,
    operationId: 'archivePlaybookInstance',
    summary: 'Archive an applied playbook with its open tasks',
    body: endInstanceSchema,
    response: written,
    handle: ({ actor, params, body }) => instances.archive(actor, params.id, body.openTasks),
  })
  route(api, {
    ...shared,
    method: 'PATCH',
    url: `${instanceUrl}/:id`,
    operationId: 'changePlaybookInstance',
    summary: 'Change owner, dates or version of an applied playbook, or preview which steps move',
    body: changeInstanceSchema,
    response: changedInstanceSchema,
    errors: [409],
    handle: ({ actor, params, body }) => instances.change(actor, params.id, body),
  })
  route(api, {
    ...shared,
    url: `${instanceUrl}/:id/steps/:stepId/skip`,
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
  { reading, instances, many }: { reading: InstanceReading; instances: InstanceService; many: ManyInstances },
): void {
  addReading(api, reading)
  addWriting(api, instances)
  route(api, {
    method: 'POST',
    url: `${instanceUrl}/bulk`,
    operationId: 'changePlaybookInstances',
    summary: 'Complete, start, archive or assign applied playbooks, as one operation',
    tag,
    permission: 'playbook.apply',
    body: changeInstancesSchema,
    response: dataOf(changedInstancesSchema),
    handle: async ({ actor, body }) => ({ data: await many.change(actor, body) }),
  })
}
