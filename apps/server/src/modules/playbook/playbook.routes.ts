import { dataOf, idParams, idSchema } from '@steward/contracts/api'
import {
  applyPlaybookSchema,
  playbookApplicationSchema,
  playbookPreviewSchema,
} from '@steward/contracts/playbook/instance'
import { archivePlaybookSchema, playbookTemplateSchema } from '@steward/contracts/playbook/template'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { Applying } from './apply.service.ts'
import type { ArchiveTemplate } from './instance.service.ts'

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
