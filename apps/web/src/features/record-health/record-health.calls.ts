import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { overrideBodySchema } from '@steward/contracts/health'
import type { Level } from '@steward/contracts/level'
import { api, send } from '../../api/client.ts'
import { refreshScores } from '../../entities/health/index.ts'
import { recordQuery } from '../../entities/record/index.ts'

export type OverrideBody = z.input<typeof overrideBodySchema>

/** Sets the score of a record by hand; null ends that. */
export function useOverride(level: Level, id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: OverrideBody | null) => {
      const params = { path: { entityId: id }, query: { level: level.name } }
      if (body) await send(api.PUT('/health-management/scores/{entityId}/override', { params, body }))
      else await send(api.DELETE('/health-management/scores/{entityId}/override', { params }))
    },
    onSuccess: () =>
      Promise.all([
        refreshScores(client, level, id),
        client.invalidateQueries({ queryKey: recordQuery(level, id).queryKey }),
      ]),
  })
}
