import type { Level } from '@steward/contracts/level'
import type { ChurnDetails } from '@steward/contracts/churn'
import type { PartialRecord, RecordBody } from '@steward/contracts/record'
import type { LevelField } from '../field/index.ts'
import { api, send } from '../../api/client.ts'
import { assignRecords, pathsOf, updateRecord, type WrittenRecord } from './record.calls.ts'

/** Where a record is to hang; null takes it from where it is. */
export type MoveTarget = { organizationId?: number | null; accountId?: number | null }

/** Creates a record from values by field name. Rejects with the problems by field name. */
export function createRecord(
  level: Level,
  fields: readonly LevelField[],
  values: Readonly<Record<string, unknown>>,
): Promise<WrittenRecord> {
  const globalFields: Record<string, unknown> = {}
  const customFields: Record<string, unknown> = {}
  for (const field of fields) {
    const value = values[field.name]
    if (value === null || value === undefined) continue
    if (field.custom) customFields[field.name] = value
    else globalFields[field.name] = value
  }
  return send(api.POST(pathsOf(level).list, { body: { globalFields, customFields } }))
}

/** Only organizations and accounts churn. */
export function setChurned(
  level: Level,
  id: number,
  churned: boolean,
  details: ChurnDetails = {},
): Promise<WrittenRecord> {
  const body = { churned, ...details }
  return send(api.PUT(pathsOf(level).churn, { params: { path: { id } }, body }))
}

export function moveRecord(level: Level, id: number, formData: MoveTarget): Promise<WrittenRecord> {
  return send(api.POST(pathsOf(level).move, { params: { path: { id } }, body: { formData } }))
}

/** Gives a record to people, the first of whom becomes the primary owner; answers the change set. */
export async function setOwners(level: Level, id: number, owners: readonly number[]): Promise<number | null> {
  if (level.id < 3) return (await assignRecords(level, [id], owners, 'replace')).changeSetId
  return (await updateRecord(level, id, { 'system:owners': owners })).changeSetId
}

/** Records of a level that carry an external id. */
export async function findByExternalId(
  level: Level,
  externalId: string,
  signal: AbortSignal,
): Promise<PartialRecord[]> {
  const query = { levels: level.name, externalId }
  return (await send(api.GET('/core/entity', { params: { query }, signal }))).data
}

/** Contacts with an e-mail address. */
export async function findContactsByEmail(email: string, signal: AbortSignal): Promise<RecordBody[]> {
  const body = { emails: [email] }
  return (await send(api.POST('/core/contacts/get-by-emails', { body, signal }))).data
}
