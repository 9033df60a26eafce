import {
  userImportFormSchema,
  userImportParams,
  userImportPreviewSchema,
  userImportsSchema,
  userImportUndoneSchema,
} from '@steward/contracts/user-import/user-import'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { UserImports } from './user-import.service.ts'

const tag = 'user-management'
const permission = 'user.administer'
const url = '/user-management/imports'

export function addUserImportRoutes(api: FastifyInstance, imports: UserImports): void {
  route(api, {
    method: 'GET',
    url,
    operationId: 'listUserImports',
    summary: 'List the imports of users, latest first',
    tag,
    permission,
    response: userImportsSchema,
    handle: async ({ actor }) => ({ data: await imports.list(actor) }),
  })
  route(api, {
    method: 'POST',
    url: `${url}/preview`,
    operationId: 'previewUserImport',
    summary: 'Preview which users a file would add',
    tag,
    permission,
    audited: 'by-service',
    body: userImportFormSchema,
    response: userImportPreviewSchema,
    errors: [404, 409],
    handle: async ({ actor, body }) => ({ data: await imports.preview(actor, body) }),
  })
  route(api, {
    method: 'POST',
    url,
    operationId: 'importUsers',
    summary: 'Add users from a file, with or without inviting them by email',
    description: 'Users that exist stay as they are. Rows that are refused do not affect the others.',
    tag,
    permission,
    audited: 'by-service',
    body: userImportFormSchema,
    response: userImportsSchema,
    errors: [404, 409],
    handle: async ({ actor, body }) => ({ data: await imports.run(actor, body) }),
  })
  route(api, {
    method: 'POST',
    url: `${url}/:importId/undo`,
    operationId: 'undoUserImport',
    summary: 'Deactivate the users that an import added',
    tag,
    permission,
    audited: 'by-service',
    params: userImportParams,
    response: userImportUndoneSchema,
    errors: [409],
    handle: async ({ actor, params }) => ({ data: await imports.undo(actor, params.importId) }),
  })
}
