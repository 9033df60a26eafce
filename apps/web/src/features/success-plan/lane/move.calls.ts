import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { MoveMilestone, PlanMove } from '@steward/contracts/success-plan/move'
import { api, send } from '../../../api/client.ts'
import { plansKey } from '../../../entities/success-plan/index.ts'

const url = '/success-plan/success-plan/{id}/milestone/{mid}/move'

/** What would move with a milestone. */
export function moveQuery(id: number, mid: number, body: MoveMilestone) {
  return queryOptions({
    queryKey: [...plansKey, 'move', id, mid, body],
    queryFn: async ({ signal }): Promise<PlanMove> =>
      (await send(api.POST(`${url}/preview`, { params: { path: { id, mid } }, body, signal }))).data,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
}

export async function moveMilestone(
  id: number,
  mid: number,
  body: MoveMilestone,
): Promise<{ data: PlanMove; changeSetId: number | null }> {
  return send(api.POST(url, { params: { path: { id, mid } }, body }))
}
