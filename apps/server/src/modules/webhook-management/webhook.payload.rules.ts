import type { BulkJob } from '@steward/contracts/bulk'
import type { MailMessage } from '@steward/contracts/email'
import { levelOf } from '@steward/contracts/level'
import type { RecordBody } from '@steward/contracts/record'
import type { Kpi, Milestone } from '@steward/contracts/success-plan/item'
import type { SuccessPlan } from '@steward/contracts/success-plan/plan'
import type { Task } from '@steward/contracts/task'
import type { LinkedRecord, TimelineItem } from '@steward/contracts/timeline'

/** Before and after a change. */
export interface ValueChange {
  before: unknown
  after: unknown
}

/** What an event tells. */
export interface EventData {
  /** As the API returns it; null where the event is about no record. */
  record: RecordBody | null
  changes: Readonly<Record<string, ValueChange>>
  actor: { kind: string; id: number | null } | null
  changeSet: number | null
  /** The version of the record or the item, by which a receiver recognizes an older state; null without either. */
  version: number | null
  /** Of what was logged: as the timeline returns it. */
  item?: TimelineItem
  /** Of a task: as the API returns it; one that was deleted has only its id. */
  task?: Task | Pick<Task, 'taskId'>
  /** Of a success plan: as lists return it; one that was deleted has only its id. */
  successPlan?: SuccessPlan | Pick<SuccessPlan, 'successPlanId'>
  /** Of a milestone or a KPI: as the API returns it, and the record of its plan; one that was deleted has only its id. */
  milestone?: Milestone | Pick<Milestone, 'itemId'>
  kpi?: Kpi | Pick<Kpi, 'itemId'>
  /** Of a mail: as the API returns it, and the records of its thread, its own first. */
  email?: MailMessage
  records?: LinkedRecord[]
  /** Of an import: its job. */
  import?: BulkJob
}

/** What of an event is sent. */
export interface PayloadForm {
  includedFields: readonly string[] | null
  /** Ids alone, by which the receiver fetches the rest. */
  isThin: boolean
  /** Whether records other than its own are left out: no condition was asked of them. */
  isAlone: boolean
}

/** Something that webhooks may report. */
export interface Occurrence {
  /** The same whenever it is put together, for de-duplication. */
  eventId: string
  type: string
  at: Date
  changeSetId: number | null
  /** null: about no record. */
  recordId: number | null
  data: EventData
}

/** Bytes above which long texts are cut. */
const usualSize = 20_000
/** Characters that are left of a text, tried one after the other. */
const cuts = [2000, 500, 100]

/** The id of what a change did to a record: letters, digits and underscores. */
export function eventIdOf(tenantId: number, changeSetId: number, recordId: number, type: string): string {
  return `evt_${tenantId}_${changeSetId}_${recordId}_${type.replace('.', '_')}`
}

function only<Value>(
  values: Readonly<Record<string, Value>>,
  names: ReadonlySet<string>,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)))
}

/** The data with the named fields alone. */
function narrowed(data: EventData, includedFields: readonly string[] | null): EventData {
  if (includedFields === null || data.record === null) return data
  const names = new Set(includedFields.map((name) => name.replace(/^system:/, '')))
  const { record, changes } = data
  const globalFields = only(record.globalFields, names)
  const customFields = only(record.customFields, names)
  const narrow = { ...record, globalFields, customFields } as unknown as RecordBody
  return { ...data, record: narrow, changes: only(changes, names) }
}

/** The data without records that no condition was asked of. */
function alone(data: EventData): EventData {
  const { item, records, changes, task, successPlan } = data
  const { linkedIds: _links, ...rest } = changes
  return {
    ...data,
    ...(item && { item: { ...item, linked: [] }, changes: rest }),
    ...(records && { records: records.slice(0, 1) }),
    ...(task && { task: taskAlone(task) }),
    ...(successPlan && { successPlan: planAlone(successPlan) }),
  }
}

type ShownTask = NonNullable<EventData['task']>

const isWhole = (task: ShownTask): task is Task => 'version' in task

/** A task without the organization and the account that its record belongs to. */
function taskAlone(task: ShownTask): ShownTask {
  if (!isWhole(task)) return task
  const own = (one: LinkedRecord | null) => (one?.id === task.record?.id ? one : null)
  return { ...task, organization: own(task.organization), account: own(task.account) }
}

const thinTask = (task: ShownTask): object =>
  isWhole(task)
    ? { taskId: task.taskId, version: task.version, record: task.record && idsOfRecord(task.record) }
    : { taskId: task.taskId }

type ShownPlan = NonNullable<EventData['successPlan']>

const isWholePlan = (plan: ShownPlan): plan is SuccessPlan => 'version' in plan

