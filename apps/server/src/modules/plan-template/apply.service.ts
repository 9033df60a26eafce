import {
  mostApplied,
  type ApplyPlanTemplate,
  type PlanApplication,
  type PlanJob,
  type PlanTemplate,
} from '@steward/contracts/success-plan/template'
import { may, userOf, type Actor } from '../../platform/actor.ts'
import { transact, type Db, type Tx } from '../../platform/db/database.ts'
import { invalid, notFound } from '../../platform/errors.ts'
import { addJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CurrencyService } from '../currency/index.ts'
import type { FieldService } from '../field/index.ts'
import type { Act } from '../record/index.ts'
import type { RecordLists } from '../record-list/index.ts'
import { canFollow, readLookups, type SuccessPlans } from '../success-plan/index.ts'
import type { TaskDraft, Tasks } from '../task/index.ts'
import type { UserService } from '../user-management/index.ts'
import {
  endJob,
  findJob,
  insertJob,
  lockJob,
  noteProgress,
  presentJob,
  readBatch,
  readChosen,
} from './application.store.ts'
import { draft, partOf, planOf, whyNot, type Common, type Drafted } from './apply.draft.ts'
import { dayOf, filledName } from './template.rules.ts'
import { unknownTemplate } from './template.service.ts'
import { findTemplate, readTargets } from './template.store.ts'

export interface ApplyNeighbours {
  users: Pick<UserService, 'directory'>
  fields: Pick<FieldService, 'catalogue'>
  currency: Pick<CurrencyService, 'book'>
  lists: Pick<RecordLists, 'select'>
  plans: Pick<SuccessPlans, 'openNames' | 'doors' | 'sources'>
  tasks: Pick<Tasks, 'createTasks'>
}

/** The name of the job that applies a template. */
export const applyTask = 'plan-template.apply'

