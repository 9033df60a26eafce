import { healthStatusOf } from '@steward/contracts/plain/built-in-value'
import type { RecordBody } from '@steward/contracts/record'
import type { FieldValue } from '@steward/contracts/value'
import type { LevelField } from '../field/index.ts'
import type { ValueLookups } from './lookups.ts'

type Globals = RecordBody['globalFields']
type MaybeValue = FieldValue | null | undefined

const idKeys = ['organizationId', 'accountId', 'contactId', 'pipelineId'] as const

function ownId(record: RecordBody): number | null {
  const key = idKeys[record.level - 1]
  return (key && record[key]) ?? null
}

/** Where a built-in field is in a record, as the plain value that is written back. */
const readers: Readonly<Record<string, (globals: Globals, record: RecordBody) => MaybeValue>> = {
  name: ({ name }) => name,
  'system:email': ({ email }) => email,
  pipelineType: (globals) => globals.pipelineType,
  'system:pipelineStatus': (globals) => globals.pipelineStatus,
  'system:lifecycleStageId': (globals) => globals.lifecycleStageId,
  'system:owners': ({ owners }) => (owners.length > 0 ? owners.map((owner) => owner.id) : null),
  primaryOwner: ({ owners }) => owners[0]?.id ?? null,
  'system:health': ({ health }) => health,
  'system:pulse': ({ pulse }) => pulse,
  organization: ({ organization }) => organization?.id ?? null,
  account: ({ account }) => account?.id ?? null,
  'system:externalId': ({ externalId }) => externalId,
  'system:internalId': (_, record) => ownId(record),
  about: ({ about }) => about,
  churned: ({ churned }) => churned,
  churnDate: ({ churnDate }) => churnDate,
  churnReason: ({ churnReason }) => churnReason,
  churnAmount: ({ churnAmount }) => churnAmount,
  entityArchived: ({ entityArchived }) => entityArchived,
  createdAt: ({ createdAt }) => createdAt,
  updatedAt: ({ updatedAt }) => updatedAt,
}

/** What a field holds: ids for what refers to something, null where nothing is set. */
export function valueOf(record: RecordBody, field: Pick<LevelField, 'name' | 'custom'>): FieldValue | null {
  // A field of a parent or of the owner.
  if (field.name.includes('.')) return (record.relatedFields?.[field.name] ?? null) as FieldValue | null
  if (field.custom) return (record.customFields[field.name] ?? null) as FieldValue | null
  return readers[field.name]?.(record.globalFields, record) ?? null
}

type Patch = (value: FieldValue | null, globals: Globals, lookups: ValueLookups) => Partial<Globals>

const named = (id: FieldValue | null, nameOf: (id: number) => string) =>
  typeof id === 'number' ? { id, name: nameOf(id) } : null

const owner = (id: number, globals: Globals, lookups: ValueLookups) => ({
  id,
  name: globals.owners.find((known) => known.id === id)?.name ?? lookups.userName(id),
})

const patches: Readonly<Record<string, Patch>> = {
  name: (value) => ({ name: String(value ?? '') }),
  'system:email': (value) => ({ email: value as string | null }),
  'system:pipelineStatus': (value) => ({ pipelineStatus: value as number | null }),
  'system:lifecycleStageId': (value, _, lookups) => ({
    lifecycleStageId: value as number | null,
    lifecycleStage: typeof value === 'number' ? lookups.stageName(value) : null,
  }),
  'system:owners': (value, globals, lookups) => ({
    owners: ((value ?? []) as number[]).map((id) => owner(id, globals, lookups)),
  }),
  primaryOwner: (value, globals, lookups) => {
    const others = globals.owners.filter(({ id }) => id !== value)
    return { owners: typeof value === 'number' ? [owner(value, globals, lookups), ...others] : others }
  },
  'system:health': (value) => ({
    health: value as number | null,
    healthStatus: healthStatusOf(value as number | null),
  }),
  'system:pulse': (value) => ({ pulse: value as number | null }),
  organization: (value, _, lookups) => ({ organization: named(value, lookups.recordName) }),
  account: (value, _, lookups) => ({ account: named(value, lookups.recordName) }),
  'system:externalId': (value) => ({ externalId: value as string | null }),
  about: (value) => ({ about: value as string | null }),
}

/** The record as it will look once the value is written. */
export function withValue(
  record: RecordBody,
  field: LevelField,
  value: FieldValue | null,
  lookups: ValueLookups,
): RecordBody {
  if (field.custom) return { ...record, customFields: { ...record.customFields, [field.name]: value } }
  const patch = patches[field.name]?.(value, record.globalFields, lookups)
  return patch ? { ...record, globalFields: { ...record.globalFields, ...patch } } : record
}

/** Whether two values are the same; lists count in their order. */
export function sameValue(one: FieldValue | null, other: FieldValue | null): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}
