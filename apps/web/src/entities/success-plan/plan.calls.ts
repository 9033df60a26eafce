import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { LevelName } from '@steward/contracts/level'
import type { PlanShow } from '@steward/contracts/plain/success-plan'
import type { PlanPage } from '@steward/contracts/success-plan/plan'
import { api, send } from '../../api/client.ts'

export const plansKey = ['success-plans'] as const

const root = '/success-plan/success-plan'

/** The plans of a record, and of the records below it. */
export function recordPlansQuery(level: LevelName, entityId: number, includeArchived = false) {
  return queryOptions({
    queryKey: [...plansKey, 'of', level, entityId, includeArchived],
    queryFn: async ({ signal }): Promise<PlanPage> => {
      const query = { level, entityId, includeBelow: true, includeArchived, pageSize: 200 }
      return send(api.GET(root, { params: { query }, signal }))
    },
  })
}

/** How the list of all plans is narrowed. */
export interface PlanView {
  show: PlanShow | null
  query: string
  includeCompleted: boolean
  includeArchived: boolean
}

const pageSize = 50

/** All plans that the reader sees, page by page. */
export function plansQuery({ show, query, includeCompleted, includeArchived }: PlanView) {
  return infiniteQueryOptions({
    queryKey: [...plansKey, 'list', show, query, includeCompleted, includeArchived],
    queryFn: async ({ signal, pageParam }): Promise<PlanPage> => {
      const asked = {
        page: pageParam,
        pageSize,
        includeCompleted,
        includeArchived,
        ...(show && { show }),
        ...(query && { query }),
      }
      return send(api.GET(root, { params: { query: asked }, signal }))
    },
    initialPageParam: 1,
    getNextPageParam: ({ page, totalItemCount }: PlanPage) =>
      page * pageSize < totalItemCount ? page + 1 : undefined,
  })
}

/** Reads plans again, and the tasks of their milestones. */
export async function refreshPlans(client: QueryClient): Promise<void> {
  void client.invalidateQueries({ queryKey: ['tasks'] })
  await client.invalidateQueries({ queryKey: plansKey })
}
