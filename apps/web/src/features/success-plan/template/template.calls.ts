import { queryOptions } from '@tanstack/react-query'
import type {
  ApplyPlanTemplate,
  PlanApplication,
  PlanJob,
  PlanTemplate,
  SavePlanTemplate,
} from '@steward/contracts/success-plan/template'
import { api, send } from '../../../api/client.ts'
import { plansKey } from '../../../entities/success-plan/index.ts'

const url = '/success-plan/template'
const byId = (templateId: number) => ({ params: { path: { templateId } } })

export const planTemplatesQuery = queryOptions({
  queryKey: [...plansKey, 'templates'],
  queryFn: async ({ signal }): Promise<PlanTemplate[]> =>
    (await send(api.GET(url, { signal }))).data as PlanTemplate[],
})

export function planTemplateQuery(templateId: number) {
  return queryOptions({
    queryKey: [...plansKey, 'template', templateId],
    queryFn: async ({ signal }): Promise<PlanTemplate> =>
      (await send(api.GET(`${url}/{templateId}`, { ...byId(templateId), signal }))).data as PlanTemplate,
  })
}

/** Saves a template; null: a new one. */
export async function saveTemplate(templateId: number | null, form: SavePlanTemplate): Promise<PlanTemplate> {
  const body = form as never
  const call =
    templateId === null
      ? api.POST(url, { body })
      : api.PUT(`${url}/{templateId}`, { ...byId(templateId), body })
  return (await send(call)).data as PlanTemplate
}

/** A job that makes plans, asked for every second while it runs. */
export function planJobQuery(applicationId: number) {
  return queryOptions({
    queryKey: [...plansKey, 'job', applicationId],
    queryFn: async ({ signal }): Promise<PlanJob> => {
      const params = { path: { applicationId } }
      return (await send(api.GET('/success-plan/application/{applicationId}', { params, signal }))).data
    },
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? 1000 : false),
  })
}

export async function createTemplateFromPlan(successPlanId: number, name: string): Promise<PlanTemplate> {
  return (await send(api.POST(`${url}/from-plan`, { body: { successPlanId, name } }))).data as PlanTemplate
}

export async function archiveTemplate(templateId: number): Promise<void> {
  await send(api.PATCH(`${url}/{templateId}/archive`, byId(templateId)))
}

export async function previewTemplate(templateId: number, body: ApplyPlanTemplate): Promise<PlanApplication> {
  return (await send(api.POST(`${url}/{templateId}/preview`, { ...byId(templateId), body: body as never })))
    .data
}

export async function applyTemplate(templateId: number, body: ApplyPlanTemplate): Promise<PlanApplication> {
  return (await send(api.POST(`${url}/{templateId}/apply`, { ...byId(templateId), body: body as never })))
    .data
}
