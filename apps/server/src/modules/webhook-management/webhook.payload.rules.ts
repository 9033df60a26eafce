import type { RecordBody } from '@steward/contracts/record'

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
  /** The version of the record, by which a receiver recognizes an older state; null without a record. */
  version: number | null
  [more: string]: unknown
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
  if (includedFields === null) return data
  const names = new Set(includedFields.map((name) => name.replace(/^system:/, '')))
  const { record, changes } = data
  const globalFields = record && only(record.globalFields, names)
  const customFields = record && only(record.customFields, names)
  const narrow = record && ({ ...record, globalFields, customFields } as unknown as RecordBody)
  return { ...data, record: narrow, changes: only(changes, names) }
}

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
export function payloadOf(
  { eventId, type, at, data }: Occurrence,
  includedFields: readonly string[] | null,
): string {
  const shown = narrowed(data, includedFields)
  const write = (some: unknown) =>
    JSON.stringify({ id: eventId, type, timestamp: at.toISOString(), data: some })
  let text = write(shown)
  for (const longest of cuts) {
    if (Buffer.byteLength(text) <= usualSize) return text
    text = write({ ...(cutIn(shown, longest) as EventData), truncated: true })
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
