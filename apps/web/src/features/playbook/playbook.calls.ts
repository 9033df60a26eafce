import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { LevelName } from '@steward/contracts/level'
import type { InstanceStatus } from '@steward/contracts/plain/playbook'
import type {
  ApplyPlaybook,
  ChangedInstance,
  ChangedInstances,
  ChangeInstances,
  InstanceDetail,
  PlaybookApplication,
  PlaybookInstance,
  PlaybookPreview,
} from '@steward/contracts/playbook/instance'
import type { PlaybookEffectReport } from '@steward/contracts/playbook/effect'
import type { PlaybookChange, PlaybookStarter, PlaybookTemplate } from '@steward/contracts/playbook/template'
import { api, send } from '../../api/client.ts'
import type { PlaybookForm } from './editor/playbook-form.ts'

const key = ['playbooks'] as const

const base = '/playbook/playbook-templates'
const instanceBase = '/playbook/playbook-instances'
const byId = (id: number) => ({ params: { path: { id } } })

/** The page that the list shows. */
const listPageSize = 100

export const playbooksQuery = infiniteQueryOptions({
  queryKey: [...key, 'list'],
  queryFn: async ({ signal, pageParam }): Promise<{ data: PlaybookTemplate[]; totalItemCount: number }> => {
    const params = { query: { page: pageParam, pageSize: listPageSize } }
    return (await send(api.GET(base, { params, signal }))) as {
      data: PlaybookTemplate[]
      totalItemCount: number
    }
  },
  initialPageParam: 1,
  getNextPageParam: (last, all) => (all.length * listPageSize < last.totalItemCount ? all.length + 1 : null),
})

export const startersQuery = queryOptions({
  queryKey: [...key, 'starters'],
  queryFn: async ({ signal }): Promise<PlaybookStarter[]> =>
    (await send(api.GET('/playbook/starters', { signal }))).data as PlaybookStarter[],
  staleTime: Infinity,
})

export function playbookQuery(id: number) {
  return queryOptions({
    queryKey: [...key, 'one', id],
    queryFn: async ({ signal }): Promise<PlaybookTemplate> =>
      (await send(api.GET(`${base}/{id}`, { ...byId(id), signal }))).data as PlaybookTemplate,
  })
}

/** Who changed what in a playbook, newest first. */
export function playbookChangesQuery(id: number) {
  return queryOptions({
    queryKey: [...key, 'changes', id],
    queryFn: async ({ signal }): Promise<PlaybookChange[]> =>
      (await send(api.GET(`${base}/{id}/changelog`, { ...byId(id), signal }))).data,
  })
}

/** The active playbooks of a level. */
export function activePlaybooksQuery(level: LevelName) {
  return queryOptions({
    queryKey: [...key, 'active', level],
    queryFn: async ({ signal }): Promise<PlaybookTemplate[]> =>
      (await send(api.GET(`${base}/search`, { params: { query: { entity: level } }, signal })))
        .data as PlaybookTemplate[],
  })
}

export function effectQuery(id: number) {
  return queryOptions({
    queryKey: [...key, 'effect', id],
    queryFn: async ({ signal }): Promise<PlaybookEffectReport> =>
      (await send(api.GET(`${base}/{id}/effect`, { ...byId(id), signal }))).data as PlaybookEffectReport,
  })
}

export function recordInstancesQuery(level: LevelName, recordId: number) {
  return queryOptions({
    queryKey: [...key, 'of', level, recordId],
    queryFn: async ({ signal }): Promise<PlaybookInstance[]> => {
      const params = { query: { level, parentIdentifier: recordId } }
      return (await send(api.GET(`${instanceBase}/search`, { params, signal }))).data as PlaybookInstance[]
    },
  })
}

/** What a list of instances is narrowed to. */
export interface InstanceView {
  templateId: number | undefined
  ownerId: number | undefined
  status: InstanceStatus | undefined
  /** Whether completed and archived ones are left out. */
  hideDone: boolean
  /** Only those that are overdue. */
  overdue: boolean
}

export type InstancePage = { data: PlaybookInstance[]; totalItemCount: number; today: string }

