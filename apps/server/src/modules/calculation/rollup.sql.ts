import type { CatalogueField } from '../field/index.ts'
import { customColumnSql } from '../field/index.ts'
import type { RollupField } from './calculated-field.ts'
import { parentKey } from './rollup.rules.ts'

/** Some records of a level: named ones, or all whose ids lie in a range. */
export type Scope = { ids: readonly number[] } | { after: number; upTo: number }

type Param = (value: unknown) => string

function scopeOf(column: string, scope: Scope, param: Param): string {
  if ('ids' in scope) return `${column} = any(${param(scope.ids)}::bigint[])`
  return `${column} > ${scope.after} and ${column} <= ${scope.upTo}`
}

const builtIn: Readonly<Record<string, string>> = {
  health: 'r.health',
  pulse: 'r.pulse',
  email: 'r.email',
  externalId: 'r.external_id',
  recordId: 'r.record_id',
  stageId: 'r.stage_id',
  statusId: 'r.status_id',
  owners: "nullif(r.owners, '{}')",
}

interface ChildValue {
  /** As its column compares and adds up. */
  plain: string
  json: string
  /** The currency of an amount. */
  currency: string | null
}

function childValue(child: CatalogueField): ChildValue {
  if (child.fieldId === null) {
    const column = builtIn[child.key] ?? 'null'
    return { plain: column, json: `to_jsonb(${column})`, currency: null }
  }
  const json = `(r.custom->'${child.fieldId}')`
  const currency = child.dataType === 'currency' ? `(${json}->>'currencyDefinitionId')::int` : null
  return { plain: customColumnSql(child, 'r').sql, json, currency }
}

const reach = '1e15'
const longestText = 1000

/** A number as JSON, where it lies within reach; with its currency, where all children have the same one. */
function numberJson(aggregate: string, { plain, currency }: ChildValue): string {
  const number = `trim_scale((${aggregate})::numeric)`
  const fits = `abs(${number}) < ${reach}`
  if (!currency) return `case when ${fits} then to_jsonb(${number}) end`
  const held = `filter (where ${plain} is not null)`
  return `case when ${fits} and min(${currency}) ${held} = max(${currency}) ${held}
    then jsonb_build_object('currencyDefinitionId', min(${currency}) ${held}, 'value', ${number}) end`
}

/** That of the child that was created last among those that have a value. */
function latestJson(child: CatalogueField, { json, plain }: ChildValue): string {
  const value = child.kind === 'text' ? `to_jsonb(left(${plain}, ${longestText}))` : json
  return `(array_agg(${value} order by r.created_at desc, r.record_id desc) filter (where ${plain} is not null))[1]`
}

function aggregateJson({ rollup, child }: RollupField): string {
  if (!child) return 'to_jsonb(count(*))'
  const value = childValue(child)
  const { plain } = value
  switch (rollup.function) {
    case 'count':
      return `to_jsonb(count(${plain}))`
    case 'sum':
      return numberJson(`sum(${plain})`, value)
    case 'average':
      return numberJson(`round(avg(${plain}), 6)`, value)
    case 'latest':
      return latestJson(child, value)
    default:
      return child.kind === 'date'
        ? `to_jsonb(${rollup.function}(${plain}))`
        : numberJson(`${rollup.function}(${plain})`, value)
  }
}

/** The children that count, as `r`: of parents in the scope, with the filter, without archived ones unless it asks. */
function childrenSql(
  field: RollupField,
  tenantId: number,
  scope: Scope,
  param: Param,
  today: string,
): { parent: string; from: string } {
  const { rollup, filter, level } = field
  const parent = parentKey(level) === 'organizationId' ? 'r.organization_id' : 'r.account_id'
  const archived = filter?.keys.includes('archived') ? '' : ' and not r.archived'
  const condition = filter ? ` and (${filter.sql(param, today)})` : ''
  return {
    parent,
    from: `from record_fenced r where r.tenant_id = ${tenantId} and r.level = ${rollup.childLevel}
      and ${scopeOf(parent, scope, param)}${archived}${condition}`,
  }
}

/** The value of a roll-up for each record of a scope: rows (record_id, value), null where there is none. */
export function rollupSql(
  field: RollupField,
  tenantId: number,
  scope: Scope,
  param: Param,
  today: string,
): string {
  const records = `from record_fenced p where p.tenant_id = ${tenantId} and p.level = ${field.level}
    and ${scopeOf('p.record_id', scope, param)}`
  if (field.problem !== null) return `select p.record_id, null::jsonb as value ${records}`
  const { parent, from } = childrenSql(field, tenantId, scope, param, today)
  const none = field.rollup.function === 'count' ? `'0'::jsonb` : 'null::jsonb'
  return `select q.record_id, coalesce(a.value, ${none}) as value
    from (select p.record_id ${records}) q
    left join (select ${parent} as record_id, ${aggregateJson(field)} as value ${from} group by 1) a using (record_id)`
}

/** The records of a scope whose children have amounts of several currencies; null where none can have. */
export function mixedCurrencySql(
  field: RollupField,
  tenantId: number,
  scope: Scope,
  param: Param,
  today: string,
): string | null {
  const { child, rollup } = field
  if (!child || field.problem !== null || rollup.function === 'count' || rollup.function === 'latest')
    return null
  const { currency, plain } = childValue(child)
  if (!currency) return null
  const { parent, from } = childrenSql(field, tenantId, scope, param, today)
  return `select ${parent} as record_id ${from} and ${plain} is not null
    group by 1 having min(${currency}) <> max(${currency})`
}
