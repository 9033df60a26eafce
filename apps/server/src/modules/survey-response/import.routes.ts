import { idParams } from '@steward/contracts/api'
import {
  surveyImportFormSchema,
  surveyImportParams,
  surveyImportPreviewSchema,
  surveyImportsSchema,
} from '@steward/contracts/survey/import'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { Imports } from './import.service.ts'

const tag = 'survey-management'
const url = '/survey-management/surveys/:id/imports'

/** Responses that were given elsewhere. */
export function addImportRoutes(api: FastifyInstance, imports: Imports): void {
  const calls = { tag, permission: 'survey.edit', errors: [409] } as const
  route(api, {
    ...calls,
    method: 'GET',
    url,
    operationId: 'listSurveyImports',
    summary: 'List the imports of past responses, latest first',
    params: idParams,
    response: surveyImportsSchema,
    handle: async ({ actor, params }) => ({ data: await imports.list(actor, params.id) }),
  })
  route(api, {
    ...calls,
    method: 'POST',
    url: `${url}/preview`,
    operationId: 'previewSurveyImport',
    summary: 'Read a file of past responses, and count what would be imported; nothing is written',
    reads: true,
    params: idParams,
    body: surveyImportFormSchema,
    response: surveyImportPreviewSchema,
    handle: async ({ actor, params, body }) => ({ data: await imports.preview(actor, params.id, body) }),
  })
  route(api, {
    ...calls,
    method: 'POST',
    url,
    operationId: 'importSurveyResponses',
    summary: 'Import past responses from a file, as a job',
    audited: 'by-service',
    params: idParams,
    body: surveyImportFormSchema,
    response: surveyImportsSchema,
    handle: async ({ actor, params, body }) => ({ data: await imports.start(actor, params.id, body) }),
  })
  route(api, {
    ...calls,
    method: 'POST',
    url: `${url}/:importId/undo`,
    operationId: 'undoSurveyImport',
    summary: 'Delete all responses that an import brought, as a job',
    audited: 'by-service',
    params: surveyImportParams,
    response: surveyImportsSchema,
    handle: async ({ actor, params: { id, importId } }) => ({
      data: await imports.undo(actor, id, importId),
    }),
  })
}
