import type { Kpi, KpiHistory, Milestone, PlanItem } from '@steward/contracts/success-plan/item'
import type {
  PlanListQuery,
  PlanPage,
  PlanStatus,
  SuccessPlan,
  SuccessPlanDetail,
} from '@steward/contracts/success-plan/plan'
import { levelOf } from '@steward/contracts/level'
import type { LinkedRecord } from '@steward/contracts/timeline'
import { planLimits } from '@steward/contracts/plain/success-plan'
import type { Actor } from '../../platform/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { FieldService } from '../field/index.ts'
import type { FileService } from '../file/index.ts'
import { dayIn } from '../task/index.ts'
import { planShare, type Reading, type Signal } from '../today/index.ts'
import { personOf } from '../timeline/index.ts'
import type { UserService } from '../user-management/index.ts'
import { listMetTargets, readValues } from './kpi.store.ts'
import { readLookups, type LookupCache, type Lookups } from './lookup.service.ts'
import { findSeenRecords, listPlansOfItems } from './plan.link.store.ts'
import { presentDetail, presentItem, presentPlan } from './plan.present.ts'
import {
  readCountedPlans,
  readDuePlans,
  readParts,
  readPlan,
  readPlanPage,
  type BehindBy,
  type CountedPlanRow,
} from './plan.read-model.ts'

export interface ReadingNeighbours {
  users: Pick<UserService, 'directory'>
  fields: Pick<FieldService, 'catalogue'>
  files: Pick<FileService, 'brief'>
  lookupCache: LookupCache
}

export const unknownPlan = () =>
  notFound('success_plan.unknown', "This success plan does not exist, or you can't see it.")

const nouns = { MILESTONE: 'milestone', KPI: 'KPI', NOTE: 'note', FILE: 'file' } as const

export const unknownItem = (kind?: keyof typeof nouns) =>
  notFound('success_plan.item_unknown', `This plan has no such ${kind ? nouns[kind] : 'item'}.`)

const isOpen = ({ completedAt, isArchived }: { completedAt: string | null; isArchived: boolean }) =>
  completedAt === null && !isArchived

const openTasksOf = (items: readonly PlanItem[]) =>
  items.flatMap((item) =>
    item.kind !== 'MILESTONE'
      ? []
      : item.tasks
          .filter(({ status }) => status !== 'COMPLETED' && status !== 'ARCHIVED')
          .map(({ taskId, title }) => ({ taskId, title })),
  )

const behindOn = (today: string, lookups: Lookups): BehindBy => ({
  today,
  planProgress: lookups.idsOf('SUCCESS_PLAN_PROGRESS', 'behind'),
  kpiProgress: lookups.idsOf('KPI_PROGRESS', 'behind'),
})

