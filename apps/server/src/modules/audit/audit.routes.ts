import { Readable } from 'node:stream'
import { auditExportQuery, auditPageSchema, auditQuery } from '@steward/contracts/audit'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { AuditReader } from './audit.service.ts'

const tag = 'audit'
const permission = 'audit.read'

export function addAuditRoutes(api: FastifyInstance, audit: AuditReader): void {
  route(api, {
    method: 'GET',
    url: '/audit',
    operationId: 'listAuditEntries',
    summary: 'List audit log entries, newest first',
    description:
      'Send `next` of the response as `before` to get the following entries; it is null at the end.',
    tag,
    permission,
    query: auditQuery,
    response: auditPageSchema,
    handle: ({ actor, query }) => audit.page(actor, query),
  })
  route(api, {
    method: 'GET',
    url: '/audit/export',
    operationId: 'exportAuditEntries',
    summary: 'Export all matching entries as a CSV file',
    tag,
    permission,
    query: auditExportQuery,
    response: z.unknown().meta({ description: 'text/csv' }),
    handle: async ({ actor, query, reply }) => {
      const { lines, fileName } = await audit.export(actor, query)
      reply.type('text/csv; charset=utf-8')
      reply.header('content-disposition', `attachment; filename="${fileName}"`)
      return reply.send(Readable.from(lines))
    },
  })
}
