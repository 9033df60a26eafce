import { queryOptions } from '@tanstack/react-query'
import type { PlanLookup } from '@steward/contracts/plain/success-plan'
import type {
  Kpi,
  KpiForm,
  KpiHistory,
  Milestone,
  MilestoneForm,
  NoteForm,
  PlanItem,
} from '@steward/contracts/success-plan/item'
import type { ChangePlan, CreatePlan, SuccessPlanDetail } from '@steward/contracts/success-plan/plan'
import { api, send } from '../../api/client.ts'
import { plansKey } from '../../entities/success-plan/index.ts'

const root = '/success-plan/success-plan'
const one = `${root}/{id}` as const
const byId = (id: number) => ({ params: { path: { id } } })

/** What a call wrote, and the change set that undoes it. */
export interface Written<Data> {
  data: Data
  changeSetId: number | null
}
type WrittenPlan = Written<SuccessPlanDetail>

export function planQuery(id: number) {
  return queryOptions({
    queryKey: [...plansKey, 'one', id],
    queryFn: async ({ signal }): Promise<SuccessPlanDetail> =>
      (await send(api.GET(one, { ...byId(id), signal }))).data as SuccessPlanDetail,
  })
}

export const planLookupsQuery = queryOptions({
  queryKey: [...plansKey, 'lookups'],
  queryFn: async ({ signal }): Promise<PlanLookup[]> =>
    (await send(api.GET('/success-plan/lookup', { signal }))).data as PlanLookup[],
  staleTime: 5 * 60_000,
})

export function kpiHistoryQuery(id: number, kid: number) {
  return queryOptions({
    queryKey: [...plansKey, 'history', id, kid],
    queryFn: async ({ signal }): Promise<KpiHistory> =>
      (await send(api.GET(`${one}/kpi/{kid}/history`, { params: { path: { id, kid } }, signal }))).data,
  })
}

export async function createPlan(body: CreatePlan): Promise<WrittenPlan> {
  return (await send(api.POST(root, { body: body as never }))) as WrittenPlan
}

export async function updatePlan(id: number, body: ChangePlan): Promise<WrittenPlan> {
  return (await send(api.PUT(one, { ...byId(id), body: body as never }))) as WrittenPlan
}

export async function completePlan(
  id: number,
  all: boolean,
  progressId: number | undefined,
): Promise<WrittenPlan> {
  const params = { path: { id }, query: { complete_all: all } }
  const body = progressId === undefined ? {} : { progressId }
  return (await send(api.PUT(`${one}/complete`, { params, body }))) as WrittenPlan
}

export type PlanAct = 'uncomplete' | 'cancel-complete' | 'in-progress' | 'archive' | 'unarchive'

export async function actOnPlan(id: number, act: PlanAct): Promise<WrittenPlan> {
  const calls = {
    uncomplete: () => api.PUT(`${one}/uncomplete`, byId(id)),
    'cancel-complete': () => api.PUT(`${one}/cancel-complete`, byId(id)),
    'in-progress': () => api.PUT(`${one}/in-progress`, byId(id)),
    archive: () => api.PATCH(`${one}/archive`, byId(id)),
    unarchive: () => api.PATCH(`${one}/unarchive`, byId(id)),
  }
  return (await send(calls[act]())) as WrittenPlan
}

export async function orderPlan(id: number, itemIds: number[]): Promise<WrittenPlan> {
  return (await send(api.PUT(`${one}/order`, { ...byId(id), body: { itemIds } }))) as WrittenPlan
}

export async function saveMilestone(
  id: number,
  mid: number | null,
  form: MilestoneForm,
): Promise<Written<Milestone>> {
  const body = form as never
  const call =
    mid === null
      ? api.POST(`${one}/milestone`, { ...byId(id), body })
      : api.PUT(`${one}/milestone/{mid}`, { params: { path: { id, mid } }, body })
  return (await send(call)) as Written<Milestone>
}

export async function completeMilestone(id: number, mid: number, all: boolean): Promise<Written<Milestone>> {
  const params = { path: { id, mid }, query: { complete_all: all } }
  return (await send(api.PUT(`${one}/milestone/{mid}/complete`, { params }))) as Written<Milestone>
}

export async function uncompleteMilestone(id: number, mid: number): Promise<Written<Milestone>> {
  const params = { path: { id, mid } }
  return (await send(api.PUT(`${one}/milestone/{mid}/uncomplete`, { params }))) as Written<Milestone>
}

export async function startMilestone(id: number, mid: number): Promise<Written<Milestone>> {
  const params = { path: { id, mid } }
  return (await send(api.PUT(`${one}/milestone/{mid}/in-progress`, { params }))) as Written<Milestone>
}

export async function createMilestoneTask(
  id: number,
  mid: number,
  title: string,
): Promise<Written<Milestone>> {
  const params = { path: { id, mid } }
  return (await send(
    api.POST(`${one}/milestone/{mid}/task`, { params, body: { title } }),
  )) as Written<Milestone>
}

/** Completes a task of a milestone, or opens it again. */
export async function setTaskCompleted(taskId: number, isCompleted: boolean): Promise<number | null> {
  if (isCompleted) {
    return (await send(api.POST('/tasks/complete', { body: { taskIds: [taskId] } as never }))).data
      .changeSetId
  }
  const params = { path: { id: taskId } }
  return (await send(api.PUT('/tasks/{id}', { params, body: { status: 'OPEN' } as never }))).changeSetId
}

export async function saveKpi(id: number, kid: number | null, form: KpiForm): Promise<Written<Kpi>> {
  const body = form as never
  const call =
    kid === null
      ? api.POST(`${one}/kpi`, { ...byId(id), body })
      : api.PUT(`${one}/kpi/{kid}`, { params: { path: { id, kid } }, body })
  return (await send(call)) as Written<Kpi>
}

export async function setKpiCompleted(id: number, kid: number, isCompleted: boolean): Promise<Written<Kpi>> {
  const params = { path: { id, kid } }
  const call = isCompleted
    ? api.PUT(`${one}/kpi/{kid}/complete`, { params })
    : api.PUT(`${one}/kpi/{kid}/uncomplete`, { params })
  return (await send(call)) as Written<Kpi>
}

export async function savePlanItem(
  id: number,
  itemId: number | null,
  form: NoteForm & { kind?: 'NOTE' | 'FILE' },
): Promise<Written<PlanItem>> {
  const body = form as never
  const call =
    itemId === null
      ? api.POST(`${one}/item`, { ...byId(id), body })
      : api.PUT(`${one}/item/{itemId}`, { params: { path: { id, itemId } }, body })
  return (await send(call)) as Written<PlanItem>
}

export async function setItemArchived(
  id: number,
  itemId: number,
  isArchived: boolean,
): Promise<Written<PlanItem>> {
  const params = { path: { id, itemId } }
  const call = isArchived
    ? api.PATCH(`${one}/item/{itemId}/archive`, { params })
    : api.PATCH(`${one}/item/{itemId}/unarchive`, { params })
  return (await send(call)) as Written<PlanItem>
}

export async function createLookup(body: Pick<PlanLookup, 'type' | 'name' | 'meaning'>): Promise<void> {
  await send(api.POST('/success-plan/lookup', { body }))
}

export async function updateLookup(
  lookupId: number,
  body: { name?: string; isActive?: boolean },
): Promise<void> {
  await send(api.PATCH('/success-plan/lookup/{lookupId}', { params: { path: { lookupId } }, body }))
}
