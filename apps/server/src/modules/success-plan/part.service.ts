import { planLimits, type PlanItemKind } from '@steward/contracts/plain/success-plan'
import type { ChangeAction } from '@steward/contracts/record-history'
import type {
  KpiForm,
  MilestoneForm,
  NoteForm,
  PlanItem,
  PlanTaskForm,
} from '@steward/contracts/success-plan/item'
import type { SuccessPlanDetail } from '@steward/contracts/success-plan/plan'
import { userOf, type Actor } from '../../platform/actor.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { invalid } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Act } from '../record/index.ts'
import type { Tasks } from '../task/index.ts'
import type { Current } from './item.table.ts'
import type { KpiSources } from './kpi.source.ts'
import { readLookups } from './lookup.service.ts'
import type { PlanChecks } from './plan.check.ts'
import { milestoneValues, type KpiForms, type PartValues, type ReadPartForm } from './part.form.ts'
import { partSubject, type PlanDoors } from './plan.doors.ts'
import { findTasksOf, listOpenTasks, listPartIds } from './plan.link.store.ts'
import { partScopeSql } from './plan.policy.ts'
import { unknownItem, type PlanReading } from './plan.reading.service.ts'
import { refuseStale, storedText, type PlanService } from './plan.service.ts'
import { emptyPart, partTable, type PartState, type PlanState } from './plan.state.ts'

export interface PartNeighbours {
  ledger: Pick<Ledger, 'itemKeysSince'>
  tasks: Tasks
  doors: PlanDoors
  check: PlanChecks
  reading: PlanReading
  plans: Pick<PlanService, 'lock'>
  sources: KpiSources
  kpiValues: KpiForms
}

type WrittenItem<Kind extends PlanItem['kind']> = {
  data: Extract<PlanItem, { kind: Kind }>
  changeSetId: number | null
}

const given = (values: PartValues): Partial<PartState> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

const noteValues =
  (form: Omit<NoteForm, 'version'>): ReadPartForm =>
  async () => ({
    name: form.name,
    description: storedText(form.description),
    fileIds: form.fileIds && [...new Set(form.fileIds)],
  })

async function lock(
  tx: Tx,
  actor: Actor,
  planId: number,
  itemId: number,
  kind?: PlanItemKind,
): Promise<Current<PartState>> {
  const [item] = await partTable.lock(tx, actor.tenantId, [itemId], partScopeSql(actor, 't'))
  const isIt = item?.state.planId === planId && (kind === undefined || item.state.kind === kind)
  if (!isIt) throw unknownItem(kind)
  return item
}

/** Tasks of a milestone are about the record of its plan. */
async function checkTasks(
  tx: Tx,
  { tenantId }: Actor,
  { recordId }: PlanState,
  after: PartState,
  before?: PartState,
) {
  const known = new Set(before?.taskIds)
  const fresh = after.taskIds.filter((id) => !known.has(id))
  const found = await findTasksOf(tx, tenantId, recordId, fresh)
  const stranger = fresh.find((id) => !found.has(id))
  if (stranger === undefined) return
  throw invalid('success_plan.tasks', { taskIds: `Task ${stranger} is not about the record of this plan.` })
}

async function nextPosition(tx: Tx, actor: Actor, ids: readonly number[]): Promise<number> {
  const last = ids.at(-1)
  if (last === undefined) return 1
  const [item] = await partTable.lock(tx, actor.tenantId, [last], partScopeSql(actor, 't'))
  return (item?.state.position ?? 0) + 1
}

