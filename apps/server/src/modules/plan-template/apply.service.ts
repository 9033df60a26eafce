import type {
  ApplyPlanTemplate,
  PlanApplication,
  PlanTemplate,
  TemplateItem,
} from '@steward/contracts/success-plan/template'
import { userOf, type Actor } from '../../platform/actor.ts'
import { transact, type Db, type Tx } from '../../platform/db/database.ts'
import { invalid } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CurrencyService } from '../currency/index.ts'
import type { FieldService } from '../field/index.ts'
import type { Act } from '../record/index.ts'
import {
  canFollow,
  emptyPart,
  readLookups,
  type Lookups,
  type PartState,
  type PlanState,
  type SuccessPlans,
} from '../success-plan/index.ts'
import type { TaskDraft, Tasks } from '../task/index.ts'
import type { UserDirectory, UserService } from '../user-management/index.ts'
import { dayOf, filledName, filledText, type Placeholders } from './template.rules.ts'
import { unknownTemplate } from './template.service.ts'
import { findTemplate, readTargets, type TargetRecord } from './template.store.ts'

export interface ApplyNeighbours {
  users: Pick<UserService, 'directory'>
  fields: Pick<FieldService, 'catalogue'>
  currency: Pick<CurrencyService, 'book'>
  plans: Pick<SuccessPlans, 'openNames' | 'doors' | 'sources'>
  tasks: Pick<Tasks, 'createTasks'>
}

/** A plan that is about to be made for a record. */
interface Drafted {
  record: TargetRecord
  ownerId: number | null
  values: Placeholders
  name: string
  dueDate: string | null
}

/** What all plans of an application have in common. */
interface Common {
  template: PlanTemplate
  startDate: string
  lookups: Lookups
  currencyId: number
  keyOf(name: string): string | null
}

function draft(
  template: PlanTemplate,
  record: TargetRecord,
  startDate: string,
  { byId }: UserDirectory,
): Drafted {
  const owner = record.ownerId === null ? undefined : byId.get(record.ownerId)
  const ownerId = owner?.assignable ? owner.userId : null
  const dueDate = dayOf(startDate, template.durationDays)
  const values: Placeholders = {
    'record.name': record.name,
    'owner.name': ownerId === null ? '' : (owner?.name ?? ''),
    'start.date': startDate,
    'due.date': dueDate ?? '',
  }
  return { record, ownerId, values, name: filledName(template.planName, values) || template.name, dueDate }
}

function planOf(
  drafted: Drafted,
  { template, startDate, lookups }: Common,
  actor: Actor,
  at: Date,
): PlanState {
  return {
    name: drafted.name,
    description: filledText(template.description, drafted.values),
    startDate,
    dueDate: drafted.dueDate,
    ownerId: drafted.ownerId,
    collaboratorIds: [],
    statusId: lookups.meaning('SUCCESS_PLAN_STATUS', 'open'),
    progressId: lookups.meaning('SUCCESS_PLAN_PROGRESS', 'none'),
    recordId: drafted.record.recordId,
    isArchived: false,
    completedAt: null,
    completedBy: null,
    completionSetId: null,
    creatorId: userOf(actor),
    createdAt: at.toISOString(),
  }
}

function partOf(
  item: TemplateItem,
  place: { planId: number; position: number; taskIds: readonly number[] },
  { values, ownerId }: Drafted,
  { startDate, lookups, currencyId, keyOf }: Common,
  at: Date,
): PartState {
  const base = {
    ...emptyPart,
    ...place,
    kind: item.kind,
    name: filledName(item.name, values) || item.kind,
    description: filledText(item.description, values),
    createdAt: at.toISOString(),
  }
  if (item.kind === 'NOTE') return base
  const dates = {
    startDate: dayOf(startDate, item.startDay),
    dueDate: dayOf(startDate, item.dueDay),
    ownerId,
  }
  if (item.kind === 'MILESTONE') {
    const { completesWithTasks } = item
    const statusId = lookups.meaning('MILESTONE_STATUS', 'open')
    return { ...base, ...dates, statusId, completesWithTasks }
  }
  const { targetType: type, targetCriteria: criteria, startValue: start, targetValue: target } = item
  return {
    ...base,
    ...dates,
    progressId: lookups.meaning('KPI_PROGRESS', 'none'),
    target: { type, criteria, start, target, currencyId: type === 'currency' ? currencyId : null },
    sourceKey: item.sourceField === null ? null : keyOf(item.sourceField),
  }
}

/** Makes plans of templates, for many records at once. */
export function createApplying(platform: Platform, neighbours: ApplyNeighbours) {
  const { users, fields, currency, plans, tasks } = neighbours

  /** What would be made, and for which records nothing. */
  async function plan(
    db: Db | Tx,
    actor: Actor,
    templateId: number,
    { entities, startDate }: ApplyPlanTemplate,
  ) {
    const template = await findTemplate(db, actor.tenantId, templateId)
    if (!template) throw unknownTemplate()
    const ids = [...new Set(entities)]
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
      if (message !== undefined) refused.push({ recordId, message })
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
    startDate: string,
    made: { changeSetId: number; ids: number[] } | null,
  ): PlanApplication => ({
    changeSetId: made?.changeSetId ?? null,
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

  return {
    /** What applying it would make; writes nothing. */
    async preview(actor: Actor, templateId: number, form: ApplyPlanTemplate): Promise<PlanApplication> {
      const db = platform.database.tenant(actor.tenantId)
      return present(await plan(db, actor, templateId, form), form.startDate, null)
    },

    /** Makes the plans in one operation with one undo. */
    apply(actor: Actor, templateId: number, form: ApplyPlanTemplate): Promise<PlanApplication> {
      const act: Act = { action: 'create', at: platform.clock.now() }
      return transact(platform.database.tenant(actor.tenantId), async (tx) => {
        const planned = await plan(tx, actor, templateId, form)
        if (planned.drafts.length === 0) return present(planned, form.startDate, null)
        const common = await commonOf(tx, actor, planned.template, form.startDate)
        return present(planned, form.startDate, await write(tx, actor, act, planned.drafts, common))
      })
    },
  }
}

/** Why a record gets no plan; undefined where it does. */
function whyNot(
  { level }: PlanTemplate,
  record: TargetRecord | undefined,
  isRunning: boolean | undefined,
): string | undefined {
  if (!record) return "This record does not exist, or you can't see it."
  if (record.level !== level) return 'The template is for records of another level.'
  if (record.isArchived) return 'This record is archived.'
  return isRunning ? 'It already has an open plan of this name.' : undefined
}

export type Applying = ReturnType<typeof createApplying>