/** Instances of all records, those that are due first at the top. */
export function instancesQuery(view: InstanceView) {
  return infiniteQueryOptions({
    queryKey: [...key, 'instances', view],
    queryFn: async ({ signal, pageParam }): Promise<InstancePage> => {
      const page = { page: pageParam, pageSize: listPageSize, orderBy: 'dueDate', order: 'asc' } as const
      return (await send(
        api.GET(instanceBase, { params: { query: { ...view, ...page } }, signal }),
      )) as InstancePage
    },
    initialPageParam: 1,
    getNextPageParam: (last, all) =>
      all.length * listPageSize < last.totalItemCount ? all.length + 1 : null,
  })
}

export function instanceQuery(id: number) {
  return queryOptions({
    queryKey: [...key, 'instance', id],
    queryFn: async ({ signal }): Promise<InstanceDetail> =>
      (await send(api.GET(`${instanceBase}/{id}`, { ...byId(id), signal }))).data as InstanceDetail,
  })
}

export const refreshPlaybooks = (client: QueryClient) => client.invalidateQueries({ queryKey: key })

export async function savePlaybook(id: number | undefined, form: PlaybookForm): Promise<PlaybookTemplate> {
  const body = form as never
  const saved = id === undefined ? api.POST(base, { body }) : api.PUT(`${base}/{id}`, { ...byId(id), body })
  return (await send(saved)).data as PlaybookTemplate
}

export async function setActive(id: number, isActive: boolean): Promise<void> {
  if (isActive) await send(api.POST(`${base}/{id}/active`, byId(id)))
  else await send(api.POST(`${base}/{id}/inactive`, byId(id)))
}

export async function archivePlaybook(id: number, action: 'keep' | 'complete' | 'archive'): Promise<void> {
  await send(api.POST(`${base}/{id}/archive`, { ...byId(id), body: { action } }))
}

/** The records to apply a playbook to, and the start date. */
export type Application = Pick<ApplyPlaybook, 'entities' | 'selection' | 'startDate'>

export async function previewPlaybook(id: number, body: Application): Promise<PlaybookPreview> {
  return (await send(api.POST(`${base}/{id}/preview`, { ...byId(id), body: body as never })))
    .data as PlaybookPreview
}

export async function applyPlaybook(id: number, body: Application): Promise<PlaybookApplication> {
  return (await send(api.POST(`${base}/{id}/apply`, { ...byId(id), body: body as never }))).data
}

/** An application, asked for every second while it runs. */
export function applicationQuery(applicationId: number) {
  return queryOptions({
    queryKey: [...key, 'application', applicationId],
    queryFn: async ({ signal }): Promise<PlaybookApplication> => {
      const params = { path: { applicationId } }
      return (await send(api.GET('/playbook/applications/{applicationId}', { params, signal }))).data
    },
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? 1000 : false),
  })
}

/** Completes, starts, archives or assigns several instances. */
export async function updateInstances(body: ChangeInstances): Promise<ChangedInstances> {
  return (await send(api.POST(`${instanceBase}/bulk`, { body }))).data
}

type WrittenInstance = { data: InstanceDetail; changeSetId: number | null }

export async function endInstance(id: number, how: 'complete' | 'archive'): Promise<WrittenInstance> {
  const call =
    how === 'complete'
      ? api.POST(`${instanceBase}/{id}/complete`, { ...byId(id), body: {} })
      : api.POST(`${instanceBase}/{id}/archive`, { ...byId(id), body: {} })
  return (await send(call)) as WrittenInstance
}

export async function startInstance(id: number): Promise<WrittenInstance> {
  return (await send(api.POST(`${instanceBase}/{id}/in-progress`, byId(id)))) as WrittenInstance
}

export async function updateInstance(
  id: number,
  body: { startDate?: string; version?: number; preview?: boolean },
): Promise<ChangedInstance> {
  return (await send(api.PATCH(`${instanceBase}/{id}`, { ...byId(id), body }))) as ChangedInstance
}

export async function skipStep(id: number, stepId: number, reason: string): Promise<WrittenInstance> {
  const params = { path: { id, stepId } }
  return (await send(
    api.POST(`${instanceBase}/{id}/steps/{stepId}/skip`, { params, body: { reason } }),
  )) as WrittenInstance
}
