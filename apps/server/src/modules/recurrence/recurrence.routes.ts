import { recurrencePreviewQuery, recurrencePreviewSchema } from '@steward/contracts/recurrence'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { RecurrenceService } from './recurrence.service.ts'

export function addRecurrenceRoutes(api: FastifyInstance, recurrences: RecurrenceService): void {
  route(api, {
    method: 'GET',
    url: '/recurrence/preview',
    operationId: 'previewRecurrence',
    summary: 'Show a recurrence rule in words, with its next days',
    description: 'Nothing is stored. Days off are those of the calendar of the assignee.',
    tag: 'recurrence',
    permission: 'task.edit',
    query: recurrencePreviewQuery,
    response: recurrencePreviewSchema,
    handle: async ({ actor, query }) => ({ data: await recurrences.preview(actor, query) }),
  })
}
