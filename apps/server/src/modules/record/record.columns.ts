import type { RuleColumn } from '@steward/conditions'
import type { LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import {
  customColumnSql,
  keptBeside,
  keptValuesSql,
  type Catalogue,
  type CatalogueField,
} from '../field/index.ts'
import { isScoped, scopeSql } from './record.policy.ts'

/** The name as the trigram indexes of each level have it. */
export function searchedName(alias: string): string {
  return `(${alias}.name_folded || '')`
}

/** Where the built-in fields lie, for rules and sorting. `r` stands for the alias of the record. */
const builtIn: Readonly<Record<string, (r: string) => RuleColumn>> = {
  name: (r) => ({ sql: `${r}.name`, folded: searchedName(r), storage: 'text' }),
  externalId: (r) => ({ sql: `${r}.external_id`, storage: 'text' }),
  email: (r) => ({ sql: `${r}.email`, storage: 'text' }),
  about: (r) => ({ sql: `${r}.about`, storage: 'text' }),
  recordId: (r) => ({ sql: `${r}.record_id`, storage: 'numeric' }),
  health: (r) => ({ sql: `${r}.health`, storage: 'numeric' }),
  pulse: (r) => ({ sql: `${r}.pulse`, storage: 'int' }),
  stageId: (r) => ({ sql: `${r}.stage_id`, storage: 'int' }),
  statusId: (r) => ({ sql: `${r}.status_id`, storage: 'int' }),
  pipelineType: (r) => ({ sql: `${r}.pipeline_type`, storage: 'int' }),
  organizationId: (r) => ({ sql: `${r}.organization_id`, storage: 'int' }),
  accountId: (r) => ({ sql: `${r}.account_id`, storage: 'int' }),
  churned: (r) => ({ sql: `${r}.churned`, storage: 'boolean' }),
  archived: (r) => ({ sql: `${r}.archived`, storage: 'boolean' }),
  createdAt: (r) => ({ sql: `${r}.created_at`, storage: 'timestamp' }),
  updatedAt: (r) => ({ sql: `${r}.updated_at`, storage: 'timestamp' }),
  primaryOwner: (r) => ({ sql: `${r}.owners[1]`, storage: 'int' }),
  owners: (r) => ({
    sql: `${r}.owners`,
    storage: 'intArray',
    contains: (placeholder) => `${r}.owners @> array[${placeholder}]`,
  }),
}

/** A column, and what to order by where that differs from its value. */
export interface RecordColumn extends RuleColumn {
  sort?: string
}

export function columnOf(field: CatalogueField, alias: string): RecordColumn {
  if (field.fieldId !== null) return customColumnSql(field, alias)
  const column = builtIn[field.key]
  if (!column) throw new Error(`The field ${field.name} has no column`)
  return column(alias)
}

/** Levels whose fields a rule may reach from a record, and the column that leads there. */
const parentPaths = {
  organization: { level: 1 as LevelId, column: 'organization_id' },
  account: { level: 2 as LevelId, column: 'account_id' },
} as const

type ParentName = keyof typeof parentPaths

/** A field named by a rule: of the record itself, or `organization.<name>`, `account.<name>` of its parent. */
export interface ReachedField {
  field: CatalogueField
  parent: ParentName | null
}

export function reachField(
  name: string,
  catalogueOf: (level: LevelId) => Catalogue,
  level: LevelId,
): ReachedField | undefined {
  const [first, ...rest] = name.split('.')
  const isPath = rest.length > 0 && (first === 'organization' || first === 'account')
  if (!isPath) {
    const field = catalogueOf(level).find(name)
    return field && { field, parent: null }
  }
  const parent = first as ParentName
  if (parentPaths[parent].level >= level) return undefined
  const field = catalogueOf(parentPaths[parent].level).find(rest.join('.'))
  return field && { field, parent }
}

/**
 * The column of a reached field; a parent's is read by its key, so that it costs nothing where it is not
 * asked for. A parent that the actor may not see has no values. `own` says where the record's own fields lie.
 */
export function reachedColumn(
  reached: ReachedField,
  actor: Actor,
  alias: string,
  own: (field: CatalogueField) => RuleColumn = (field) => columnOf(field, alias),
): RuleColumn {
  if (reached.parent === null) return own(reached.field)
  const { column, level } = parentPaths[reached.parent]
  const scope = isScoped(actor) ? ` and ${scopeSql(actor, 'p', level)}` : ''
  const inner = columnOf(reached.field, 'p')
  const lift = (sql: string) =>
    `(select ${sql} from record_fenced p where p.tenant_id = ${actor.tenantId} and p.record_id = ${alias}.${column}${scope})`
  return {
    sql: lift(inner.sql),
    storage: inner.storage,
    ...(inner.folded ? { folded: lift(inner.folded) } : {}),
    ...(inner.present ? { present: lift(inner.present) } : {}),
    ...(inner.contains ? { contains: (id: string) => lift(inner.contains?.(id) ?? 'false') } : {}),
  }
}

const keptAnew = [...keptBeside, 'number', 'day', 'id'].map((column) => `${column} = excluded.${column}`)

/** A change after which a kept value is another, or counted another way: of `after`, as the ledger has it. */
export const touchesValue = `(i.after ? f.field_id::text
      or i.after ?| '{stageId,archived,churned,pipelineType,statusId}'::text[])`

/**
 * The statement that keeps the values of written records, tenant $1, for those of their fields that are
 * kept. `rows` are the records as `i`, `custom` is the expression of their custom values. Which fields
 * are kept is read here and not from a cache: the job that fills in older values relies on it.
 */
export function keepValues(rows: string, custom: string, where = 'true'): string {
  const beside = keptBeside.map((column) => `i.${column}`).join(', ')
  return `insert into record_value (tenant_id, record_id, field_id, ${keptBeside.join(', ')}, number, day, id)
    select $1, i.record_id, f.field_id, ${beside}, ${keptValuesSql('k.value', 'f.kind')}
    from ${rows} join kept_field f on f.tenant_id = $1 and f.level = i.level
    cross join lateral (select ${custom}->f.field_id::text as value offset 0) k
    where ${where}
    on conflict (tenant_id, record_id, field_id) do update set ${keptAnew.join(', ')}`
}
