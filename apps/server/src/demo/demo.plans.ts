import type { CreatePlan } from '@steward/contracts/success-plan/plan'
import type { KpiTargetForm } from '@steward/contracts/success-plan/item'
import { builtInLookups, type PlanLookupType, type PlanMeaning } from '@steward/contracts/plain/success-plan'
import type { Modules } from '../modules.ts'
import type { Actor } from '../platform/actor.ts'
import { atTime } from '../platform/clock.ts'
import type { Customer } from './customer/customer.ts'
import { cell, required } from './demo.file.ts'
import type { Directory } from './demo.writing.ts'

interface Planning {
  modules: Pick<Modules, 'successPlans'>
  actor: Actor
  directory: Directory
}

interface DemoPlan {
  name: string
  goal: string
  /** Days from the day on which the demo was loaded. */
  from: number
  to: number
  /** The day from which on nothing was reached any more. */
  stuckSince?: number
  milestones: readonly (readonly [name: string, from: number, to: number, tasks: readonly string[]])[]
  kpis: readonly (readonly [name: string, target: KpiTargetForm, current: number])[]
}

const account = 2
const dayMs = 24 * 3600 * 1000

const target = (
  targetType: 'numeric' | 'percentage',
  targetCriteria: 'is greater than' | 'is less than',
  startValue: number,
  targetValue: number,
): KpiTargetForm => ({ targetType, targetCriteria, startValue, targetValue })

/** Plans that look as they do in a busy quarter: some on their way, some behind, one that has just begun. */
const plans: Readonly<Record<string, DemoPlan>> = {
  'Halden Freight': {
    name: 'Dispatch on one screen',
    goal: 'All depots work on one screen, calls between depots halve, and drivers have a mobile view.',
    from: -220,
    to: 58,
    milestones: [
      ['All depots run', -190, -150, ['Test with real rights', 'Name a person for each depot']],
      ['Pilot with ten drivers', -96, -40, ['Choose the drivers', 'Collect their figures']],
      ['Mobile view for all drivers', -20, 40, ['Order the phones']],
    ],
    kpis: [
      ['Depots on the dispatch screen', target('numeric', 'is greater than', 0, 4), 4],
      ['Calls between depots per week', target('numeric', 'is less than', 620, 310), 384],
    ],
  },
  'Pinewood Retail': {
    name: 'Stores in the south',
    goal: 'The stores in the south work as those in the north do.',
    from: -300,
    to: -60,
    // Their director told them that she leaves; no one took the plan over.
    stuckSince: -221,
    milestones: [
      ['Pilot in five stores', -300, -240, ['Choose the stores']],
      ['Roll-out region by region', -235, -90, ['Agree on the dates with the regions']],
      ['All stores trained', -130, -60, []],
    ],
    kpis: [['Stores live', target('numeric', 'is greater than', 62, 118), 74]],
  },
  'Orbis Analytics': {
    name: 'One figure for three countries',
    goal: 'Teams in three countries close their week with the same figure.',
    from: -120,
    to: 90,
    milestones: [
      ['Pilot in Germany and France', -120, -70, ['Write the guide in both languages']],
      ['All teams trained', -40, 45, ['Book the trainers', 'Send the invitations']],
    ],
    kpis: [
      ['Teams that close their week in time', target('percentage', 'is greater than', 40, 90), 78],
      ['Weeks to the target', target('numeric', 'is less than', 8, 5), 5],
    ],
  },
  'Calder and Moss': {
    name: 'Fewer reports, better read',
    goal: 'Partners read one page a month and decide from it.',
    from: -41,
    to: 75,
    milestones: [['Leeds works with the dashboards', -41, 20, ['Offer the advanced course']]],
    kpis: [['Reports per month', target('numeric', 'is less than', 14, 6), 9]],
  },
  'Vantage Clinics': {
    name: 'First five clinics live',
    goal: 'Five clinics work with their own sign-in before the end of the quarter.',
    from: -76,
    to: 12,
    stuckSince: -58,
    milestones: [
      ['Single sign-on', -76, -48, ['Ask the directory board', 'Test with the IT team']],
      ['First clinic', -30, -5, ['Invite the first 50 users']],
      ['Four more clinics', -5, 12, []],
    ],
    kpis: [['Clinics live', target('numeric', 'is greater than', 0, 5), 0]],
  },
}

