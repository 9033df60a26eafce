import { dataOf, idParams } from '@steward/contracts/api'
import { levels } from '@steward/contracts/level'
import { stageMovesQuery, stageMovesSchema, stageStaySchema } from '@steward/contracts/stage-history'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { StageHistoryService } from './stage-history.service.ts'

/** How records went through the lifecycle stages. */
export function addStageHistoryRoutes(api: FastifyInstance, history: StageHistoryService): void {
  for (const level of levels.filter(({ id }) => id !== 4)) {
    route(api, {
      method: 'GET',
      url: `/core/${level.plural}/:id/stage-history`,
      operationId: `get${level.label}StageHistory`,
      tag: 'History',
      permission: 'history.read',
      summary: `List the stage history of one ${level.name}, current stage first`,
      description: 'Undone moves and their undo are left out.',
      params: idParams,
      response: dataOf(z.array(stageStaySchema)),
      handle: async ({ actor, params }) => ({ data: await history.ofRecord(actor, level.id, params.id) }),
    })
  }
  route(api, {
    method: 'GET',
    url: '/core/lifecycles/moves',
    operationId: 'countStageMoves',
    tag: 'lifecycle',
    permission: 'history.read',
    summary: 'How often records moved from stage to stage, and how long they had been there',
    description:
      'Counts records that the caller can see, without undone moves and moves out of deleted stages.',
    query: stageMovesQuery,
    response: dataOf(stageMovesSchema),
    handle: async ({ actor, query }) => ({ data: await history.moves(actor, query) }),
  })
}
