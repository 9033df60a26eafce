import type { RuleColumn } from '@steward/conditions'
import type { LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import { reckonedSql, type Reckoning } from '../currency/index.ts'
import { serverTypes } from '../data-type/index.ts'
import { customColumnSql, type Catalogue, type CatalogueField } from '../field/index.ts'
import { findOwnerField, ownerColumn, ownersSql, workedOwnerColumn } from './record-rule.owner.ts'
import { createdSql, createdText, isScoped, scopeSql } from '../record/index.ts'

/** The name as the trigram indexes of each level have it. */
export function searchedName(alias: string): string {
  return `(${alias}.name_folded || '')`
}

/** Where the built-in fields lie, for rules and sorting. `r` stands for the alias of the record. */
const builtIn: Readonly<Record<string, (r: string) => RecordColumn>> = {
  name: (r) => ({ sql: `${r}.name`, folded: searchedName(r), storage: 'text' }),
  externalId: (r) => ({ sql: `${r}.external_id`, storage: 'text' }),
  email: (r) => ({ sql: `${r}.email`, storage: 'text' }),
  about: (r) => serverTypes.longText.column(`to_jsonb(${r}.about)`, `${r}.about`),
  recordId: (r) => ({ sql: `${r}.record_id`, storage: 'numeric' }),
  health: (r) => ({ sql: `${r}.health`, storage: 'numeric' }),
  pulse: (r) => ({ sql: `${r}.pulse`, storage: 'int' }),
  stageId: (r) => ({ sql: `${r}.stage_id`, storage: 'int' }),
  statusId: (r) => ({ sql: `${r}.status_id`, storage: 'int' }),
  pipelineType: (r) => ({ sql: `${r}.pipeline_type`, storage: 'int' }),
  organizationId: (r) => ({ sql: `${r}.organization_id`, storage: 'int' }),
  accountId: (r) => ({ sql: `${r}.account_id`, storage: 'int' }),
  churned: (r) => ({ sql: `${r}.churned`, storage: 'boolean' }),
  churnDate: (r) => ({ sql: `${r}.churn_date`, storage: 'date' }),
  churnReason: (r) => ({ sql: `${r}.churn_reason`, storage: 'int' }),
  archived: (r) => ({ sql: `${r}.archived`, storage: 'boolean' }),
  createdAt: (r) => ({ sql: createdSql(r), storage: 'timestamp', shown: createdText(r) }),
  updatedAt: (r) => ({ sql: `${r}.updated_at`, storage: 'timestamp' }),
  primaryOwner: (r) => ({ sql: `${r}.owners[1]`, storage: 'int' }),
  owners: (r) => ({
    sql: `${r}.owners`,
    storage: 'intArray',
    contains: (placeholder) => `${r}.owners @> array[${placeholder}]`,
  }),
}

/** A column, what to order by and what to show where these differ from its value. */
export interface RecordColumn extends RuleColumn {
  sort?: string
  shown?: string
}

export function columnOf(field: CatalogueField, alias: string, reckoning: Reckoning): RecordColumn {
  if (field.dataType === 'currency') return amountColumn(field, alias, reckoning)
  if (field.fieldId !== null) return customColumnSql(field, alias)
  const column = builtIn[field.key]
  if (!column) throw new Error(`The field ${field.name} has no column`)
  return column(alias)
}

/** An amount as it is reckoned; without a rate it is set, but compares with nothing. */
function amountColumn(field: CatalogueField, alias: string, reckoning: Reckoning): RecordColumn {
  const json = moneySql(field, alias)
  return { sql: reckonedSql(json, reckoning), storage: 'numeric', isSet: `${json} is not null` }
}

/** The whole of an amount, as JSON, of the record known as `alias`. */
export function moneySql({ fieldId, key }: CatalogueField, alias: string): string {
  return fieldId === null ? `${alias}.churn_amount` : `(${alias}.custom->'${key}')`
}

/** Of whom a rule or a list may ask beside the record itself, and the column that leads there. */
const paths = {
  organization: { level: 1, table: 'record_fenced', key: 'record_id', link: 'organization_id' },
  account: { level: 2, table: 'record_fenced', key: 'record_id', link: 'account_id' },
  owner: { level: null, table: 'app_user', key: 'user_id', link: 'owners[1]' },
} as const

export type PathName = keyof typeof paths

/** A field of the record itself, or of a parent or the primary owner: `organization.<name>`, `owner.<name>`. */
export interface ReachedField {
  field: CatalogueField
  parent: PathName | null
}

/** The level whose field a reached one is; null for one of a user. */
export function levelOfReached({ parent }: ReachedField, level: LevelId): LevelId | null {
  return parent === null ? level : paths[parent].level
}

export function reachField(
  name: string,
  catalogueOf: (level: LevelId) => Catalogue,
  level: LevelId,
): ReachedField | undefined {
  const [first = '', ...rest] = name.split('.')
  if (rest.length === 0 || !Object.hasOwn(paths, first)) {
    const field = catalogueOf(level).find(name)
    return field && { field, parent: null }
  }
  const parent = first as PathName
  const above = paths[parent].level
  // Contacts have no owners.
  if (above === null ? level === 3 : above >= level) return undefined
  const field = above === null ? findOwnerField(rest.join('.')) : catalogueOf(above).find(rest.join('.'))
  return field && { field, parent }
}

/** What finds the row, known as `alias`, that a path leads to; of a parent only where the actor may see it, unless told. */
function pathCondition(parent: PathName, actor: Actor, from: string, alias: string, isSeen = true): string {
  const { level, key, link } = paths[parent]
  const scope = isSeen && level !== null && isScoped(actor) ? ` and ${scopeSql(actor, alias, level)}` : ''
  return `${alias}.tenant_id = ${actor.tenantId} and ${alias}.${key} = ${from}.${link}${scope}`
}

/** Joins what a path leads to from the record `r` as `alias`. */
export function pathJoin(parent: PathName, actor: Actor, alias: string, isSeen: boolean): string {
  const table = parent === 'owner' ? ownersSql(actor.tenantId) : paths[parent].table
  return `left join ${table} ${alias} on ${pathCondition(parent, actor, 'r', alias, isSeen)}`
}

/**
 * Looks up what a path leads to, row by row, as `alias`: for the few rows of a page. `offset 0` keeps the planner
 * from joining them with a walk through an index instead.
 */
export function pathLookup(parent: PathName, actor: Actor, alias: string, isSeen: boolean): string {
  const table = parent === 'owner' ? ownersSql(actor.tenantId) : paths[parent].table
  return `left join lateral (select * from ${table} p where ${pathCondition(parent, actor, 'r', 'p', isSeen)} offset 0) ${alias} on true`
}

/** The column of a field in the row `alias` that the join of its path gives. */
export function columnAtPath(
  { field, parent }: ReachedField,
  alias: string,
  reckoning: Reckoning,
): RecordColumn {
  return parent === 'owner' ? workedOwnerColumn(field, alias) : columnOf(field, alias, reckoning)
}

/**
 * The column of a reached field for a statement that joins nothing: another's is read by its key from
 * the record `alias`.
 */
export function reachedColumn(
  reached: ReachedField,
  actor: Actor,
  alias: string,
  reckoning: Reckoning,
): RecordColumn {
  const { parent } = reached
  if (parent === null) return columnOf(reached.field, alias, reckoning)
  const { sql, storage, folded, present, isSet, contains } =
    parent === 'owner' ? ownerColumn(reached.field, 'p') : columnOf(reached.field, 'p', reckoning)
  const found = `from ${paths[parent].table} p where ${pathCondition(parent, actor, alias, 'p')}`
  const lift = (inner: string) => `(select ${inner} ${found})`
  return {
    sql: lift(sql),
    storage,
    ...(folded ? { folded: lift(folded) } : {}),
    ...(present ? { present: lift(present) } : {}),
    ...(isSet ? { isSet: lift(isSet) } : {}),
    ...(contains ? { contains: (id: string) => lift(contains(id)) } : {}),
  }
}
