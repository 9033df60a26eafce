import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { addDays } from '@steward/conditions'
import type { Level } from '@steward/contracts/level'
import type { LifecycleStage, StageColour, StageUsage } from '@steward/contracts/lifecycle'
import type { StageMoves } from '@steward/contracts/stage-history'
import type { StageRemoval } from '@steward/contracts/stage-removal'
import { api, send } from '../../../api/client.ts'
import { stagesQuery } from '../../../entities/stage/index.ts'

const countedKey = (level: Level) => ['lifecycles', level.name, 'counted'] as const

/** Milliseconds after which the stages are read again while one is being emptied. */
const progressPause = 1500

/** The stages of a level in their order, with how many records are in each. */
export function countedStagesQuery(level: Level) {
  const query = { level: level.name, withRecords: true }
  return queryOptions({
    queryKey: countedKey(level),
    queryFn: async ({ signal }): Promise<LifecycleStage[]> =>
      (await send(api.GET('/core/lifecycles', { params: { query }, signal }))).data as LifecycleStage[],
    refetchInterval: ({ state }) => (state.data?.some(({ closing }) => closing) ? progressPause : false),
  })
}

/** How many records are in a stage, and what else names it. */
export function stageUsageQuery(id: number) {
  return queryOptions({
    queryKey: ['stage-usage', id],
    queryFn: async ({ signal }): Promise<StageUsage> =>
      (await send(api.GET('/core/lifecycles/{id}/systemUsage', { params: { path: { id } }, signal }))).data,
    // What was true a moment ago may not be when a stage is about to go.
    staleTime: 0,
    gcTime: 0,
  })
}

/** How far the deletion of a stage is; asked again until it is gone. */
export function stageRemovalQuery(id: number) {
  return queryOptions({
    queryKey: ['stage-removal', id],
    queryFn: async ({ signal }): Promise<StageRemoval> =>
      (await send(api.GET('/core/lifecycles/{id}/removal', { params: { path: { id } }, signal })))
        .data as StageRemoval,
    refetchInterval: ({ state }) => (state.data?.state === 'done' ? false : progressPause),
    staleTime: 0,
  })
}

/** How often records moved from stage to stage in the last so many days. */
export function stageMovesQuery(level: Level, days: number) {
  return queryOptions({
    queryKey: ['stage-moves', level.name, days],
    async queryFn({ signal }): Promise<StageMoves> {
      const query = { level: level.name, from: addDays(new Date().toISOString().slice(0, 10), 1 - days) }
      return (await send(api.GET('/core/lifecycles/moves', { params: { query }, signal }))).data as StageMoves
    },
  })
}

/** After a change of stages everything that shows them is read again. */
export async function refreshStages(client: QueryClient, level: Level): Promise<void> {
  const keys = [stagesQuery(level).queryKey, ['stage-usage'], ['stage-moves', level.name], ['records']]
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
}

function useStageAct<Input, Output>(level: Level, act: (input: Input) => Promise<Output>) {
  const client = useQueryClient()
  return useMutation({ mutationFn: act, onSettled: () => refreshStages(client, level) })
}

export const useCreateStage = (level: Level) =>
  useStageAct(level, (displayName: string) =>
    send(api.POST('/core/lifecycles', { body: { entityLevel: level.name, displayName } })),
  )

export const useRenameStage = (level: Level) =>
  useStageAct(level, ({ id, displayName }: { id: number; displayName: string }) =>
    send(
      api.POST('/core/lifecycles/{id}/rename', {
        params: { path: { id } },
        body: { entityLevel: level.name, displayName },
      }),
    ),
  )

export const useSetStageColour = (level: Level) =>
  useStageAct(level, ({ id, colour }: { id: number; colour: StageColour | null }) =>
    send(
      api.POST('/core/lifecycles/{id}/colour', {
        params: { path: { id } },
        body: { entityLevel: level.name, colour },
      }),
    ),
  )

export const useSetDefaultStage = (level: Level) =>
  useStageAct(level, (lifecycleStageId: number) =>
    send(api.POST('/core/lifecycles/default', { body: { entityLevel: level.name, lifecycleStageId } })),
  )

export const useDeleteStage = (level: Level) =>
  useStageAct(level, async ({ id, moveTo }: { id: number; moveTo: number | null }): Promise<StageRemoval> => {
    const body = { entityLevel: level.name, moveTo }
    return (await send(api.DELETE('/core/lifecycles/{id}', { params: { path: { id } }, body })))
      .data as StageRemoval
  })

/** Shows the stages in their new order at once. `place` is counted from 1. */
export function useReorderStage(level: Level) {
  const client = useQueryClient()
  const queryKey = countedKey(level)
  return useMutation({
    mutationFn: ({ id, place }: { id: number; place: number }) =>
      send(
        api.POST('/core/lifecycles/{id}/reorder', {
          params: { path: { id } },
          body: { entityLevel: level.name, reorderTo: place },
        }),
      ),
    async onMutate({ id, place }) {
      await client.cancelQueries({ queryKey })
      client.setQueryData<LifecycleStage[]>(queryKey, (stages) => {
        const moved = stages?.find((stage) => stage.lifecycleStageId === id)
        return moved && stages?.filter((stage) => stage !== moved).toSpliced(place - 1, 0, moved)
      })
    },
    onSettled: () => refreshStages(client, level),
  })
}
