import { dataOf } from '@steward/contracts/api'
import { healthModelStateSchema, healthVersionSchema } from '@steward/contracts/health'
import {
  cancelDraftQuery,
  healthLevelParams,
  healthVersionModelSchema,
  healthVersionParams,
  publishSchema,
  putDraftSchema,
  restoreVersionSchema,
} from '@steward/contracts/health-settings'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { DraftService } from './draft.service.ts'
import type { StateOf } from './state.service.ts'
import type { VersionService } from './version.service.ts'

const url = '/health-management/models/:level'
const tag = 'Health settings'
const state = dataOf(healthModelStateSchema)

interface Services {
  drafts: DraftService
  versions: VersionService
  stateOf: StateOf
}

/** The draft of a level as a whole, and its versions. */
export function addHealthVersionRoutes(api: FastifyInstance, { drafts, versions, stateOf }: Services): void {
  route(api, {
    method: 'GET',
    url,
    operationId: 'getHealthModel',
    summary: 'Get the draft and the published version of a level',
    tag,
    permission: 'health.read',
    params: healthLevelParams,
    response: state,
    handle: async ({ actor, params }) => ({ data: await stateOf(actor.tenantId, params.level) }),
  })
  route(api, {
    method: 'PUT',
    url,
    operationId: 'putHealthDraft',
    summary: 'Save the whole draft',
    description:
      'A draft can be saved with problems, but not published. A measure without an id is new; its position in the list is its order within its scope. If another user changed the draft meanwhile, the response is 409 with their name, and nothing is saved.',
    tag,
    permission: 'health.administer',
    params: healthLevelParams,
    body: putDraftSchema,
    response: state,
    errors: [409],
    handle: async ({ actor, params, body }) => ({ data: await drafts.putDraft(actor, params.level, body) }),
  })
  route(api, {
    method: 'DELETE',
    url,
    operationId: 'cancelHealthDraft',
    summary: 'Reset the draft to the published version',
    tag,
    permission: 'health.administer',
    params: healthLevelParams,
    query: cancelDraftQuery,
    response: state,
    errors: [409],
    handle: async ({ actor, params, query }) => ({
      data: await drafts.cancelDraft(actor, params.level, query.revision),
    }),
  })
  route(api, {
    method: 'POST',
    url: `${url}/publish`,
    operationId: 'publishHealthDraft',
    summary: 'Publish the draft as a new version',
    description:
      'If two users publish at once, the second gets 409 with the name of the first. Problems of the draft are returned at their paths.',
    tag,
    permission: 'health.administer',
    audited: 'by-service',
    params: healthLevelParams,
    body: publishSchema,
    response: state,
    errors: [409],
    handle: async ({ actor, params, body }) => ({ data: await versions.publish(actor, params.level, body) }),
  })
  route(api, {
    method: 'GET',
    url: `${url}/versions`,
    operationId: 'listHealthVersions',
    summary: 'List the versions of a level, latest first',
    tag,
    permission: 'health.read',
    params: healthLevelParams,
    response: dataOf(z.array(healthVersionSchema)),
    handle: async ({ actor, params }) => ({ data: await versions.listVersions(actor, params.level) }),
  })
  route(api, {
    method: 'GET',
    url: `${url}/versions/:versionId`,
    operationId: 'getHealthVersion',
    summary: 'Get a version with its model',
    tag,
    permission: 'health.read',
    params: healthVersionParams,
    response: dataOf(healthVersionModelSchema),
    handle: async ({ actor, params }) => ({
      data: await versions.readVersion(actor, params.level, params.versionId),
    }),
  })
  route(api, {
    method: 'POST',
    url: `${url}/versions/:versionId/restore`,
    operationId: 'restoreHealthVersion',
    summary: 'Restore an earlier version as a new version',
    description: 'An edited draft is kept.',
    tag,
    permission: 'health.administer',
    audited: 'by-service',
    params: healthVersionParams,
    body: restoreVersionSchema,
    response: state,
    errors: [409],
    handle: async ({ actor, params, body }) => ({
      data: await versions.restoreVersion(actor, params.level, params.versionId, body.note),
    }),
  })
}
