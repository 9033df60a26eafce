import { queryOptions } from '@tanstack/react-query'
import type {
  ApplyPlanTemplate,
  PlanApplication,
  PlanTemplate,
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

export async function createTemplateFromPlan(successPlanId: number, name: string): Promise<PlanTemplate> {
  return (await send(api.POST(`${url}/from-plan`, { body: { successPlanId, name } }))).data as PlanTemplate
}

export async function archiveTemplate(templateId: number): Promise<void> {
  await send(api.PATCH(`${url}/{templateId}/archive`, byId(templateId)))
}

export async function previewTemplate(templateId: number, body: ApplyPlanTemplate): Promise<PlanApplication> {
  return (await send(api.POST(`${url}/{templateId}/preview`, { ...byId(templateId), body }))).data
}

export async function applyTemplate(templateId: number, body: ApplyPlanTemplate): Promise<PlanApplication> {
  return (await send(api.POST(`${url}/{templateId}/apply`, { ...byId(templateId), body }))).data
}
