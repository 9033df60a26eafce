import { levelOf } from '@steward/contracts/level'
import { convert, type Rates } from '@steward/contracts/money'
import type { RecordBody, WholeRecord } from '@steward/contracts/record'
import type { ActorKind, ChangeAction, ChangeActor } from '@steward/contracts/record-history'
import type { CurrencyValue } from '@steward/contracts/value'
import { isoOf } from '../../platform/db/instant.reader.ts'
import type { Catalogue } from '../field/index.ts'
import type { BoundsOfTenant } from '../health-model/index.ts'
import type { Stages } from '../lifecycle/index.ts'
import type { UserDirectory } from '../user-management/index.ts'
import { columnByKey, customOf, toInput, type Current, type RecordRow, type State } from './record.state.ts'

/** In which form a built-in field is sent. */
export type Showing =
  | 'text'
  | 'number'
  | 'flag'
  | 'instant'
  | 'creation'
  | 'healthStatus'
  | 'stageName'
  | 'owners'
  | 'parent'
  | 'money'

/** A built-in field as it is sent: from which column, in which form. */
export interface ShownField {
  showing: Showing
  column: string
  /** The key of the field that a list which names its columns has to ask for; what has none is always sent. */
  onDemand?: string
}

/**
 * The built-in fields of a record by the names under which they are sent. A record that is read on its own
 * is presented from it, and the SQL by which the database writes the records of a list is made from it.
 */
export const shownFields: Readonly<Record<keyof RecordBody['globalFields'], ShownField>> = {
  name: { showing: 'text', column: 'name' },
  externalId: { showing: 'text', column: 'external_id' },
  email: { showing: 'text', column: 'email', onDemand: 'email' },
  about: { showing: 'text', column: 'about', onDemand: 'about' },
  imageId: { showing: 'text', column: 'image_id' },
  health: { showing: 'number', column: 'health' },
  healthStatus: { showing: 'healthStatus', column: 'health' },
  lifecycleStageId: { showing: 'number', column: 'stage_id' },
  lifecycleStage: { showing: 'stageName', column: 'stage_id', onDemand: 'stageId' },
  pulse: { showing: 'number', column: 'pulse' },
  owners: { showing: 'owners', column: 'owners' },
  churned: { showing: 'flag', column: 'churned' },
  churnDate: { showing: 'text', column: 'churn_date', onDemand: 'churnDate' },
  churnReason: { showing: 'number', column: 'churn_reason', onDemand: 'churnReason' },
  churnAmount: { showing: 'money', column: 'churn_amount', onDemand: 'churnAmount' },
  entityArchived: { showing: 'flag', column: 'archived' },
  pipelineType: { showing: 'number', column: 'pipeline_type' },
  pipelineStatus: { showing: 'number', column: 'status_id', onDemand: 'statusId' },
  organization: { showing: 'parent', column: 'organization', onDemand: 'organizationId' },
  account: { showing: 'parent', column: 'account', onDemand: 'accountId' },
  createdAt: { showing: 'creation', column: 'created_at', onDemand: 'createdAt' },
  updatedAt: { showing: 'instant', column: 'updated_at', onDemand: 'updatedAt' },
}

/** When a record was created: at the day that a file gave, in UTC, else when it came into being here. */
export function createdSql(alias: string): string {
  return `coalesce(${alias}.created_on::timestamp at time zone 'UTC', ${alias}.created_at)`
}

/** The same as a text: a day, or an instant as PostgreSQL writes it. */
export function createdText(alias: string): string {
  return `coalesce(${alias}.created_on::text, ${alias}.created_at::text)`
}

/** A row of a record, from which it is presented. */
export interface PresentedRow extends RecordRow {
  /** Instants as PostgreSQL writes them, in UTC. */
  created_at: string
  updated_at: string
  organization_name: string | null
  account_name: string | null
}

const emptyRow = Object.fromEntries(Object.values(columnByKey).map((column) => [column, null]))

/** The lookups that turn ids into names. */
export interface Names {
  users: UserDirectory
  stages: Stages
  catalogue: Catalogue
  bounds: BoundsOfTenant
}

