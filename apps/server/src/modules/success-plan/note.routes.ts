import { idParams, idSchema } from '@steward/contracts/api'
import {
  changePlanItemSchema,
  createPlanItemSchema,
  writtenItemSchema,
} from '@steward/contracts/success-plan/item'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { PartService } from './part.service.ts'

const root = '/success-plan/success-plan/:id'
const itemParams = z.object({ id: idSchema, itemId: idSchema })
const writes = { tag: 'success-plan', permission: 'plan.edit' } as const

/** Notes and files of plans, and what is done with items of any kind. */
export function addNoteRoutes(api: FastifyInstance, parts: PartService): void {
  const url = `${root}/item`
  route(api, {
    ...writes,
    method: 'POST',
    url,
    operationId: 'createPlanItem',
    summary: 'Add a note or files to a success plan',
    params: idParams,
    body: createPlanItemSchema,
    response: writtenItemSchema,
    handle: ({ actor, params, body }) => parts.createNote(actor, params.id, body),
  })
  route(api, {
    ...writes,
    method: 'PUT',
    url: `${url}/:itemId`,
    operationId: 'changePlanItem',
    summary: 'Update a note or the files of a success plan; what is left out stays',
    params: itemParams,
    body: changePlanItemSchema,
    response: writtenItemSchema,
    errors: [409],
    handle: ({ actor, params, body }) => parts.changeNote(actor, params.id, params.itemId, body),
  })
  for (const [word, isArchived] of [
    ['archive', true],
    ['unarchive', false],
  ] as const) {
    route(api, {
      ...writes,
      method: 'PATCH',
      url: `${url}/:itemId/${word}`,
      operationId: `${word}PlanItem`,
      summary: isArchived
        ? 'Archive any item of a success plan'
        : 'Restore an archived item of a success plan',
      params: itemParams,
      response: writtenItemSchema,
      handle: ({ actor, params: { id, itemId } }) =>
        parts.setArchived(actor, { planId: id, itemId }, isArchived),
    })
  }
}
