import { createHash } from 'node:crypto'
import type { StepState } from '@steward/contracts/plain/playbook'
import type { PlaybookStep } from '@steward/contracts/playbook/template'
import type { Actor } from '../../platform/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { columnOf, type ReadRuleContext, type RecordRules } from '../record-rule/index.ts'
import { orderSteps, planDays, type TemplateAtVersion } from '../playbook-template/index.ts'
import type { UserDirectory, UserService } from '../user-management/index.ts'
import { addDays, type CalendarBook, type CalendarService } from '../work-calendar/index.ts'
import { chooseAssignee } from './assignee.rules.ts'
import { countOpenTasks, countTurns, readTargets, type TargetRow } from './target.sql.ts'

export interface PlanOptions {
  /** For conditions about days. */
  today: string
  startDate: string
  endDate: string | null
  /** Owner of the instances; null: the primary owner of each record. */
  ownerId: number | null
  /** Whether records may be held out for comparison. */
  holdsOut: boolean
}

export interface PlannedStep {
  stepId: number
  step: PlaybookStep
  state: StepState
  dueDate: string | null
  assigneeId: number | null
  reason: string
}

export interface PlannedRecord {
  row: TargetRow
  ownerId: number | null
  endDate: string | null
  dueDate: string | null
  steps: PlannedStep[]
}

/** The plan of a playbook for some records. */
export interface Plan {
  records: PlannedRecord[]
  heldOut: TargetRow[]
  refused: { id: number; name: string | null; reason: string }[]
  running: { id: number; name: string | null; reason: string }[]
}

export interface PlanNeighbours {
  users: Pick<UserService, 'directory'>
  calendars: Pick<CalendarService, 'book'>
  rules: Pick<RecordRules, 'compileRule'> & { readContext: ReadRuleContext }
}

/**
 * Whether a record is held out of a playbook: by a hash of both, so that the answer is the same each time and says
 * nothing about the record.
 */
function isHeldOut(templateId: number, recordId: number, percent: number): boolean {
  const digest = createHash('sha256').update(`${templateId}:${recordId}`).digest()
  return digest.readUInt32BE(0) / 2 ** 32 < percent / 100
}

/** What does not depend on the record. */
interface Setting {
  template: TemplateAtVersion
  options: PlanOptions
  ordered: PlaybookStep[]
  /** The steps whose conditions are asked of records, in this order. */
  conditional: PlaybookStep[]
  fields: { name: string; label: string }[]
  directory: UserDirectory
  book: CalendarBook
  load: Map<number, number>
  turns: Map<number, number>
}

const seesNone = "It doesn't exist, or you can't see it."

/** Who is given a step on a record, with the counters that the next choice follows from. */
export function assign(
  setting: Pick<Setting, 'directory' | 'load' | 'turns'>,
  stepId: number,
  { assignee }: PlaybookStep,
  { owners, seers }: Pick<TargetRow, 'owners' | 'seers'>,
) {
  const { directory, load, turns } = setting
  const turn = turns.get(stepId) ?? 0
  const choice = chooseAssignee(assignee, {
    owners: [...owners, ...seers.filter((id) => !owners.includes(id))],
    people: directory.byId,
    load: (userId) => load.get(userId) ?? 0,
    turn,
  })
  turns.set(stepId, turn + 1)
  if (choice.userId !== null) load.set(choice.userId, (load.get(choice.userId) ?? 0) + 1)
  return choice
}

function stateOf(step: PlaybookStep, row: TargetRow, { conditional }: Setting): StepState {
  if (!step.condition) return 'task'
  if (step.conditionAt === 'reached') return 'waiting'
  return row.conditions[conditional.indexOf(step)] ? 'task' : 'unmet'
}

function planSteps(row: TargetRow, endDate: string | null, setting: Setting): PlannedStep[] {
  const { ordered, directory, book, fields, template } = setting
  const chosen = ordered.map((step) => {
    const stepId = template.stepIds[step.key] as number
    const state = stateOf(step, row, setting)
    if (state === 'unmet') {
      return { stepId, step, state, assigneeId: null, reason: 'Left out: its condition does not hold.' }
    }
    if (state === 'waiting') {
      const reason = 'Decided when the step before it is completed.'
      return { stepId, step, state, assigneeId: null, reason }
    }
    const { userId, reason } = assign(setting, stepId, step, row)
    return { stepId, step, state, assigneeId: userId, reason }
  })
  const byKey = new Map(chosen.map((one) => [one.step.key, one]))
  const days = planDays(ordered, {
    start: setting.options.startDate,
    end: endDate,
    fieldDay: (name) => row.days[fields.findIndex((field) => field.name === name)] ?? null,
    calendarOf: (key) => book.of(directory.byId.get(byKey.get(key)?.assigneeId ?? 0)),
  })
  const placeOf = new Map(template.definition.steps.map(({ key }, at) => [key, at]))
  return chosen
    .map((one) => ({ ...one, dueDate: days.get(one.step.key) ?? null }))
    .toSorted((a, b) => (placeOf.get(a.step.key) ?? 0) - (placeOf.get(b.step.key) ?? 0))
}

