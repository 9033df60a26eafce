import { storeJob } from '../../src/modules/plan-template/plan-template.fixture.ts'
import { storeComment } from '../../src/modules/shared-plan/comment.fixture.ts'
import type { Client, TestApp } from '../harness.ts'
import type { Make } from './own-logged.ts'

/**
 * A success plan with an item of every kind and a link. Three more before it have one item each, made in turn with
 * their plan, so that both have the same number, which a call with two ids is given for both.
 */
export async function makePlans(app: TestApp, client: Client, made: Make, account: string) {
  const plans = 'success-plan/success-plan'
  const targetDetails = { targetType: 'numeric', targetCriteria: 'is greater than', targetValue: 5 }
  const items = {
    milestone: ['milestone', { name: 'Milestone', dueDate: '2026-03-31' }],
    kpi: ['kpi', { kpiName: 'KPI', targetDetails }],
    planNote: ['item', { kind: 'NOTE', name: 'Note' }],
  } as const
  const makePlan = () =>
    made(
      plans,
      { level: 'account', entityId: Number(account), name: 'Plan' },
      ({ data }) => data.successPlanId,
    )
  const makeItem = (plan: string, kind: keyof typeof items) =>
    made(`${plans}/${plan}/${items[kind][0]}`, items[kind][1], ({ data }) => data.itemId)
  const share = { label: 'For Ada', expiresOn: '2099-12-31', shown: {} }
  const makeShare = (plan: string) => made(`${plans}/${plan}/share`, share, ({ data }) => data.shareId)
  const alone: string[] = []
  for (const kind of ['milestone', 'kpi', 'planNote'] as const) {
    const plan = await makePlan()
    await makeItem(plan, kind)
    alone.push(plan)
  }
  await makeShare(alone[0] as string)
  const plan = await makePlan()
  const template = { name: 'Onboarding', level: 'account', planName: 'Onboarding' }
  const lookup = { type: 'KPI_PROGRESS', name: 'Waiting', meaning: 'behind' }
  const planShare = await makeShare(plan)
  return {
    plan,
    milestone: await makeItem(plan, 'milestone'),
    kpi: await makeItem(plan, 'kpi'),
    planNote: await makeItem(plan, 'planNote'),
    planShare,
    planComment: String(await storeComment(app, client.actor.tenantId, Number(planShare))),
    planJob: String(await storeJob(app, client)),
    planTemplate: await made('success-plan/template', template, ({ data }) => data.templateId),
    planLookup: await made('success-plan/lookup', lookup, ({ data }) => data.lookupId),
    milestonePlan: alone[0] as string,
    kpiPlan: alone[1] as string,
    notePlan: alone[2] as string,
  }
}
