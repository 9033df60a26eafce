import type { CreatePlan } from '@steward/contracts/success-plan/plan'
import type { KpiTargetForm } from '@steward/contracts/success-plan/item'
import type { Modules } from '../modules.ts'
import type { Actor } from '../platform/actor.ts'
import type { DemoStory } from './demo.story.ts'
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

/** Plans that look as they do in a busy quarter: one on its way, one behind, one that has just begun. */
const plans: readonly DemoPlan[] = [
  {
    name: 'Roll out to all regions',
    goal: 'Every region works with the product before the busy season.',
    from: -60,
    to: 75,
    milestones: [
      ['First region live', -60, -20, ['Agree the scope', 'Import the data']],
      ['Train the regional leads', -20, 20, ['Book the trainer', 'Send the invitations']],
      ['All regions live', 20, 75, []],
    ],
    kpis: [
      ['Regions live', target('numeric', 'is greater than', 0, 6), 2],
      ['Weekly active users', target('percentage', 'is greater than', 20, 80), 47],
    ],
  },
  {
    name: 'Halve the number of support requests',
    goal: 'Fewer requests, and quicker answers to those that remain.',
    from: -80,
    to: 30,
    milestones: [['Review the top ten reasons', -80, -9, ['Collect the requests of a month']]],
    kpis: [['Requests per month', target('numeric', 'is less than', 120, 60), 96]],
  },
  {
    name: 'Prepare the renewal',
    goal: 'Both sides can name what the first year brought.',
    from: -3,
    to: 110,
    milestones: [
      ['Agree the figures to report', -3, 25, ['Draft the list of figures']],
      ['Business review', 25, 60, []],
    ],
    kpis: [['Satisfaction', target('percentage', 'is greater than', 60, 85), 68]],
  },
]

/** Gives some accounts a success plan each, with milestones, tasks and KPIs, where they have none. */
export async function addPlans(
  { modules, actor, directory }: Planning,
  stories: readonly DemoStory[],
  anchor: Date,
): Promise<void> {
  const { successPlans } = modules
  const day = (days: number) => new Date(anchor.getTime() + days * dayMs).toISOString().slice(0, 10)
  for (const [at, plan] of plans.entries()) {
    const story = stories[at]
    const [entry] = story?.entries ?? []
    if (!story || !entry) continue
    const entityId = directory.records(account, story.account)
    const ownerId = directory.users(entry.author)
    const query = { level: account, entityId, includeArchived: true, includeCompleted: true } as const
    const found = await successPlans.list(actor, { ...query, includeBelow: false, page: 1, pageSize: 1 })
    if (found.totalItemCount > 0) continue
    const { name, goal, from, to, milestones, kpis } = plan
    const dates = { startDate: day(from), dueDate: day(to) }
    const form: CreatePlan = { level: account, entityId, name, description: goal, ownerId, ...dates }
    const { successPlanId } = (await successPlans.createPlan(actor, form)).data
    for (const [kpiName, targetDetails, currentKpiValue] of kpis) {
      const kpi = { kpiName, targetDetails, currentKpiValue, ownerId }
      await successPlans.createKpi(actor, successPlanId, kpi)
    }
    for (const [milestone, begins, ends, tasks] of milestones) {
      const worked = { name: milestone, startDate: day(begins), dueDate: day(ends), ownerId }
      const { itemId } = (await successPlans.createMilestone(actor, successPlanId, worked)).data
      for (const title of tasks) {
        const task = { title, dueDate: day(ends), assigneeId: ownerId }
        await successPlans.createTask(actor, successPlanId, itemId, task)
      }
    }
  }
}