/** Custom values by API name. */
function presentCustom(catalogue: Catalogue, custom: RecordRow['custom']): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const key in custom) {
    const field = catalogue.byKey(key)
    if (field) fields[field.name] = custom[key]
  }
  return fields
}

function parentOf(id: number | null, name: string | null): { id: number; name: string } | null {
  return id === null || name === null ? null : { id, name }
}

/** A record as a change left it, in the form in which rows are presented. */
export function toPresented(current: Current, next: State, at: Date): PresentedRow {
  const { columns } = toInput(current.recordId, current.level, next)
  const row = { ...emptyRow, ...columns, custom: customOf(next) } as unknown as RecordRow
  return {
    ...row,
    version: current.version + 1,
    created_at: current.createdAt,
    updated_at: at.toISOString(),
    organization_name: current.organizationName,
    account_name: current.accountName,
  }
}

type Show = (row: PresentedRow, column: string, names: Names) => unknown

const valueIn = (row: PresentedRow, column: string): unknown => row[column as keyof PresentedRow]

const showings: Readonly<Record<Showing, Show>> = {
  text: valueIn,
  number: valueIn,
  flag: valueIn,
  money: valueIn,
  instant: (row, column) => isoOf(valueIn(row, column) as string),
  creation: (row) => row.created_on ?? isoOf(row.created_at),
  healthStatus: ({ level, stage_id, health }, _, { bounds }) => bounds.status(level, stage_id, health),
  stageName: ({ stage_id }, _, { stages }) =>
    stage_id === null ? null : (stages.byId.get(stage_id)?.displayName ?? null),
  owners: (row, _, { users }) => row.owners.map((id) => ({ id, name: users.byId.get(id)?.name ?? '' })),
  parent: (row, column) =>
    parentOf(valueIn(row, `${column}_id`) as number | null, valueIn(row, `${column}_name`) as string | null),
}

/** The same record with its amounts in another currency beside them. */
export function withConverted(
  record: WholeRecord,
  { fields }: Catalogue,
  to: number,
  rates: Rates,
): WholeRecord {
  const inIt = <Amount extends CurrencyValue>(amount: Amount) => ({
    ...amount,
    converted: convert(amount, to, rates),
  })
  const { churnAmount } = record.globalFields
  const amounts = fields
    .filter(
      ({ name, dataType, fieldId }) =>
        dataType === 'currency' && fieldId !== null && name in record.customFields,
    )
    .map(({ name }) => [name, inIt(record.customFields[name] as CurrencyValue)])
  return {
    ...record,
    globalFields: { ...record.globalFields, churnAmount: churnAmount && inIt(churnAmount) },
    customFields: { ...record.customFields, ...Object.fromEntries(amounts) },
  }
}

/** A record as the API sends it. */
export function presentRecord(row: PresentedRow, names: Names): WholeRecord {
  const globalFields = Object.entries(shownFields).map(([name, { showing, column }]) => [
    name,
    showings[showing](row, column, names),
  ])
  return {
    [levelOf(row.level).idKey]: row.record_id,
    level: row.level,
    version: row.version,
    globalFields: Object.fromEntries(globalFields) as WholeRecord['globalFields'],
    customFields: presentCustom(names.catalogue, row.custom),
  }
}

/** The columns of a change set that say who or what acted. */
export interface ActorRow {
  actor_id: number | null
  action: ChangeAction
  via_kind: Exclude<ActorKind, 'person'> | null
  via_id: number | null
  via_name: string | null
}

/** Who or what acted. A user has the name of today, everything else the one it had then. */
export function presentActor(row: ActorRow, { byId }: Pick<UserDirectory, 'byId'>): ChangeActor {
  const { actor_id: id, via_kind: kind } = row
  if (kind !== null) return { kind, id: row.via_id, name: row.via_name ?? '' }
  if (id !== null) return { kind: 'person', id, name: byId.get(id)?.name ?? 'Former user' }
  // Acts from before the kind was kept: without a user, scores and calculated fields alone were written.
  return row.action === 'score'
    ? { kind: 'health', id: null, name: 'Health score' }
    : { kind: 'calculation', id: null, name: 'Calculated fields' }
}
