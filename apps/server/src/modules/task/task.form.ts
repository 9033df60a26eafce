import type { LevelName } from '@steward/contracts/level'
import { levelOf } from '@steward/contracts/level'
import type { ChangeTask, ChecklistStep, ChecklistStepForm, CreateTask } from '@steward/contracts/task'
import type { RecurrenceForm } from '@steward/contracts/recurrence'
import { invalid } from '../../platform/errors.ts'
import { isRepeating, readRule, type Recurrence } from '../recurrence/index.ts'
import { readRich } from '../timeline/index.ts'
import type { TaskState, TaskValues } from './task.state.ts'

type PlaceForm = Pick<ChangeTask, 'level' | 'parentIdentifier' | 'organizationId' | 'accountId'>

/** The record that a form names. */
export interface NamedRecord {
  recordId: number
  /** Of which level it has to be, and at which field it was named. */
  level: LevelName | undefined
  field: 'parentIdentifier' | 'accountId' | 'organizationId'
}

/** The record of a form: undefined where it names none, null where it says that there is none. */
export function placeOf(form: PlaceForm): NamedRecord | null | undefined {
  const { parentIdentifier, accountId, organizationId, level } = form
  if (parentIdentifier)
    return { recordId: parentIdentifier, level: level && levelOf(level).name, field: 'parentIdentifier' }
  if (accountId) return { recordId: accountId, level: 'account', field: 'accountId' }
  if (organizationId) return { recordId: organizationId, level: 'organization', field: 'organizationId' }
  return parentIdentifier === null || accountId === null || organizationId === null ? null : undefined
}

/** The steps of a form, of which those that are new get an id. */
function stepsOf(form: readonly ChecklistStepForm[], before: readonly ChecklistStep[] = []): ChecklistStep[] {
  const known = new Set(before.map(({ stepId }) => stepId))
  let last = Math.max(0, ...known)
  const taken = new Set<number>()
  return form.map(({ stepId, ...step }) => {
    const isKnown = stepId !== undefined && known.has(stepId) && !taken.has(stepId)
    const id = isKnown ? stepId : (last += 1)
    taken.add(id)
    return { stepId: id, ...step }
  })
}

const unique = (ids: readonly number[]): number[] => [...new Set(ids)]

const isSame = (one: RecurrenceForm, { rule, mode, dayOff }: RecurrenceForm): boolean =>
  one.rule === rule && one.mode === mode && one.dayOff === dayOff

/** A series that begins on a day. Throws `invalid_input` where there is no day, or no other follows. */
function seriesFrom(form: RecurrenceForm, day: string | null | undefined): Recurrence {
  if (!day) throw invalid('task.recurrence', { dueDate: 'Choose the first due date of a task that repeats.' })
  if (!isRepeating(form.rule, day)) {
    throw invalid('task.recurrence', { recurrence: `This rule has no day after ${day}.` })
  }
  return { ...form, day, nth: 1, missed: 0 }
}

/** How a task repeats from now on: undefined where the form says nothing of it, or nothing new. */
function recurrenceIn(
  { recurrence, dueDate }: Partial<CreateTask> | ChangeTask,
  before: TaskState | undefined,
): Recurrence | null | undefined {
  if (!recurrence) return recurrence
  const read = readRule(recurrence.rule)
  if ('fault' in read) throw invalid('task.recurrence', { recurrence: read.fault })
  const form = { ...recurrence, rule: read.rule }
  if (before?.recurrence && isSame(before.recurrence, form)) return undefined
  return seriesFrom(form, dueDate === undefined ? before?.dueDate : dueDate)
}

/** The values of a form, without the record. Throws `invalid_input` for what can't be stored. */
export function valuesOf(form: Partial<CreateTask> | ChangeTask, before?: TaskState): TaskValues {
  const { title, description, status, priority, dueDate, dueTime, startDate, estimateMinutes } = form
  const { assigneeId, activityTypeId, checklist, watcherIds, fileIds } = form
  return {
    title,
    description: description ? readRich(description, 'description').body : description,
    status,
    priority,
    dueDate,
    dueTime,
    startDate,
    estimateMinutes,
    recurrence: recurrenceIn(form, before),
    assigneeId,
    activityTypeId,
    checklist: checklist && stepsOf(checklist, before?.checklist),
    watcherIds: watcherIds && unique(watcherIds),
    fileIds: fileIds && unique(fileIds),
  }
}

/** Refuses a time of day without a day. */
export function refuseTimeAlone(given: TaskValues, dueDate: string | null | undefined): void {
  if (given.dueTime && !dueDate) throw invalid('task.dates', { dueTime: 'Choose the due date first.' })
}

/** Refuses a task that would begin after it is due. */
export function refuseBackwards({ startDate, dueDate }: Pick<TaskState, 'startDate' | 'dueDate'>): void {
  if (startDate === null || dueDate === null || startDate <= dueDate) return
  throw invalid('task.dates', { startDate: 'A task starts on or before the day it is due.' })
}