/** Makes plans of templates, for many records at once. */
export function createApplying(platform: Platform, neighbours: ApplyNeighbours) {
  const { users, fields, currency, lists, plans, tasks } = neighbours

  const dbOf = ({ tenantId }: Actor): Db => platform.database.tenant(tenantId)

  async function templateFor(actor: Actor, templateId: number): Promise<PlanTemplate> {
    const template = await findTemplate(dbOf(actor), actor.tenantId, templateId)
    if (!template) throw unknownTemplate()
    return template
  }

  /** The records of an application: their number, and the first of them. */
  async function choose(actor: Actor, { level }: PlanTemplate, { entities, selection }: ApplyPlanTemplate) {
    if (!selection) {
      const ids = [...new Set(entities)]
      return { matched: ids.length, ids, sql: null }
    }
    const sql = await lists.select(actor, level, selection)
    const chosen = await readChosen(dbOf(actor), sql, mostApplied)
    if (chosen.matched === 0) {
      throw invalid('selection.empty', { selection: 'No records match. Choose records or another segment.' })
    }
    return { ...chosen, sql }
  }

  /** What would be made, and for which records nothing. */
  async function plan(
    db: Db | Tx,
    actor: Actor,
    template: PlanTemplate,
    { ids, startDate }: { ids: readonly number[]; startDate: string },
  ) {
    const targets = new Map((await readTargets(db, actor, ids)).map((one) => [one.recordId, one]))
    const open = await plans.openNames(db, actor.tenantId, ids)
    const running = new Set(open.map(({ recordId, name }) => `${recordId} ${name}`))
    const directory = await users.directory(actor.tenantId)
    const drafts: Drafted[] = []
    const refused: PlanApplication['refused'] = []
    for (const recordId of ids) {
      const record = targets.get(recordId)
      const drafted = record && draft(template, record, startDate, directory)
      const message = whyNot(template, record, drafted && running.has(`${recordId} ${drafted.name}`))
      if (message !== undefined) refused.push({ recordId, name: record?.name ?? null, message })
      else if (drafted) drafts.push(drafted)
    }
    return { template, drafts, refused, directory }
  }

  async function commonOf(tx: Tx, actor: Actor, template: PlanTemplate, startDate: string): Promise<Common> {
    const catalogue = await fields.catalogue(actor.tenantId, template.level)
    const { standard } = await currency.book(actor.tenantId)
    return {
      template,
      startDate,
      lookups: await readLookups(tx, actor.tenantId),
      currencyId: standard.currencyDefinitionId,
      keyOf(name) {
        const field = catalogue.find(name)
        return field && canFollow(field) ? field.key : null
      },
    }
  }

  /** Creates the tasks of all milestones; answers their ids by draft and item. */
  async function writeTasks(tx: Tx, actor: Actor, act: Act, drafts: readonly Drafted[], common: Common) {
    const places: { key: string; task: TaskDraft }[] = drafts.flatMap((drafted, nth) =>
      common.template.items.flatMap((item, at) =>
        item.kind === 'MILESTONE'
          ? item.tasks.map(({ title, dueDay }) => ({
              key: `${nth} ${at}`,
              task: {
                title: filledName(title, drafted.values) || 'Task',
                type: 'successPlan' as const,
                recordId: drafted.record.recordId,
                assigneeId: drafted.ownerId,
                dueDate: dayOf(common.startDate, dueDay),
              },
            }))
          : [],
      ),
    )
    const created = await tasks.createTasks(
      tx,
      actor,
      act,
      places.map(({ task }) => task),
    )
    const [refused] = created.refused
    if (refused) throw invalid('plan_template.tasks', { entities: Object.values(refused.faults).join(' ') })
    const byPlace = new Map<string, number[]>()
    places.forEach(({ key }, at) => {
      const id = created.taskIds[at]
      if (typeof id === 'number') byPlace.set(key, [...(byPlace.get(key) ?? []), id])
    })
    return byPlace
  }

  async function write(tx: Tx, actor: Actor, act: Act, drafts: readonly Drafted[], common: Common) {
    const { doors, sources } = plans
    const states = drafts.map((drafted) => planOf(drafted, common, actor, act.at))
    const made = await doors.plans.create(tx, actor, act, states)
    const within = { ...act, changeSetId: made.changeSetId }
    const taskIds = await writeTasks(tx, actor, within, drafts, common)
    const parts = drafts.flatMap((drafted, nth) =>
      common.template.items.map((item, at) => {
        const planId = made.ids[nth] as number
        const place = { planId, position: at + 1, taskIds: taskIds.get(`${nth} ${at}`) ?? [] }
        return partOf(item, place, drafted, common, act.at)
      }),
    )
    if (parts.length > 0) {
      const { ids } = await doors.parts.create(tx, actor, within, parts)
      await sources.measureItems(tx, actor.tenantId, ids, act.at)
    }
    return made
  }

  const present = (
    { drafts, refused, directory }: Awaited<ReturnType<typeof plan>>,
    { startDate, matched, job = null }: { startDate: string; matched: number; job?: PlanJob | null },
    made: { changeSetId: number; ids: number[] } | null = null,
  ): PlanApplication => ({
    changeSetId: made?.changeSetId ?? null,
    matched,
    job,
    plans: drafts.map(({ record, name, dueDate, ownerId }, nth) => ({
      recordId: record.recordId,
      recordName: record.name,
      name,
      startDate,
      dueDate,
      ownerName: ownerId === null ? null : (directory.byId.get(ownerId)?.name ?? null),
      successPlanId: made?.ids[nth] ?? null,
    })),
    refused,
  })

  /** Makes the plans of some records; null where none of them gets one. */
  async function make(
    tx: Tx,
    actor: Actor,
    act: Act,
    planned: Awaited<ReturnType<typeof plan>>,
    startDate: string,
  ) {
    if (planned.drafts.length === 0) return null
    const common = await commonOf(tx, actor, planned.template, startDate)
    return write(tx, actor, act, planned.drafts, common)
  }

  return {
    /** What applying it would make, for the first of the records; writes nothing. */
    async preview(actor: Actor, templateId: number, form: ApplyPlanTemplate): Promise<PlanApplication> {
      const template = await templateFor(actor, templateId)
      const { matched, ids } = await choose(actor, template, form)
      const { startDate } = form
      return present(await plan(dbOf(actor), actor, template, { ids, startDate }), { startDate, matched })
    },

    /** Makes the plans in one operation with one undo: at once for up to 200 records, else by a job. */
    async apply(actor: Actor, templateId: number, form: ApplyPlanTemplate): Promise<PlanApplication> {
      const { tenantId } = actor
      const template = await templateFor(actor, templateId)
      const { matched, ids, sql } = await choose(actor, template, form)
      const { startDate } = form
      const at = platform.clock.now()
      return transact(dbOf(actor), async (tx) => {
        if (sql === null || matched <= mostApplied) {
          const planned = await plan(tx, actor, template, { ids, startDate })
          const made = await make(tx, actor, { action: 'create', at }, planned, startDate)
          return present(planned, { startDate, matched }, made)
        }
        const { userId, via = null } = actor
        const stored = { template, startDate, userId, via, createdAt: at }
        const applicationId = await insertJob(tx, tenantId, stored, sql, mostApplied)
        const payload = { tenantId, applicationId }
        await addJob(tx, { task: applyTask, payload, key: `${applyTask}:${tenantId}:${applicationId}` })
        const job = await findJob(tx, tenantId, applicationId)
        const none = await plan(tx, actor, template, { ids: [], startDate })
        return present(none, { startDate, matched, job: job ? presentJob(job) : null })
      })
    },

    /** Makes the plans of the next batch of a job. Answers whether there is more to do. */
    async workBatch(tx: Tx, actor: Actor, applicationId: number): Promise<boolean> {
      const { tenantId } = actor
      const job = await lockJob(tx, tenantId, applicationId)
      if (job?.state !== 1) return false
      const ids = await readBatch(tx, tenantId, applicationId, job.processed)
      if (!ids) {
        await endJob(tx, tenantId, applicationId, null)
        return false
      }
      const { template, startDate } = job
      const planned = await plan(tx, actor, template, { ids, startDate })
      const act: Act = {
        action: 'create',
        at: platform.clock.now(),
        ...(job.changeSetId !== null && { changeSetId: job.changeSetId }),
      }
      const made = await make(tx, actor, act, planned, startDate)
      const progress = { processed: ids.length, made: planned.drafts.length, refused: planned.refused.length }
      await noteProgress(tx, tenantId, applicationId, progress, made?.changeSetId ?? null)
      return true
    },

    /** A job of the actor's own; those of others are seen by those who write templates. */
    async job(actor: Actor, applicationId: number): Promise<PlanJob> {
      const found = await findJob(dbOf(actor), actor.tenantId, applicationId)
      if (!found || (found.userId !== userOf(actor) && !may(actor, 'playbook.edit'))) {
        throw notFound('plan_template.job_unknown', 'This application does not exist.')
      }
      return presentJob(found)
    },
  }
}

export type Applying = ReturnType<typeof createApplying>
