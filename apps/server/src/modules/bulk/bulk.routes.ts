import { Readable } from 'node:stream'
import { dataOf } from '@steward/contracts/api'
import {
  bulkItemListSchema,
  bulkItemsQuery,
  bulkJobListSchema,
  bulkJobSchema,
  bulkPageQuery,
  jobParams,
  keptListSchema,
  previewRowListSchema,
  previewRowsQuery,
  startBulkSchema,
  startedBulkSchema,
  startPreviewSchema,
} from '@steward/contracts/bulk'
import { bundleSchema } from '@steward/contracts/import/bundle'
import { bulkUpdatePreviewSchema, bulkUpdateSchema } from '@steward/contracts/bulk-update'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { BulkService } from './bulk.service.ts'

const tag = 'bulk'
const submitted = 'You will be notified on completion; refresh the app.'

function pageOf(page: { page: number; pageSize: number }, itemCount: number, totalItemCount: number) {
  return { itemCount, page: page.page, pageSize: page.pageSize, totalItemCount }
}

function addStartRoutes(api: FastifyInstance, bulk: BulkService): void {
  route(api, {
    method: 'POST',
    url: '/core/entity/bulk/preview',
    operationId: 'previewBulk',
    summary: 'Preview an import without writing',
    tag,
    permission: 'bulk.run',
    body: startPreviewSchema,
    response: dataOf(bulkJobSchema),
    errors: [404, 409],
    handle: async ({ actor, body }) => ({ data: await bulk.preview(actor, body) }),
  })
  route(api, {
    method: 'POST',
    url: '/core/entity/bulk',
    operationId: 'startBulk',
    summary: 'Start an import or a bulk update',
    tag,
    permission: 'bulk.run',
    body: startBulkSchema,
    response: startedBulkSchema,
    errors: [409],
    handle: async ({ actor, body }) => ({ data: await bulk.start(actor, body), message: submitted }),
  })
  route(api, {
    method: 'POST',
    url: '/core/entity/bulk/bundle/preview',
    operationId: 'previewBundle',
    summary: 'Preview an import of related files without writing',
    description: 'Rows name records that the other files would create, and rows of their own file.',
    tag,
    permission: 'bulk.run',
    body: bundleSchema,
    response: dataOf(bulkJobSchema),
    errors: [404, 409],
    handle: async ({ actor, body }) => ({ data: await bulk.previewBundle(actor, body) }),
  })
  route(api, {
    method: 'POST',
    url: '/core/entity/bulk/mass-update/preview',
    operationId: 'previewBulkUpdate',
    summary: 'Preview a bulk update without writing',
    tag,
    permission: 'bulk.run',
    body: bulkUpdateSchema,
    response: dataOf(bulkUpdatePreviewSchema),
    errors: [404],
    handle: async ({ actor, body }) => ({ data: await bulk.previewBulkUpdate(actor, body) }),
  })
  route(api, {
    method: 'POST',
    url: '/core/entity/bulk/:jobId/stop',
    operationId: 'stopBulk',
    summary: 'Stop a job after its current batch',
    tag,
    permission: 'bulk.run',
    params: jobParams,
    response: dataOf(bulkJobSchema),
    errors: [409],
    handle: async ({ actor, params }) => ({ data: await bulk.stop(actor, params.jobId) }),
  })
  route(api, {
    method: 'POST',
    url: '/core/entity/bulk/:jobId/undo',
    operationId: 'undoBulk',
    summary: 'Undo an import; later edits are kept',
    tag,
    permission: 'history.undo',
    params: jobParams,
    response: dataOf(bulkJobSchema),
    errors: [409],
    handle: async ({ actor, params }) => ({ data: await bulk.undo(actor, params.jobId) }),
  })
}

function addListRoutes(api: FastifyInstance, bulk: BulkService): void {
  route(api, {
    method: 'GET',
    url: '/core/entity/bulk/entity-upload/history',
    operationId: 'listBulkJobs',
    summary: 'List imports and bulk updates, newest first',
    tag,
    permission: 'bulk.read',
    query: bulkPageQuery,
    response: bulkJobListSchema,
    handle: async ({ actor, query }) => {
      const { jobs, total } = await bulk.history(actor, query)
      return { data: jobs, ...pageOf(query, jobs.length, total) }
    },
  })
  route(api, {
    method: 'GET',
    url: '/core/entity/bulk/:jobId/rows',
    operationId: 'listBulkRows',
    summary: 'List rows with one outcome, value by value',
    description: 'Up to 1,000 rows of each outcome are stored; more for conflicts and refused rows.',
    tag,
    permission: 'bulk.read',
    params: jobParams,
    query: previewRowsQuery,
    response: previewRowListSchema,
    handle: async ({ actor, params, query }) => {
      const { rows, total } = await bulk.rows(actor, params.jobId, query)
      return { data: rows, ...pageOf(query, rows.length, total) }
    },
  })
  route(api, {
    method: 'GET',
    url: '/core/entity/bulk/:jobId/items',
    operationId: 'listBulkItems',
    summary: 'Items of a job by status',
    description: '10 refused, 20 done (the first 1,000 of each outcome), 30 in conflict.',
    tag,
    permission: 'bulk.read',
    params: jobParams,
    query: bulkItemsQuery,
    response: bulkItemListSchema,
    handle: async ({ actor, params, query }) => {
      const { items, total } = await bulk.items(actor, params.jobId, query)
      return { data: items, ...pageOf(query, items.length, total) }
    },
  })
  route(api, {
    method: 'GET',
    url: '/core/entity/bulk/:jobId/kept',
    operationId: 'listBulkKept',
    summary: 'List the values that an undo kept',
    tag,
    permission: 'bulk.read',
    params: jobParams,
    query: bulkPageQuery,
    response: keptListSchema,
    handle: async ({ actor, params, query }) => {
      const { kept, total } = await bulk.kept(actor, params.jobId, query)
      return { data: kept, ...pageOf(query, kept.length, total) }
    },
  })
}

export function addBulkRoutes(api: FastifyInstance, bulk: BulkService): void {
  addStartRoutes(api, bulk)
  addListRoutes(api, bulk)
  route(api, {
    method: 'GET',
    url: '/core/entity/bulk/:jobId',
    operationId: 'readBulk',
    summary: 'One job, with its progress',
    tag,
    permission: 'bulk.read',
    params: jobParams,
    response: dataOf(bulkJobSchema),
    handle: async ({ actor, params }) => ({ data: await bulk.read(actor, params.jobId) }),
  })
  route(api, {
    method: 'GET',
    url: '/core/entity/bulk/:jobId/errors.csv',
    operationId: 'downloadBulkErrors',
    summary: 'Download the rejected rows as a CSV file with a last column Errors',
    tag,
    permission: 'bulk.read',
    audited: { action: 'export.downloaded', summary: 'Downloaded the rejected rows of an import' },
    params: jobParams,
    response: z.unknown().meta({ description: 'text/csv' }),
    handle: async ({ actor, params, reply }) => {
      const { lines, fileName } = await bulk.errors(actor, params.jobId)
      reply.type('text/csv; charset=utf-8')
      reply.header('content-disposition', `attachment; filename="${fileName}"`)
      return reply.send(Readable.from(lines))
    },
  })
}
