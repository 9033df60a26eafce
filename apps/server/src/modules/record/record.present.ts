import { healthStatusOf } from '@steward/contracts/built-in-field'
import { levelOf, type LevelId } from '@steward/contracts/level'
import type { RecordBody } from '@steward/contracts/record'
import type { Catalogue } from '../field/index.ts'
import type { Stages } from '../lifecycle/index.ts'
import type { UserDirectory } from '../user-management/index.ts'
import { columnByKey, toInput, type Current, type RecordRow, type State } from './record.state.ts'

/** What is presented of a record beside its custom values. */
export interface BuiltInRow extends Omit<RecordRow, 'custom'> {
  /** Instants as PostgreSQL writes them, in UTC. */
  created_at: string
  updated_at: string
  organization_name: string | null
  account_name: string | null
}

export interface PresentedRow extends BuiltInRow {
  custom: RecordRow['custom']
}

/** A row of a list, which brings the custom values that were asked for by their API names. */
export interface ListedRow extends BuiltInRow {
  customFields: Record<string, unknown>
}

const emptyRow = Object.fromEntries(Object.values(columnByKey).map((column) => [column, null]))

/** What turning the ids of built-in fields into names takes. */
interface BuiltInNames {
  users: UserDirectory
  stages: Stages
}

export interface Names extends BuiltInNames {
  catalogue: Catalogue
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

/** `2026-03-14 09:26:53.123+00` as ISO 8601; connections work in UTC. */
function isoOf(text: string): string {
  const zone = text.indexOf('+')
  const fraction = zone === -1 ? text.slice(20, 23) : text.slice(20, Math.min(zone, 23))
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, '0')}Z`
}

/** A record as a change left it, in the form in which rows are presented. */
export function toPresented(current: Current, next: State, at: Date): PresentedRow {
  const { columns, custom } = toInput(current.recordId, current.level, next)
  const row = { ...emptyRow, ...columns, custom } as unknown as RecordRow
  return {
    ...row,
    version: current.version + 1,
    created_at: current.createdAt,
    updated_at: at.toISOString(),
    organization_name: current.organizationName,
    account_name: current.accountName,
  }
}

/** A record as the API sends it. */
export function presentRecord(row: PresentedRow, names: Names): RecordBody {
  return present(row, presentCustom(names.catalogue, row.custom), names)
}

/** A row of a list as the API sends it. */
export function presentListed(row: ListedRow, names: BuiltInNames): RecordBody {
  return present(row, row.customFields, names)
}

function present(row: BuiltInRow, customFields: ListedRow['customFields'], names: BuiltInNames): RecordBody {
  const { users, stages } = names
  return {
    [levelOf(row.level as LevelId).idKey]: row.record_id,
    level: row.level,
    version: row.version,
    globalFields: {
      name: row.name,
      externalId: row.external_id,
      email: row.email,
      about: row.about,
      imageId: row.image_id,
      health: row.health,
      healthStatus: healthStatusOf(row.health),
      lifecycleStageId: row.stage_id,
      lifecycleStage: row.stage_id === null ? null : (stages.byId.get(row.stage_id)?.displayName ?? null),
      pulse: row.pulse,
      owners: row.owners.map((id) => ({ id, name: users.byId.get(id)?.name ?? '' })),
      churned: row.churned,
      entityArchived: row.archived,
      pipelineType: row.pipeline_type,
      pipelineStatus: row.status_id,
      organization: parentOf(row.organization_id, row.organization_name),
      account: parentOf(row.account_id, row.account_name),
      createdAt: isoOf(row.created_at),
      updatedAt: isoOf(row.updated_at),
    },
    customFields,
  }
}
