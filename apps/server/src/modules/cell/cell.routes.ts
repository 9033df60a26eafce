import { dataOf } from '@steward/contracts/api'
import { writeCellsSchema, writtenCellsSchema } from '@steward/contracts/cell'
import { levels } from '@steward/contracts/level'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { CellService } from './cell.service.ts'

export function addCellRoutes(api: FastifyInstance, cells: CellService): void {
  for (const { id: levelId, plural } of levels) {
    const tag = plural.charAt(0).toUpperCase() + plural.slice(1)
    route(api, {
      method: 'POST',
      url: `/core/${plural}/cells`,
      operationId: `write${tag}Cells`,
      tag,
      permission: 'record.edit',
      summary: `Update up to 10,000 cells of ${plural}; valid ones are saved even if others are rejected`,
      body: writeCellsSchema,
      response: dataOf(writtenCellsSchema),
      handle: async ({ actor, body }) => ({ data: await cells.write(actor, levelId, body) }),
    })
  }
}