/** What people do with the items of a plan. */
export function createPartService(platform: Platform, neighbours: PartNeighbours) {
  const { ledger, tasks, doors, check, reading, plans, sources, kpiValues } = neighbours
  const dbOf = ({ tenantId }: Actor) => platform.database.tenant(tenantId)
  const actOf = (action: ChangeAction): Act => ({ action, at: platform.clock.now() })

  async function create<Kind extends PlanItemKind>(
    actor: Actor,
    planId: number,
    kind: Kind,
    name: string,
    read: ReadPartForm,
  ): Promise<WrittenItem<Kind>> {
    const act = actOf('create')
    const { ids, changeSetId } = await transact(dbOf(actor), async (tx) => {
      const plan = await plans.lock(tx, actor, planId)
      const lookups = await readLookups(tx, actor.tenantId)
      const before = await listPartIds(tx, actor.tenantId, planId)
      if (before.length >= planLimits.items) {
        throw invalid('success_plan.items', { name: `A plan can have at most ${planLimits.items} items.` })
      }
      const state: PartState = {
        ...emptyPart,
        planId,
        kind,
        name,
        position: await nextPosition(tx, actor, before),
        createdAt: act.at.toISOString(),
      }
      const after = { ...state, ...given(await read({ tx, actor, act, plan, before: state, lookups })) }
      await check(tx, actor.tenantId, plan.state.recordId, after)
      await checkTasks(tx, actor, plan.state, after)
      const created = await doors.parts.create(tx, actor, act, [after])
      if (after.sourceKey !== null) await sources.measureItems(tx, actor.tenantId, created.ids, act.at)
      return created
    })
    return { data: await reading.readItem(actor, planId, ids[0] as number, kind), changeSetId }
  }

  async function change<Kind extends PlanItemKind>(
    actor: Actor,
    ref: { planId: number; itemId: number; kind?: Kind },
    action: ChangeAction,
    read: ReadPartForm,
    version?: number,
  ): Promise<WrittenItem<Kind>> {
    const { planId, itemId, kind } = ref
    const act = actOf(action)
    const changeSetId = await transact(dbOf(actor), async (tx) => {
      const plan = await plans.lock(tx, actor, planId)
      const item = await lock(tx, actor, planId, itemId, kind)
      const lookups = await readLookups(tx, actor.tenantId)
      const values = given(await read({ tx, actor, act, plan, before: item.state, lookups }))
      const after = { ...item.state, ...values }
      await check(tx, actor.tenantId, plan.state.recordId, after, item.state)
      await checkTasks(tx, actor, plan.state, after, item.state)
      await refuseStale(tx, ledger, actor, partSubject, item, version, values)
      const written = await doors.parts.change(tx, actor, act, [{ item, values }])
      if (after.sourceKey !== null && after.sourceKey !== item.state.sourceKey) {
        await sources.measureItems(tx, actor.tenantId, [itemId], act.at)
      }
      return written
    })
    return { data: await reading.readItem(actor, planId, itemId, kind), changeSetId }
  }

  /** Completes the open tasks of a milestone in the same change set. */
  async function completeTasks(tx: Tx, actor: Actor, act: Act, itemId: number): Promise<void> {
    const taskIds = await listOpenTasks(tx, actor.tenantId, [itemId])
    if (taskIds.length === 0) return
    const done = await tasks.changeTasks(
      tx,
      actor,
      act,
      taskIds.map((taskId) => ({ taskId, values: { status: 'COMPLETED' } })),
    )
    if (done.changeSetId !== null) act.changeSetId = done.changeSetId
  }

  const statusOf =
    (meaning: 'inProgress' | 'completed', all: boolean, itemId: number): ReadPartForm =>
    async ({ tx, actor, act, before, lookups }) => {
      if (all) await completeTasks(tx, actor, act, itemId)
      const statusId = lookups.meaning('MILESTONE_STATUS', meaning)
      const isMilestone = before.kind === 'MILESTONE'
      if (meaning === 'completed') {
        if (before.completedAt !== null) return {}
        const completed = { completedAt: act.at.toISOString(), completedBy: userOf(actor) }
        return isMilestone ? { statusId, ...completed } : completed
      }
      return { completedAt: null, completedBy: null, ...(isMilestone && { statusId }) }
    }

  return {
    createMilestone: (actor: Actor, planId: number, form: MilestoneForm & { name: string }) =>
      create(actor, planId, 'MILESTONE', form.name, milestoneValues(form)),

    changeMilestone: (actor: Actor, planId: number, itemId: number, { version, ...form }: MilestoneForm) =>
      change(actor, { planId, itemId, kind: 'MILESTONE' }, 'edit', milestoneValues(form), version),

    createKpi: (actor: Actor, planId: number, form: KpiForm & { kpiName: string }) =>
      create(actor, planId, 'KPI', form.kpiName, kpiValues(form)),

    changeKpi: (actor: Actor, planId: number, itemId: number, { version, ...form }: KpiForm) =>
      change(actor, { planId, itemId, kind: 'KPI' }, 'edit', kpiValues(form), version),

    complete: <Kind extends PlanItemKind>(
      actor: Actor,
      planId: number,
      itemId: number,
      kind: Kind,
      all = false,
    ) => change(actor, { planId, itemId, kind }, 'complete', statusOf('completed', all, itemId)),

    /** Opens a completed item again. */
    uncomplete: <Kind extends PlanItemKind>(actor: Actor, planId: number, itemId: number, kind: Kind) =>
      change(actor, { planId, itemId, kind }, 'edit', async (known) =>
        known.before.completedAt === null ? {} : statusOf('inProgress', false, itemId)(known),
      ),

    start: (actor: Actor, planId: number, itemId: number) =>
      change(actor, { planId, itemId, kind: 'MILESTONE' }, 'start', statusOf('inProgress', false, itemId)),

    setArchived: <Kind extends PlanItemKind>(
      actor: Actor,
      ref: { planId: number; itemId: number; kind?: Kind },
      isArchived: boolean,
    ) => change(actor, ref, isArchived ? 'archive' : 'restore', async () => ({ isArchived })),

    createNote: (
      actor: Actor,
      planId: number,
      { kind, name, ...form }: NoteForm & { kind: 'NOTE' | 'FILE'; name: string },
    ) => create(actor, planId, kind, name, noteValues(form)),

    changeNote: (actor: Actor, planId: number, itemId: number, { version, ...form }: NoteForm) =>
      change(
        actor,
        { planId, itemId },
        'edit',
        async (known) => {
          if (known.before.kind !== 'NOTE' && known.before.kind !== 'FILE') throw unknownItem('NOTE')
          return noteValues(form)(known)
        },
        version,
      ),

    /** Creates a task of a milestone, in one change set with its place in the milestone. */
    async createTask(actor: Actor, planId: number, itemId: number, form: PlanTaskForm) {
      return change(
        actor,
        { planId, itemId, kind: 'MILESTONE' },
        'edit',
        async ({ tx, act, plan, before }) => {
          const draft = { ...form, type: 'successPlan' as const, recordId: plan.state.recordId }
          const created = await tasks.createTasks(tx, actor, act, [draft])
          const [refused] = created.refused
          if (refused) throw invalid('success_plan.task', refused.faults)
          if (created.changeSetId !== null) act.changeSetId = created.changeSetId
          return { taskIds: [...before.taskIds, ...created.taskIds.filter((id) => id !== null)] }
        },
      )
    },

    /** Puts the items of a plan into another order. Error: invalid_input where it names others than the plan has. */
    async order(
      actor: Actor,
      planId: number,
      itemIds: readonly number[],
    ): Promise<{
      data: SuccessPlanDetail
      changeSetId: number | null
    }> {
      const act = actOf('edit')
      const changeSetId = await transact(dbOf(actor), async (tx) => {
        await plans.lock(tx, actor, planId)
        const ids = await listPartIds(tx, actor.tenantId, planId)
        const places = new Map(itemIds.map((id, at) => [id, at + 1]))
        if (
          places.size !== itemIds.length ||
          ids.length !== places.size ||
          ids.some((id) => !places.has(id))
        ) {
          throw invalid('success_plan.order', { itemIds: 'Name every item of the plan once.' })
        }
        const items = await partTable.lock(tx, actor.tenantId, ids, partScopeSql(actor, 't'))
        return doors.parts.change(
          tx,
          actor,
          act,
          items.map((item) => ({ item, values: { position: places.get(item.id) } })),
        )
      })
      return { data: await reading.read(actor, planId), changeSetId }
    },
  }
}

export type PartService = ReturnType<typeof createPartService>
