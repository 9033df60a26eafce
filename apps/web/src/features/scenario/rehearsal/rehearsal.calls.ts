import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Rehearsal, RehearsedAction, RehearsedPath } from '@steward/contracts/scenario/rehearsal'
import { api, send } from '../../../api/client.ts'
import { scenarioKey } from '../scenario.calls.ts'

const base = '/scenario-management/scenarios/{id}/rehearsal'
const byId = (id: number) => ({ params: { path: { id } } })

/** What a scenario would have done; asked for every second while it is replayed. */
export function rehearsalQuery(id: number) {
  return queryOptions({
    queryKey: [...scenarioKey, 'rehearsal', id],
    queryFn: async ({ signal }): Promise<Rehearsal | null> =>
      (await send(api.GET(base, { ...byId(id), signal }))).data as Rehearsal | null,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? 1000 : false),
  })
}

export interface RehearsedView {
  day: string | undefined
  nodeKey: string | undefined
}

export interface RehearsedPage {
  data: RehearsedAction[]
  hasMore: boolean
}

/** The actions that a rehearsal would have taken, by day and node. */
export function rehearsedActionsQuery(id: number, rehearsalId: number, view: RehearsedView) {
  return infiniteQueryOptions({
    queryKey: [...scenarioKey, 'rehearsed', id, rehearsalId, view],
    queryFn: async ({ signal, pageParam }): Promise<RehearsedPage> => {
      const query = { ...view, ...(pageParam > 0 && { after: pageParam }) }
      const params = { path: { id }, query }
      return (await send(api.GET(`${base}/actions`, { params, signal }))) as RehearsedPage
    },
    initialPageParam: 0,
    getNextPageParam: ({ data, hasMore }) => (hasMore ? (data.at(-1)?.actionId ?? null) : null),
  })
}

export function rehearsedPathQuery(id: number, rehearsalId: number, recordId: number) {
  return queryOptions({
    queryKey: [...scenarioKey, 'rehearsed path', id, rehearsalId, recordId],
    queryFn: async ({ signal }): Promise<RehearsedPath> => {
      const params = { path: { id, recordId } }
      return (await send(api.GET(`${base}/records/{recordId}`, { params, signal }))).data as RehearsedPath
    },
  })
}

export async function startRehearsal(id: number): Promise<void> {
  await send(api.POST(base, { ...byId(id), body: {} as never }))
}
