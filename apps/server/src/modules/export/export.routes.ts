import { dataOf } from '@steward/contracts/api'
import { exportListSchema, exportParams, exportSchema, startExportSchema } from '@steward/contracts/export'
import { levels, type Level } from '@steward/contracts/level'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { ExportService } from './export.service.ts'

const tag = 'export'
const permission = 'record.export'

const mediaTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

function addStartRoute(api: FastifyInstance, { id, plural }: Level, exports: ExportService): void {
  route(api, {
    method: 'POST',
    url: `/core/${plural}/export`,
    operationId: `export${plural.charAt(0).toUpperCase()}${plural.slice(1)}`,
    summary: `Export ${plural} to a CSV or Excel file`,
    description:
      'Returns immediately; a job writes the file. An import reads its cells back as the same values. Files are deleted after seven days.',
    tag,
    permission,
    audited: 'by-service',
    body: startExportSchema,
    response: dataOf(exportSchema),
    errors: [409],
    handle: async ({ actor, body }) => ({ data: await exports.start(actor, id, body) }),
  })
}

export function addExportRoutes(api: FastifyInstance, exports: ExportService): void {
  for (const level of levels) addStartRoute(api, level, exports)
  route(api, {
    method: 'GET',
    url: '/core/exports',
    operationId: 'listExports',
    summary: 'List your exports of the last seven days, newest first',
    tag,
    permission,
    response: exportListSchema,
    handle: async ({ actor }) => ({ data: await exports.list(actor) }),
  })
  route(api, {
    method: 'GET',
    url: '/core/exports/:exportId',
    operationId: 'readExport',
    summary: 'Get one export with its progress',
    tag,
    permission,
    params: exportParams,
    response: dataOf(exportSchema),
    handle: async ({ actor, params }) => ({ data: await exports.read(actor, params.exportId) }),
  })
  route(api, {
    method: 'POST',
    url: '/core/exports/:exportId/stop',
    operationId: 'stopExport',
    summary: 'Stop an export and discard its file',
    tag,
    permission,
    params: exportParams,
    response: dataOf(exportSchema),
    handle: async ({ actor, params }) => ({ data: await exports.stop(actor, params.exportId) }),
  })
  route(api, {
    method: 'GET',
    url: '/core/exports/:exportId/file',
    operationId: 'downloadExport',
    summary: 'Download the file of a finished export',
    tag,
    permission,
    audited: { action: 'export.downloaded', summary: 'Downloaded an export of records' },
    params: exportParams,
    response: z.unknown().meta({ description: 'text/csv, or a workbook' }),
    errors: [409],
    handle: async ({ actor, params, reply }) => {
      const { fileName, format, size, stream } = await exports.file(actor, params.exportId)
      reply.type(mediaTypes[format])
      reply.header('content-length', size)
      reply.header('content-disposition', `attachment; filename="${fileName}"`)
      return reply.send(stream)
    },
  })
}