/** A plan without the organization and the account that its record belongs to. */
function planAlone(plan: ShownPlan): ShownPlan {
  if (!isWholePlan(plan)) return plan
  const own = (id: number | null) => (id === plan.record.id ? id : null)
  return { ...plan, organizationId: own(plan.organizationId), accountId: own(plan.accountId) }
}

const thinPlan = (plan: ShownPlan): object =>
  isWholePlan(plan)
    ? { successPlanId: plan.successPlanId, version: plan.version, record: idsOfRecord(plan.record) }
    : { successPlanId: plan.successPlanId }

/** The part of a payload that is about a milestone or a KPI. */
export const dataOfPart = (item: Milestone | Kpi, record: LinkedRecord): Partial<EventData> => ({
  ...(item.kind === 'KPI' ? { kpi: item } : { milestone: item }),
  records: [record],
})

type ShownPart = NonNullable<EventData['milestone'] | EventData['kpi']>

const thinPart = (part: ShownPart): object =>
  'version' in part
    ? { itemId: part.itemId, successPlanId: part.successPlanId, version: part.version }
    : { itemId: part.itemId }

const idsOfRecord = ({ level, id }: Pick<LinkedRecord, 'level' | 'id'>) => ({ level, id })

/** The ids in the data, and the names of what changed. */
function thin({
  record,
  changes,
  item,
  task,
  successPlan,
  milestone,
  kpi,
  email,
  records,
  import: job,
  ...facts
}: EventData): object {
  return {
    record: record && {
      [levelOf(record.level).idKey]: record[levelOf(record.level).idKey],
      level: record.level,
      version: record.version,
    },
    changedFields: Object.keys(changes),
    ...facts,
    ...(item && {
      item: {
        itemId: item.itemId,
        kind: item.kind,
        version: item.version,
        record: item.record && idsOfRecord(item.record),
      },
    }),
    ...(task && { task: thinTask(task) }),
    ...(successPlan && { successPlan: thinPlan(successPlan) }),
    ...(milestone && { milestone: thinPart(milestone) }),
    ...(kpi && { kpi: thinPart(kpi) }),
    ...(email && { email: { messageId: email.messageId, threadId: email.threadId, itemId: email.itemId } }),
    ...(records && { records: records.map(idsOfRecord) }),
    ...(job && { import: { jobId: job.jobId } }),
  }
}

/** Whether an event names records beside its own. */
export const namesOthers = ({ item, records, task, successPlan }: EventData): boolean =>
  (item?.linked.length ?? 0) > 0 ||
  (records?.length ?? 0) > 1 ||
  task !== undefined ||
  successPlan !== undefined

function cutText(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest).toWellFormed()}…`
}

/** The same value with long texts cut. */
function cutIn(value: unknown, longest: number): unknown {
  if (typeof value === 'string') return cutText(value, longest)
  if (Array.isArray(value)) return value.map((one) => cutIn(one, longest))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cutIn(one, longest)]))
}

/** The bytes of an event, as they are signed and sent. */
export function payloadOf({ eventId, type, at, data }: Occurrence, form: PayloadForm): string {
  const all = narrowed(form.isAlone ? alone(data) : data, form.includedFields)
  const shown = form.isThin ? thin(all) : all
  const write = (some: unknown) =>
    JSON.stringify({ id: eventId, type, timestamp: at.toISOString(), data: some })
  let text = write(shown)
  for (const longest of cuts) {
    if (Buffer.byteLength(text) <= usualSize) return text
    text = write({ ...(cutIn(shown, longest) as object), truncated: true })
  }
  return text
}

/** The bytes of a call: those of its one event, or several events in a batch. The same for each attempt. */
export function bodyOf(
  payloads: readonly string[],
  { isBatch, timestamp, isReplay }: { isBatch: boolean; timestamp: string; isReplay: boolean },
): string {
  const mark = isReplay ? ',"replayed":true' : ''
  const [first = ''] = payloads
  if (!isBatch) return `${first.slice(0, -1)}${mark}}`
  return `{"type":"batch","timestamp":${JSON.stringify(timestamp)},"data":[${payloads.join(',')}]${mark}}`
}

/** Most events of a call, and most bytes of them. */
const mostEvents = 100
const mostBytes = 256 * 1000

/** Events in groups that one call can have. */
export function grouped<One extends { bytes: number }>(all: readonly One[]): One[][] {
  const groups: One[][] = []
  let bytes = 0
  for (const one of all) {
    const group = groups.at(-1)
    bytes += one.bytes
    if (group && group.length < mostEvents && bytes <= mostBytes) {
      group.push(one)
    } else {
      groups.push([one])
      bytes = one.bytes
    }
  }
  return groups
}
