import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Today, TodayFeedback, TodaySettings, TodaySnooze, TodayWeights } from '@steward/contracts/today'
import { isSessionExpired } from '../../api/api-error.ts'
import { api, send } from '../../api/client.ts'
import { errorText } from '../../api/error-text.ts'
import { rememberUndo, useUndo } from '../../entities/change-set/index.ts'
import { toast } from '../../ui/toast.tsx'

const key = ['today'] as const

/** The day of a member of the team, or of the caller. */
export function todayQuery(userId: number | undefined) {
  return queryOptions({
    queryKey: [...key, userId ?? 'me'],
    queryFn: async ({ signal }): Promise<Today> =>
      (await send(api.GET('/today', { params: { query: { userId } }, signal }))).data as Today,
    staleTime: 30_000,
    refetchOnWindowFocus: true,
  })
}

export const todaySettingsQuery = queryOptions({
  queryKey: [...key, 'settings'],
  queryFn: async ({ signal }): Promise<TodaySettings> =>
    (await send(api.GET('/today/settings', { signal }))).data,
  staleTime: 0,
})

/** The order of a user by weights that are not in effect yet. */
export function todayPreviewQuery(userId: number, weights: TodayWeights) {
  return queryOptions({
    queryKey: [...key, 'preview', userId, weights],
    queryFn: async ({ signal }) =>
      (await send(api.POST('/today/settings/preview', { body: { userId, weights }, signal }))).data,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
}

function tellFailure(error: Error): void {
  if (!isSessionExpired(error)) toast.error(errorText(error), { subject: 'today' })
}

function useReadAgain(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: key })
}

function useWake() {
  const readAgain = useReadAgain()
  return useMutation({
    mutationFn: (card: string) =>
      send(api.DELETE('/today/snoozes/{key}', { params: { path: { key: card } } })),
    onSuccess: readAgain,
    onError: tellFailure,
  })
}

/** Puts a card off, with a way back. */
export function useSnooze() {
  const readAgain = useReadAgain()
  const wake = useWake()
  return useMutation({
    mutationFn: (body: TodaySnooze) => send(api.POST('/today/snoozes', { body })),
    onSuccess: async (_, { key: card }) => {
      toast.done('Card snoozed', { subject: card, undo: () => wake.mutate(card) })
      await readAgain()
    },
    onError: tellFailure,
  })
}

export function useReject() {
  const readAgain = useReadAgain()
  const wake = useWake()
  return useMutation({
    mutationFn: (body: TodayFeedback) => send(api.POST('/today/feedback', { body })),
    onSuccess: async (_, { key: card }) => {
      toast.done('Thanks. The card comes back when something changes.', {
        subject: card,
        undo: () => wake.mutate(card),
      })
      await readAgain()
    },
    onError: tellFailure,
  })
}

interface Completion {
  taskId: number
  /** Logs an activity of the task's type on the timeline of its record. */
  logActivity: boolean
  /** The type for a task that has none. */
  activityTypeId?: number
}

/** Completes a task, with a way back. */
export function useCompleteTask() {
  const readAgain = useReadAgain()
  const takeBack = useUndo()
  return useMutation({
    mutationFn: async ({ taskId, logActivity, activityTypeId }: Completion) => {
      if (activityTypeId !== undefined) {
        await send(api.PUT('/tasks/{id}', { params: { path: { id: taskId } }, body: { activityTypeId } }))
      }
      return (await send(api.POST('/tasks/complete', { body: { taskIds: [taskId], logActivity } }))).data
    },
    onSuccess: async ({ changeSetId, unchanged, refused }, { taskId }) => {
      const subject = `task-${taskId}`
      const [reason] = [...unchanged, ...refused]
      if (reason) toast.info(reason.message, { subject })
      if (changeSetId !== null) {
        const change = { changeSetId, label: 'Task completed', subject, onUndone: () => void readAgain() }
        rememberUndo(change)
        toast.done(change.label, { subject, undo: () => void takeBack(change) })
      }
      await readAgain()
    },
    onError: tellFailure,
  })
}

export function useSetWeights() {
  const readAgain = useReadAgain()
  return useMutation({
    mutationFn: (body: TodayWeights) => send(api.PUT('/today/settings/weights', { body })),
    onSuccess: async () => {
      toast.done('Weights published', { subject: 'today-weights' })
      await readAgain()
    },
    onError: tellFailure,
  })
}
