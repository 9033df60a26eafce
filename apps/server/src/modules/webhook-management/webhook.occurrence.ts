import { levels, levelOf, type LevelId } from '@steward/contracts/level'
import { findWebhookEvent } from '@steward/contracts/plain/webhook'
import { listQuerySchema, type RecordBody } from '@steward/contracts/record'
import { systemActor, type Actor } from '../../platform/actor.ts'
import type { RecordChange } from '../change-log/index.ts'
import type { Catalogue, FieldService } from '../field/index.ts'
import type { BoundsOfTenant, HealthModels } from '../health-model/index.ts'
import type { RecordLists } from '../record-list/index.ts'
import { shownFields } from '../record/index.ts'
import { happeningsOf, type KeyedChange } from './webhook.happening.rules.ts'
import { eventIdOf, type EventData, type Occurrence, type ValueChange } from './webhook.payload.rules.ts'

/** When an operation was, and who or what acted. */
export interface ActFacts {
  at: Date
  actor: EventData['actor']
}

export interface OccurrenceNeighbours {
  lists: Pick<RecordLists, 'list'>
  fields: Pick<FieldService, 'catalogue'>
  healthModels: Pick<HealthModels, 'bounds'>
}

/** A webhook reads all records of its company: administrators alone set one up. */
export function webhookReader(tenantId: number): Actor {
  return systemActor(tenantId, { kind: 'sync', name: 'Webhooks', permissions: ['record.read', 'bulk.read'] })
}

/** Records that are read by one statement: to read more as JSON would keep the thread from calls for too long. */
const readAtOnce = 50

const nameByColumn = new Map(Object.entries(shownFields).map(([name, { column }]) => [column, name]))

/** The name of a value in a record as the API returns it, by its key in the ledger. */
function shownName(key: string, catalogue: Catalogue): string {
  const column = key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const builtIn = nameByColumn.get(column) ?? nameByColumn.get(column.replace(/_id$/, ''))
  return builtIn ?? (column === 'status_id' ? 'pipelineStatus' : (catalogue.byKey(key)?.name ?? key))
}

function changesOfValues({ before, after }: KeyedChange, catalogue: Catalogue): Record<string, ValueChange> {
  return Object.fromEntries(
    Object.keys(after).map((key) => [
      shownName(key, catalogue),
      { before: before[key] ?? null, after: after[key] ?? null },
    ]),
  )
}

/** The first word of the events of a record. */
function subjectOf({ level, globalFields }: RecordBody): string {
  if (level !== 4) return levelOf(level).name
  return globalFields.pipelineType === 2 ? 'risk' : 'opportunity'
}

function numberIn(values: Readonly<Record<string, unknown>>, key: string): number | null {
  const value = values[key]
  return typeof value === 'number' ? value : null
}

function colorTest(record: RecordBody, bounds: BoundsOfTenant) {
  const { level, globalFields } = record
  return ({ before, after }: KeyedChange): boolean => {
    const stageAfter = globalFields.lifecycleStageId
    const stageBefore = 'stageId' in after ? numberIn(before, 'stageId') : stageAfter
    return (
      bounds.status(level, stageBefore, numberIn(before, 'health')) !==
      bounds.status(level, stageAfter, numberIn(after, 'health'))
    )
  }
}

/** Puts together what changes of records mean for webhooks. */
export function createOccurrences({ lists, fields, healthModels }: OccurrenceNeighbours) {
  async function recordsOf(
    tenantId: number,
    level: LevelId,
    ids: readonly number[],
  ): Promise<Map<number, RecordBody>> {
    const { idKey } = levelOf(level)
    const records = new Map<number, RecordBody>()
    for (let from = 0; from < ids.length; from += readAtOnce) {
      const some = ids.slice(from, from + readAtOnce)
      const query = { ...listQuerySchema.parse({ pageSize: readAtOnce }), ids: some }
      const { data } = (await lists.list(webhookReader(tenantId), level, query)).read()
      for (const record of data) records.set(record[idKey] as number, record)
    }
    return records
  }

  /** Of some changes, those that one of the events reports, with records as they are now. */
  async function ofChanges(
    tenantId: number,
    changes: readonly RecordChange[],
    acts: ReadonlyMap<number, ActFacts>,
    events: ReadonlySet<string>,
  ): Promise<Occurrence[]> {
    const found: Occurrence[] = []
    const bounds = await healthModels.bounds(tenantId)
    for (const { id: level } of levelsOf(events)) {
      const ofLevel = changes.filter((change) => change.level === level)
      if (ofLevel.length === 0) continue
      const [records, catalogue] = await Promise.all([
        recordsOf(tenantId, level, [...new Set(ofLevel.map(({ recordId }) => recordId))]),
        fields.catalogue(tenantId, level),
      ])
      for (const change of ofLevel) {
        const record = records.get(change.recordId)
        const act = acts.get(change.changeSetId)
        if (record && act) found.push(...occurrencesOf(tenantId, { change, record, act, catalogue, bounds }))
      }
    }
    return found.filter(({ type }) => events.has(type))
  }

  return { ofChanges, recordsOf }
}

export type Occurrences = ReturnType<typeof createOccurrences>

/** The levels that events are about. */
export function levelsOf(events: ReadonlySet<string>): (typeof levels)[number][] {
  const wanted = new Set([...events].map((type) => findWebhookEvent(type)?.level))
  return levels.filter(({ id }) => wanted.has(id))
}

interface OneChange {
  change: RecordChange
  record: RecordBody
  act: ActFacts
  catalogue: Catalogue
  bounds: BoundsOfTenant
}

function occurrencesOf(
  tenantId: number,
  { change, record, act, catalogue, bounds }: OneChange,
): Occurrence[] {
  const { changeSetId, recordId } = change
  const data: EventData = {
    record,
    changes: changesOfValues(change, catalogue),
    actor: act.actor,
    changeSet: changeSetId,
    version: record.version,
  }
  return happeningsOf(change, colorTest(record, bounds)).map((happening) => {
    const type = `${subjectOf(record)}.${happening}`
    return {
      eventId: eventIdOf(tenantId, changeSetId, recordId, type),
      type,
      at: act.at,
      changeSetId,
      recordId,
      data,
    }
  })
}
