import { queryOptions } from '@tanstack/react-query'
import type { ChangeTaskView, CreateTaskView, SavedTaskView } from '@steward/contracts/task/view'
import { api, send } from '../../../api/client.ts'

export const taskViewsQuery = queryOptions({
  queryKey: ['task-views'],
  queryFn: async ({ signal }) => (await send(api.GET('/task-views', { signal }))).data as SavedTaskView[],
})

export async function createTaskView(body: CreateTaskView): Promise<SavedTaskView> {
  return (await send(api.POST('/task-views', { body }))).data as SavedTaskView
}

export async function updateTaskView(viewId: number, body: ChangeTaskView): Promise<SavedTaskView> {
  const params = { path: { viewId } }
  return (await send(api.PUT('/task-views/{viewId}', { params, body }))).data as SavedTaskView
}

export async function deleteTaskView(viewId: number): Promise<void> {
  await send(api.DELETE('/task-views/{viewId}', { params: { path: { viewId } } }))
}
