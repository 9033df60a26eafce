import type { Readable } from 'node:stream'
import { dataOf } from '@steward/contracts/api'
import {
  createUploadSchema,
  detectionSchema,
  detectSchema,
  uploadOffsetQuery,
  uploadParams,
  uploadSchema,
} from '@steward/contracts/sheet'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { UploadService } from './upload.service.ts'

const tag = 'bulk'
const permission = 'bulk.run'

export function addUploadRoutes(api: FastifyInstance, uploads: UploadService): void {
  route(api, {
    method: 'POST',
    url: '/core/entity/bulk/uploads',
    operationId: 'createUpload',
    summary: 'Start an upload for an import',
    tag,
    permission,
    body: createUploadSchema,
    response: dataOf(uploadSchema),
    handle: async ({ actor, body }) => ({ data: await uploads.create(actor, body) }),
  })
  route(api, {
    method: 'GET',
    url: '/core/entity/bulk/uploads/:uploadId',
    operationId: 'readUpload',
    summary: 'Get the progress of an upload',
    tag,
    permission,
    params: uploadParams,
    response: dataOf(uploadSchema),
    handle: async ({ actor, params }) => ({ data: await uploads.read(actor, params.uploadId) }),
  })
  route(api, {
    method: 'POST',
    url: '/core/entity/bulk/uploads/:uploadId/detect',
    operationId: 'detectUpload',
    summary: 'Detect the format of a file and suggest a field for each column',
    tag,
    permission,
    params: uploadParams,
    body: detectSchema,
    response: dataOf(detectionSchema),
    errors: [409],
    handle: async ({ actor, params, body }) => ({ data: await uploads.detect(actor, params.uploadId, body) }),
  })
  // A parser of its own: the bytes go to the disk as they come, and are never together in memory.
  api.register(async (bytes) => {
    bytes.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
    route(bytes, {
      method: 'PATCH',
      url: '/core/entity/bulk/uploads/:uploadId',
      operationId: 'sendUpload',
      summary: 'Send the bytes of a file from an offset on',
      description: 'After a lost connection, request the offset and resume from there.',
      tag,
      permission,
      params: uploadParams,
      query: uploadOffsetQuery,
      consumes: 'application/octet-stream',
      response: dataOf(uploadSchema),
      errors: [409, 413, 415],
      handle: async ({ actor, params, query, request }) => ({
        data: await uploads.receive(actor, params.uploadId, query.offset, request.body as Readable),
      }),
    })
  })
}
