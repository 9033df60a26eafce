import { dataOf } from '@steward/contracts/api'
import { fileParams } from '@steward/contracts/file'
import {
  changeFileGroupSchema,
  createFileGroupSchema,
  deletedFileGroupSchema,
  fileGroupPageSchema,
  fileGroupParams,
  fileGroupQuery,
  fileGroupSchema,
} from '@steward/contracts/record-file'
import { bookmarkSchema, pinSchema } from '@steward/contracts/timeline'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { RecordFileService } from './record-file.service.ts'

const url = '/core/files'
const tag = 'Files'

export function addRecordFileRoutes(api: FastifyInstance, groups: RecordFileService): void {
  route(api, {
    method: 'GET',
    url,
    operationId: 'listFiles',
    summary: 'List files of a record and its child records, grouped by upload, newest first',
    tag,
    permission: 'timeline.read',
    query: fileGroupQuery,
    response: fileGroupPageSchema,
    errors: [404],
    handle: ({ actor, query }) => groups.list(actor, query),
  })
  route(api, {
    method: 'POST',
    url,
    operationId: 'putFiles',
    summary: 'Add uploaded files to a record',
    tag,
    permission: 'timeline.edit',
    body: createFileGroupSchema,
    response: dataOf(fileGroupSchema),
    errors: [404],
    handle: async ({ actor, body }) => ({ data: await groups.create(actor, body) }),
  })
  route(api, {
    method: 'POST',
    url: `${url}/:groupId`,
    operationId: 'changeFiles',
    summary: 'Update the comment or the files of a group',
    tag,
    permission: 'timeline.edit',
    params: fileGroupParams,
    body: changeFileGroupSchema,
    response: dataOf(fileGroupSchema),
    errors: [409],
    handle: async ({ actor, params, body }) => ({ data: await groups.change(actor, params.groupId, body) }),
  })
  route(api, {
    method: 'PATCH',
    url: `${url}/:groupId/bookmark`,
    operationId: 'bookmarkFiles',
    summary: 'Add or remove your bookmark on files',
    tag,
    permission: 'timeline.read',
    params: fileGroupParams,
    body: bookmarkSchema,
    response: dataOf(fileGroupSchema),
    handle: async ({ actor, params, body }) => ({
      data: await groups.bookmark(actor, params.groupId, body.bookmarkStatus),
    }),
  })
  route(api, {
    method: 'PATCH',
    url: `${url}/:fileId/pin`,
    operationId: 'pinFile',
    summary: 'Pin or unpin the item of a file for everyone',
    tag,
    permission: 'timeline.edit',
    params: fileParams,
    body: pinSchema,
    response: dataOf(z.array(fileGroupSchema)),
    handle: async ({ actor, params, body }) => ({
      data: await groups.pin(actor, params.fileId, body.pinStatus),
    }),
  })
  route(api, {
    method: 'DELETE',
    url: `${url}/:groupId`,
    operationId: 'deleteFiles',
    summary: 'Delete files; they can be restored on the timeline',
    tag,
    permission: 'timeline.edit',
    params: fileGroupParams,
    response: deletedFileGroupSchema,
    errors: [409],
    handle: async ({ actor, params: { groupId } }) => {
      await groups.remove(actor, groupId)
      return { data: { groupId, itemId: groupId } }
    },
  })
}
