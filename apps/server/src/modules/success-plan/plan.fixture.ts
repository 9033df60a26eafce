import { expect } from 'vitest'
import type { PlanItem } from '@steward/contracts/success-plan/item'
import type { SuccessPlanDetail } from '@steward/contracts/success-plan/plan'
import type { Answer, Client } from '../../../test/harness.ts'

function good(answer: Answer): Answer['body'] {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

export const root = 'success-plan/success-plan'

export async function createPlan(
  client: Client,
  accountId: number,
  form: Record<string, unknown> = {},
): Promise<SuccessPlanDetail> {
  const body = { level: 'account', entityId: accountId, name: 'Roll out', ...form }
  return good(await client.post(root, body)).data
}

export async function readPlan(client: Client, planId: number): Promise<SuccessPlanDetail> {
  return good(await client.get(`${root}/${planId}`)).data
}

export async function createMilestone(client: Client, planId: number, form: Record<string, unknown> = {}) {
  return good(await client.post(`${root}/${planId}/milestone`, { name: 'Go live', ...form })).data as Extract<
    PlanItem,
    { kind: 'MILESTONE' }
  >
}

const target = { targetType: 'numeric', targetCriteria: 'is greater than', startValue: 0, targetValue: 100 }

export async function createKpi(client: Client, planId: number, form: Record<string, unknown> = {}) {
  const { targetDetails, ...rest } = form
  const body = { kpiName: 'Stores live', targetDetails: { ...target, ...(targetDetails as object) }, ...rest }
  return good(await client.post(`${root}/${planId}/kpi`, body)).data as Extract<PlanItem, { kind: 'KPI' }>
}