function planRecord(row: TargetRow, setting: Setting): PlannedRecord | string {
  const { options, template, fields } = setting
  if (row.archived) return 'It is archived.'
  const missing = row.days.indexOf(null)
  if (missing >= 0) return `“${fields[missing]?.label}” has no date.`
  const { durationDays } = template.definition
  const endDate = options.endDate ?? (durationDays === null ? null : addDays(options.startDate, durationDays))
  const steps = planSteps(row, endDate, setting)
  if (steps.every(({ state }) => state === 'unmet')) return 'The conditions of none of its steps are met.'
  const due = steps.flatMap(({ state, dueDate }) => (state === 'unmet' || !dueDate ? [] : [dueDate]))
  // The owner who was chosen may have been deactivated since.
  const owners = options.ownerId === null ? row.owners : [options.ownerId, ...row.owners]
  return {
    row,
    ownerId: owners.find((id) => setting.directory.byId.get(id)?.assignable) ?? null,
    endDate,
    dueDate: endDate ?? due.toSorted().at(-1) ?? null,
    steps,
  }
}

/** Plans playbooks for records: the same for a preview and for what is written. */
export function createPlanning({ users, calendars, rules }: PlanNeighbours) {
  /** The date fields that steps count from, by the names in the template. */
  async function fieldsOf(tenantId: number, { definition, level }: TemplateAtVersion) {
    const context = await rules.readContext(tenantId)
    const names = definition.steps.flatMap(({ offset }) =>
      offset.from === 'field' ? (offset.field ?? []) : [],
    )
    return [...new Set(names)].map((name) => ({
      name,
      field: context.catalogueOf(level).find(name),
      context,
    }))
  }

  async function question(actor: Actor, template: TemplateAtVersion, today: string) {
    const { tenantId } = actor
    const fields = await fieldsOf(tenantId, template)
    const asking = template.definition.steps.flatMap((step) =>
      step.condition ? [{ step, condition: step.condition }] : [],
    )
    const compiled = await Promise.all(
      asking.map(({ condition, step }) =>
        rules.compileRule(tenantId, template.level, condition, `steps.${step.key}.condition`),
      ),
    )
    return {
      fields: fields.map(({ name, field }) => ({ name, label: field?.displayName ?? name })),
      conditional: asking.map(({ step }) => step),
      conditions: compiled.map((rule) => (param: (value: unknown) => string) => rule.sql(param, today)),
      // A field that was deleted since has no day.
      days: fields.map(({ field, context }) =>
        field ? columnOf(field, 'r', context.reckoning(actor, undefined)).sql : 'null::date',
      ),
    }
  }

  /** Records as a template asks about them. */
  async function readRows(
    db: Db | Tx,
    actor: Actor,
    template: TemplateAtVersion,
    ids: readonly number[],
    today: string,
  ) {
    const { fields, conditional, ...asked } = await question(actor, template, today)
    const { templateId, level } = template
    const rows = await readTargets(db, actor, { level, templateId, ids, ...asked })
    return { rows, fields, conditional }
  }

  /** The facts by which steps are assigned. */
  async function counters(db: Db | Tx, tenantId: number, template: TemplateAtVersion) {
    const [directory, book] = await Promise.all([users.directory(tenantId), calendars.book(tenantId)])
    const { steps } = template.definition
    const groups = steps.flatMap(({ assignee }) => (assignee.rule === 'leastLoaded' ? assignee.userIds : []))
    const byTurns = steps.filter(({ assignee }) => assignee.rule === 'roundRobin')
    const load = await countOpenTasks(db, tenantId, groups)
    const stepIds = byTurns.map(({ key }) => template.stepIds[key] as number)
    return { directory, book, load, turns: await countTurns(db, tenantId, stepIds) }
  }

  /** Plans a playbook for some records. Writes nothing. */
  async function plan(
    db: Db | Tx,
    actor: Actor,
    template: TemplateAtVersion,
    ids: readonly number[],
    options: PlanOptions,
  ): Promise<Plan> {
    const { rows, fields, conditional } = await readRows(db, actor, template, ids, options.today)
    const { ordered } = orderSteps(template.definition.steps)
    const shared = await counters(db, actor.tenantId, template)
    const setting: Setting = { ...shared, template, options, ordered, conditional, fields }
    const { effect } = template.definition
    const percent = options.holdsOut ? (effect?.holdOutPercent ?? 0) : 0
    const found = new Set(rows.map(({ id }) => id))
    const result: Plan = {
      records: [],
      heldOut: [],
      refused: ids.filter((id) => !found.has(id)).map((id) => ({ id, name: null, reason: seesNone })),
      running: [],
    }
    for (const row of rows) {
      const { id, name } = row
      if (row.running !== null) {
        result.running.push({ id, name, reason: 'It already runs this playbook.' })
        continue
      }
      const planned = planRecord(row, setting)
      if (typeof planned === 'string') result.refused.push({ id, name, reason: planned })
      else if (percent > 0 && (row.heldOut ?? isHeldOut(template.templateId, id, percent)))
        result.heldOut.push(row)
      else result.records.push(planned)
    }
    return result
  }

  /** Plans a playbook for one record that it runs on already; undefined where the record can't take it. */
  async function planOne(
    tx: Tx,
    actor: Actor,
    template: TemplateAtVersion,
    recordId: number,
    given: Pick<PlanOptions, 'startDate' | 'endDate' | 'ownerId'>,
  ): Promise<PlannedRecord | undefined> {
    const options: PlanOptions = { ...given, today: given.startDate, holdsOut: false }
    const { rows, fields, conditional } = await readRows(tx, actor, template, [recordId], options.today)
    const { ordered } = orderSteps(template.definition.steps)
    const shared = await counters(tx, actor.tenantId, template)
    const [row] = rows
    const planned = row && planRecord(row, { ...shared, template, options, ordered, conditional, fields })
    return typeof planned === 'string' ? undefined : planned
  }

  return { plan, planOne, readRows, counters }
}

export type Planning = ReturnType<typeof createPlanning>
