import { levelOf } from '@steward/contracts/level'
import type { ChangeAction } from '@steward/contracts/record-history'
import type { PlanLookupType } from '@steward/contracts/plain/success-plan'
import type { ChangePlan, CreatePlan, SuccessPlanDetail } from '@steward/contracts/success-plan/plan'
import { userOf, type Actor } from '../../platform/actor.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { AppError, invalid } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Act } from '../record/index.ts'
import type { Tasks } from '../task/index.ts'
import { readRich } from '../timeline/index.ts'
import type { Written } from './item.door.ts'
import type { Current } from './item.table.ts'
import { readLookups, type Lookups } from './lookup.service.ts'
import type { PlanChecks } from './plan.check.ts'
import { partSubject, planSubject, type PlanDoors } from './plan.doors.ts'
import { findSeenRecords, listOpenTasks, listPartIds } from './plan.link.store.ts'
import { partScopeSql, planScopeSql } from './plan.policy.ts'
import { unknownPlan, type PlanReading } from './plan.reading.service.ts'
import { partLabels, partTable, planLabels, planTable, type PartState, type PlanState } from './plan.state.ts'

export interface PlanNeighbours {
  ledger: Pick<Ledger, 'itemKeysSince' | 'undo'>
  tasks: Pick<Tasks, 'changeTasks'>
  doors: PlanDoors
  check: PlanChecks
  reading: PlanReading
}

type WrittenPlan = { data: SuccessPlanDetail; changeSetId: number | null }

interface Completion {
  statusId?: number | null
  completedAt?: string | null
  completedBy?: number | null
}

export const storedText = (text: string | null | undefined): string | null | undefined =>
  text ? readRich(text, 'description').body : text

/** What follows from a status: when it was completed, and by whom. */
export function completionOf(
  lookups: Lookups,
  type: PlanLookupType,
  before: { statusId: number | null; completedAt: string | null },
  statusId: number | undefined,
  by: { userId: number | null; at: Date },
): Completion {
  lookups.check(type, statusId === before.statusId ? undefined : statusId, 'statusId')
  if (statusId === undefined || statusId === before.statusId) return {}
  const isCompleted = lookups.byId.get(statusId)?.meaning === 'completed'
  if (isCompleted === (before.completedAt !== null)) return { statusId }
  return isCompleted
    ? { statusId, completedAt: by.at.toISOString(), completedBy: by.userId }
    : { statusId, completedAt: null, completedBy: null }
}

/** Refuses a change of what others changed since the version that was opened. */
export async function refuseStale(
  tx: Tx,
  ledger: Pick<Ledger, 'itemKeysSince'>,
  actor: Actor,
  subject: typeof planSubject | typeof partSubject,
  item: { id: number; version: number },
  opened: number | undefined,
  values: object,
): Promise<void> {
  if (opened === undefined || opened >= item.version) return
  const since = new Set(await ledger.itemKeysSince(tx, actor.tenantId, subject, item.id, opened))
  const both = Object.keys(values).filter((key) => since.has(key))
  if (both.length === 0) return
  const labels: Readonly<Record<string, string>> = { ...partLabels, ...planLabels }
  const names = both.map((key) => labels[key] ?? key).join(', ')
  const message = `Someone else changed this since you opened it: ${names}.`
  throw new AppError('conflict', 'success_plan.changed', message)
}

async function lock(tx: Tx, actor: Actor, planId: number): Promise<Current<PlanState>> {
  const [plan] = await planTable.lock(tx, actor.tenantId, [planId], planScopeSql(actor, 't'))
  if (!plan) throw unknownPlan()
  return plan
}

