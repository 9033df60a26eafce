import { dataOf } from '@steward/contracts/api'
import { boardQuerySchema, boardSchema } from '@steward/contracts/board'
import { levels } from '@steward/contracts/level'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { BoardService } from './board.service.ts'

/** The same call for each of the four levels. */
export function addBoardRoutes(api: FastifyInstance, boards: BoardService): void {
  for (const { id, plural, label } of levels) {
    route(api, {
      method: 'GET',
      url: `/core/${plural}/board`,
      operationId: `read${label}Board`,
      tag: `${label}s`,
      permission: 'record.read',
      summary: `Get the board of ${plural}: columns with counts, sums and their first records`,
      query: boardQuerySchema,
      response: dataOf(boardSchema),
      handle: ({ actor, query }) => boards.read(actor, id, query),
    })
  }
}