/** Reads plans and their items. */
export function createPlanReading(platform: Platform, neighbours: ReadingNeighbours) {
  const { users, fields, files, lookupCache } = neighbours
  const dbOf = ({ tenantId }: Actor) => platform.database.tenant(tenantId)

  /** By what plans are behind, on the present day of the reader. */
  async function behindBy({ tenantId, userId }: Actor, lookups: Lookups): Promise<BehindBy> {
    const { byId } = await users.directory(tenantId)
    return behindOn(dayIn(platform.clock.now(), byId.get(userId)?.timeZone), lookups)
  }

  /** Plans without their items. */
  async function present(
    actor: Actor,
    rows: readonly CountedPlanRow[],
    lookups: Lookups,
  ): Promise<SuccessPlan[]> {
    const directory = await users.directory(actor.tenantId)
    return rows.map((row) => presentPlan(actor, row, { users: directory, lookups }))
  }

  async function read(actor: Actor, planId: number, db: Db | Tx = dbOf(actor)): Promise<SuccessPlanDetail> {
    const isWithin = db.connect === null
    const lookups = await (isWithin ? readLookups(db, actor.tenantId) : lookupCache.get(actor.tenantId))
    const row = await readPlan(db, actor, planId, await behindBy(actor, lookups))
    if (!row) throw unknownPlan()
    const parts = await readParts(db, actor.tenantId, [planId])
    const fileIds = parts.flatMap(({ state }) => state.fileIds)
    const [directory, briefs, catalogue] = await Promise.all([
      users.directory(actor.tenantId),
      files.brief(actor.tenantId, [...new Set(fileIds)]),
      fields.catalogue(actor.tenantId, row.level),
    ])
    return presentDetail(actor, row, parts, { users: directory, lookups, files: briefs, catalogue })
  }

  async function readItem<Kind extends PlanItem['kind']>(
    actor: Actor,
    planId: number,
    itemId: number,
    kind?: Kind,
  ): Promise<Extract<PlanItem, { kind: Kind }>> {
    const { items } = await read(actor, planId)
    const item = items.find((one) => one.itemId === itemId && (kind === undefined || one.kind === kind))
    if (!item) throw unknownItem(kind)
    return item as Extract<PlanItem, { kind: Kind }>
  }

  /** Throws `not_found` where the record of a list is not there, is of another level, or out of sight. */
  async function requireRecord(actor: Actor, { level, entityId }: PlanListQuery): Promise<void> {
    if (!level || !entityId) return
    const seen = await findSeenRecords(dbOf(actor), actor, [entityId])
    if (seen.get(entityId) === levelOf(level).id) return
    throw notFound('record.unknown', `This ${levelOf(level).name} does not exist, or you can't see it.`)
  }

  return {
    read,
    readItem,

    async list(actor: Actor, asked: PlanListQuery): Promise<PlanPage> {
      await requireRecord(actor, asked)
      const db = dbOf(actor)
      const lookups = await lookupCache.get(actor.tenantId)
      const { rows, total } = await readPlanPage(db, actor, asked, await behindBy(actor, lookups))
      const data = await present(actor, rows, lookups)
      const { page, pageSize } = asked
      return { data, itemCount: data.length, page, pageSize, totalItemCount: total }
    },

    /** Plans as lists have them, those that the actor sees. */
    async show(actor: Actor, planIds: readonly number[]): Promise<SuccessPlan[]> {
      const db = dbOf(actor)
      const lookups = await lookupCache.get(actor.tenantId)
      const rows = await readCountedPlans(db, actor, planIds, await behindBy(actor, lookups))
      return present(actor, rows, lookups)
    },

    /** Milestones and KPIs of records that the actor sees, with these records. */
    async showItems(
      actor: Actor,
      itemIds: readonly number[],
    ): Promise<{ record: LinkedRecord; item: Milestone | Kpi }[]> {
      const { tenantId } = actor
      const db = dbOf(actor)
      const plans = await listPlansOfItems(db, actor, itemIds)
      const byPlan = new Map(plans.map((plan) => [plan.planId, plan]))
      const rows = await readParts(db, tenantId, [...byPlan.keys()])
      const [directory, lookups] = await Promise.all([users.directory(tenantId), lookupCache.get(tenantId)])
      const wanted = new Set(itemIds)
      const shown: { record: LinkedRecord; item: Milestone | Kpi }[] = []
      for (const { row, state } of rows.filter((part) => wanted.has(part.row.id))) {
        const plan = byPlan.get(state.planId)
        if (!plan) continue
        const { level, recordId: id, name } = plan
        const catalogue = await fields.catalogue(tenantId, level)
        const known = { users: directory, lookups, files: new Map(), catalogue }
        const item = presentItem({ row, state }, known)
        if (item.kind === 'MILESTONE' || item.kind === 'KPI')
          shown.push({ record: { level, id, name }, item })
      }
      return shown
    },

    metTargets: (tenantId: number, asked: Parameters<typeof listMetTargets>[2]) =>
      listMetTargets(platform.database.tenant(tenantId), tenantId, asked),

    /** What is still open in a plan. */
    async status(actor: Actor, planId: number): Promise<PlanStatus> {
      const plan = await read(actor, planId)
      const open = plan.items.flatMap((item) => (item.kind === 'MILESTONE' && isOpen(item) ? [item] : []))
      return {
        statusId: plan.statusId,
        statusName: plan.statusName,
        progressId: plan.progressId,
        isCompleted: plan.completedAt !== null,
        isArchived: plan.isArchived,
        completionPercent: plan.completionPercent,
        openMilestones: open.map(({ itemId, name }) => ({ itemId, name })),
        openTasks: openTasksOf(plan.items.filter(({ isArchived }) => !isArchived)),
      }
    },

    /** What is still open in a milestone. */
    async milestoneStatus(actor: Actor, planId: number, itemId: number): Promise<PlanStatus> {
      const item = await readItem(actor, planId, itemId, 'MILESTONE')
      return {
        statusId: item.statusId,
        statusName: item.statusName,
        progressId: null,
        isCompleted: item.completedAt !== null,
        isArchived: item.isArchived,
        completionPercent: item.completionPercent,
        openMilestones: isOpen(item) ? [{ itemId, name: item.name }] : [],
        openTasks: openTasksOf([item]),
      }
    },

    /** The values that a KPI had, oldest first. */
    async history(actor: Actor, planId: number, itemId: number): Promise<KpiHistory> {
      await readItem(actor, planId, itemId, 'KPI')
      const directory = await users.directory(actor.tenantId)
      const rows = await readValues(dbOf(actor), actor.tenantId, itemId, planLimits.history)
      return rows.map(({ at, value, userId }) => ({
        at: at.toISOString(),
        value,
        by: personOf(directory, userId),
      }))
    },
  }
}

export type PlanReading = ReturnType<typeof createPlanReading>

function textOf(name: string, late: number | null, isBehind: boolean): string {
  if (late === null || (isBehind && late < 0)) return `The success plan “${name}” is behind`
  if (late > 0) return `The success plan “${name}” was due ${late} ${late === 1 ? 'day' : 'days'} ago`
  if (late === 0) return `The success plan “${name}” is due today`
  return `The success plan “${name}” is due in ${-late} ${late === -1 ? 'day' : 'days'}`
}

/** Open plans of a user that are behind, or due by the end of the week. */
export async function findPlanSignals(db: Db, { actor, userId, day, weekEnd }: Reading): Promise<Signal[]> {
  const lookups = await readLookups(db, actor.tenantId)
  const plans = await readDuePlans(db, actor, { userId, weekEnd }, behindOn(day, lookups))
  return plans.map(({ planId, name, recordId, late, dueOn, isBehind, progressId }) => ({
    source: 'plan',
    subject: { kind: 'plan', id: planId, level: null, recordId },
    text: textOf(name, late, isBehind),
    share: planShare(late ?? 0),
    state: `${dueOn} ${progressId} ${isBehind}`,
    nextStep: 'openPlan',
  }))
}
