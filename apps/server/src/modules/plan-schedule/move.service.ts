import type { Milestone } from '@steward/contracts/success-plan/item'
import type { MoveMilestone, PlanMove } from '@steward/contracts/success-plan/move'
import type { Actor } from '../../platform/actor.ts'
import { transact, type Db, type Tx } from '../../platform/db/database.ts'
import { invalid, notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Act } from '../record/index.ts'
import type { SuccessPlans } from '../success-plan/index.ts'
import type { Tasks } from '../task/index.ts'
import { moveOf } from './move.rules.ts'

export interface MoveNeighbours {
  plans: Pick<SuccessPlans, 'read' | 'changeParts'>
  tasks: Pick<Tasks, 'changeTasks'>
}

const isMilestone =
  (itemId: number) =>
  (item: { kind: string; itemId: number }): item is Milestone =>
    item.kind === 'MILESTONE' && item.itemId === itemId

/** Moves milestones in time, with what depends on them. */
export function createMoveService(platform: Platform, { plans, tasks }: MoveNeighbours) {
  const dbOf = ({ tenantId }: Actor): Db => platform.database.tenant(tenantId)

  async function plan(db: Db | Tx, actor: Actor, planId: number, itemId: number, form: MoveMilestone) {
    const detail = await plans.read(actor, planId, db)
    const milestone = detail.items.find(isMilestone(itemId))
    if (!milestone) throw notFound('success_plan.item_unknown', 'This plan has no such milestone.')
    if (milestone.startDate === null && milestone.dueDate === null) {
      throw invalid('plan_schedule.no_dates', { days: 'This milestone has no dates. Enter them first.' })
    }
    return moveOf(detail, milestone, form)
  }

  async function moveTasks(tx: Tx, actor: Actor, act: Act, move: PlanMove): Promise<Act> {
    if (move.tasks.length === 0) return act
    const changes = move.tasks.map(({ taskId, to }) => ({ taskId, values: { dueDate: to } }))
    const { changeSetId, refused } = await tasks.changeTasks(tx, actor, act, changes)
    const [first] = refused
    if (first) throw invalid('plan_schedule.task', { days: Object.values(first.faults).join(' ') })
    return changeSetId === null ? act : { ...act, changeSetId }
  }

  return {
    /** What would move, and to which days; writes nothing. */
    preview: (actor: Actor, planId: number, itemId: number, form: MoveMilestone): Promise<PlanMove> =>
      plan(dbOf(actor), actor, planId, itemId, form),

    /** Moves it in one operation with one undo. */
    move: (
      actor: Actor,
      planId: number,
      itemId: number,
      form: MoveMilestone,
    ): Promise<{ data: PlanMove; changeSetId: number | null }> =>
      transact(dbOf(actor), async (tx) => {
        const move = await plan(tx, actor, planId, itemId, form)
        if (form.days === 0) return { data: move, changeSetId: null }
        const act = await moveTasks(tx, actor, { action: 'edit', at: platform.clock.now() }, move)
        const values = new Map(move.milestones.map((one) => [one.itemId, one.to]))
        const changeSetId = await plans.changeParts(tx, actor, act, planId, values)
        return { data: move, changeSetId: changeSetId ?? act.changeSetId ?? null }
      }),
  }
}

export type MoveService = ReturnType<typeof createMoveService>
