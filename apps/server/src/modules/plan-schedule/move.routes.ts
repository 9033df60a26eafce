import { idSchema } from '@steward/contracts/api'
import {
  moveMilestoneSchema,
  planMovePreviewSchema,
  writtenMoveSchema,
} from '@steward/contracts/success-plan/move'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { MoveService } from './move.service.ts'

const url = '/success-plan/success-plan/:id/milestone/:mid/move'
const params = z.object({ id: idSchema, mid: idSchema })

/** Milestones that are moved in time, as on the timeline of a plan. */
export function addMoveRoutes(api: FastifyInstance, moves: MoveService): void {
  const calls = { tag: 'success-plan', permission: 'plan.edit', params, body: moveMilestoneSchema } as const
  route(api, {
    ...calls,
    method: 'POST',
    url: `${url}/preview`,
    operationId: 'previewMilestoneMove',
    summary: 'Preview which milestones and tasks move with a milestone',
    reads: true,
    response: planMovePreviewSchema,
    handle: async ({ actor, params: { id, mid }, body }) => ({
      data: await moves.preview(actor, id, mid, body),
    }),
  })
  route(api, {
    ...calls,
    method: 'POST',
    url,
    operationId: 'moveMilestone',
    summary: 'Move a milestone by some days with its open tasks, and with the milestones that follow it',
    response: writtenMoveSchema,
    handle: ({ actor, params: { id, mid }, body }) => moves.move(actor, id, mid, body),
  })
}