/** The entry of a list that every company begins with. */
const idOf = (type: PlanLookupType, meaning: PlanMeaning): number =>
  required(
    builtInLookups.find((one) => one.type === type && one.meaning === meaning)?.lookupId,
    `the ${meaning} of ${type}`,
  )

/** Acts as the owner of a customer, in the afternoon of a day. */
type InPast = <T>(day: string, work: (author: Actor) => Promise<T>) => Promise<T>

interface Written {
  successPlans: Modules['successPlans']
  successPlanId: number
  plan: DemoPlan
  ownerId: number
  day: (days: number) => string
  onDay: InPast
}

/** Adds the KPIs, milestones and tasks of a plan on the day on which it begins, and completes what was done in time. */
async function addParts({ successPlans, successPlanId, plan, ownerId, day, onDay }: Written): Promise<void> {
  const { kpis, milestones, stuckSince = 0 } = plan
  const begin = day(plan.from)
  for (const [kpiName, targetDetails, currentKpiValue] of kpis) {
    const kpi = { kpiName, targetDetails, currentKpiValue, ownerId }
    await onDay(begin, (author) => successPlans.createKpi(author, successPlanId, kpi))
  }
  for (const [name, begins, ends, tasks] of milestones) {
    const worked = { name, startDate: day(begins), dueDate: day(ends), ownerId }
    const { itemId } = await onDay(
      begin,
      async (author) => (await successPlans.createMilestone(author, successPlanId, worked)).data,
    )
    for (const title of tasks) {
      const task = { title, dueDate: day(ends), assigneeId: ownerId }
      await onDay(begin, (author) => successPlans.createTask(author, successPlanId, itemId, task))
    }
    if (ends >= stuckSince) continue
    await onDay(day(ends), (author) =>
      successPlans.complete(author, successPlanId, itemId, 'MILESTONE', true),
    )
  }
}

/** Gives some accounts a success plan each, with milestones, tasks and KPIs, where they have none. */
export async function addPlans(
  { modules, actor, directory }: Planning,
  customers: readonly Customer[],
  anchor: Date,
): Promise<void> {
  const { successPlans } = modules
  const day = (days: number) => new Date(anchor.getTime() + days * dayMs).toISOString().slice(0, 10)
  for (const customer of customers) {
    const found = plans[cell(customer.row, 'account')]
    if (!found) continue
    const plan = { ...found, from: Math.max(found.from, -customer.since) }
    const entityId = directory.records(account, customer.externalId)
    const ownerId = directory.users(customer.owner)
    const query = { level: account, entityId, includeArchived: true, includeCompleted: true } as const
    const there = await successPlans.list(actor, { ...query, includeBelow: false, page: 1, pageSize: 1 })
    if (there.totalItemCount > 0) continue
    const author = { ...actor, userId: ownerId }
    const onDay: InPast = (on, work) => atTime(new Date(`${on}T15:00:00.000Z`), () => work(author))
    const state = {
      startDate: day(plan.from),
      dueDate: day(plan.to),
      statusId: idOf('SUCCESS_PLAN_STATUS', 'inProgress'),
      progressId: idOf('SUCCESS_PLAN_PROGRESS', 'onTrack'),
    }
    const { name, goal } = plan
    const form: CreatePlan = { level: account, entityId, name, description: goal, ownerId, ...state }
    const { successPlanId } = await onDay(
      day(plan.from),
      async () => (await successPlans.createPlan(author, form)).data,
    )
    await addParts({ successPlans, successPlanId, plan, ownerId, day, onDay })
    if (plan.stuckSince === undefined) continue
    const behind = { progressId: idOf('SUCCESS_PLAN_PROGRESS', 'behind') }
    await onDay(day(plan.stuckSince), () => successPlans.changePlan(author, successPlanId, behind))
  }
}