/** What people do with plans. */
export function createPlanService(
  platform: Platform,
  { ledger, tasks, doors, check, reading }: PlanNeighbours,
) {
  const dbOf = ({ tenantId }: Actor) => platform.database.tenant(tenantId)
  const actOf = (action: ChangeAction): Act => ({ action, at: platform.clock.now() })

  async function change(
    actor: Actor,
    planId: number,
    action: ChangeAction,
    valuesOf: (plan: Current<PlanState>, lookups: Lookups, tx: Tx, act: Act) => Promise<Partial<PlanState>>,
  ): Promise<WrittenPlan> {
    const act = actOf(action)
    const changeSetId = await transact(dbOf(actor), async (tx) => {
      const item = await lock(tx, actor, planId)
      const values = await valuesOf(item, await readLookups(tx, actor.tenantId), tx, act)
      return doors.plans.change(tx, actor, act, [{ item, values }])
    })
    return { data: await reading.read(actor, planId), changeSetId }
  }

  /** Completes the open milestones and KPIs of a plan, and the open tasks of these milestones. */
  async function completeParts(
    tx: Tx,
    actor: Actor,
    act: Written,
    planId: number,
    lookups: Lookups,
  ): Promise<void> {
    const ids = await listPartIds(tx, actor.tenantId, planId)
    const found = await partTable.lock(tx, actor.tenantId, ids, partScopeSql(actor, 't'))
    const open = found.filter(
      ({ state }) =>
        (state.kind === 'MILESTONE' || state.kind === 'KPI') && !state.isArchived && !state.completedAt,
    )
    const taskIds = await listOpenTasks(
      tx,
      actor.tenantId,
      open.map(({ id }) => id),
    )
    await tasks.changeTasks(
      tx,
      actor,
      act,
      taskIds.map((taskId) => ({ taskId, values: { status: 'COMPLETED' } })),
    )
    const completed: Partial<PartState> = {
      completedAt: act.at.toISOString(),
      completedBy: userOf(actor),
    }
    const statusId = lookups.meaning('MILESTONE_STATUS', 'completed')
    await doors.parts.change(
      tx,
      actor,
      act,
      open.map((item) => ({
        item,
        values: item.state.kind === 'MILESTONE' ? { ...completed, statusId } : completed,
      })),
    )
  }

  return {
    /** Errors: invalid_input at the fields of the form. */
    async create(actor: Actor, form: CreatePlan): Promise<WrittenPlan> {
      const act = actOf('create')
      const created = await transact(dbOf(actor), async (tx) => {
        const level = (await findSeenRecords(tx, actor, [form.entityId])).get(form.entityId)
        if (level !== levelOf(form.level).id) {
          const noun = levelOf(form.level).name
          throw invalid('success_plan.record', {
            entityId: `There is no ${noun} ${form.entityId}, or you can't see it.`,
          })
        }
        const lookups = await readLookups(tx, actor.tenantId)
        lookups.check('SUCCESS_PLAN_PROGRESS', form.progressId, 'progressId')
        const by = { userId: userOf(actor), at: act.at }
        const none = { statusId: null, completedAt: null }
        const state: PlanState = {
          name: form.name,
          description: storedText(form.description) ?? null,
          startDate: form.startDate ?? null,
          dueDate: form.dueDate ?? null,
          ownerId: form.ownerId ?? null,
          collaboratorIds: [...new Set(form.collaborators)],
          statusId: lookups.meaning('SUCCESS_PLAN_STATUS', 'open'),
          progressId: form.progressId ?? lookups.meaning('SUCCESS_PLAN_PROGRESS', 'none'),
          recordId: form.entityId,
          isArchived: false,
          completedAt: null,
          completedBy: null,
          completionSetId: null,
          creatorId: by.userId,
          createdAt: act.at.toISOString(),
          ...(completionOf(lookups, 'SUCCESS_PLAN_STATUS', none, form.statusId, by) as Partial<PlanState>),
        }
        await check(tx, actor.tenantId, form.entityId, state)
        return doors.plans.create(tx, actor, act, [state])
      })
      const data = await reading.read(actor, created.ids[0] as number)
      return { data, changeSetId: created.changeSetId }
    },

    /** Errors: not_found, invalid_input at the fields, conflict where others changed the same since. */
    change: (actor: Actor, planId: number, { version, ...form }: ChangePlan) =>
      change(actor, planId, 'edit', async (plan, lookups, tx, { at }) => {
        const { state } = plan
        if (form.progressId !== state.progressId) {
          lookups.check('SUCCESS_PLAN_PROGRESS', form.progressId, 'progressId')
        }
        const by = { userId: userOf(actor), at }
        const completion = completionOf(lookups, 'SUCCESS_PLAN_STATUS', state, form.statusId, by)
        const values: Partial<{ [Key in keyof PlanState]: PlanState[Key] | undefined }> = {
          name: form.name,
          description: storedText(form.description),
          startDate: form.startDate,
          dueDate: form.dueDate,
          ownerId: form.ownerId,
          collaboratorIds: form.collaborators && [...new Set(form.collaborators)],
          progressId: form.progressId,
          ...(completion as Partial<PlanState>),
          // A completion that ended is not canceled any more.
          ...(completion.completedAt === undefined ? {} : { completionSetId: null }),
        }
        const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
        await check(tx, actor.tenantId, state.recordId, { ...state, ...given }, state)
        await refuseStale(tx, ledger, actor, planSubject, plan, version, given)
        return given
      }),

    /** Completes a plan, with all that is in it if asked. One that is completed already only gets its progress. */
    complete: (actor: Actor, planId: number, all: boolean, progressId: number | undefined) =>
      change(actor, planId, 'complete', async ({ state }, lookups, tx, act) => {
        lookups.check('SUCCESS_PLAN_PROGRESS', progressId, 'progressId')
        const progress = progressId === undefined ? {} : { progressId }
        if (state.completedAt !== null) return progress
        const written = await doors.plans.openSet(tx, actor, act)
        act.changeSetId = written.changeSetId
        if (all) await completeParts(tx, actor, written, planId, lookups)
        return {
          statusId: lookups.meaning('SUCCESS_PLAN_STATUS', 'completed'),
          completedAt: act.at.toISOString(),
          completedBy: userOf(actor),
          completionSetId: written.changeSetId,
          ...progress,
        }
      }),

    /** Opens a completed plan again; its items stay as they are. */
    uncomplete: (actor: Actor, planId: number) =>
      change(actor, planId, 'edit', async ({ state }, lookups) =>
        state.completedAt === null
          ? {}
          : {
              statusId: lookups.meaning('SUCCESS_PLAN_STATUS', 'inProgress'),
              completedAt: null,
              completedBy: null,
              completionSetId: null,
            },
      ),

    /** Undoes a completion with all that it completed; a plan that is not completed stays as it is. */
    async cancelCompletion(actor: Actor, planId: number): Promise<WrittenPlan> {
      const plan = await transact(dbOf(actor), (tx) => lock(tx, actor, planId))
      const { completionSetId } = plan.state
      const { changeSetId } =
        completionSetId === null ? { changeSetId: null } : await ledger.undo(actor, completionSetId)
      return { data: await reading.read(actor, planId), changeSetId }
    },

    start: (actor: Actor, planId: number) =>
      change(actor, planId, 'start', async (_plan, lookups) => ({
        statusId: lookups.meaning('SUCCESS_PLAN_STATUS', 'inProgress'),
        completedAt: null,
        completedBy: null,
        completionSetId: null,
      })),

    setArchived: (actor: Actor, planId: number, isArchived: boolean) =>
      change(actor, planId, isArchived ? 'archive' : 'restore', async () => ({ isArchived })),

    lock,
  }
}

export type PlanService = ReturnType<typeof createPlanService>
