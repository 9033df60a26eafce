import { reckonedSql, type Reckoning } from '../currency/index.ts'
import type { CatalogueField } from '../field/index.ts'
import { customColumnSql } from '../field/index.ts'
import { createdSql } from '../record/index.ts'
import type { RollupField } from './calculated-field.ts'
import { parentKey } from './rollup.rules.ts'

/** Some records of a level: named ones, or all whose ids lie in a range. */
export type Scope = { ids: readonly number[] } | { after: number; upTo: number }

type Param = (value: unknown) => string

/** What a roll-up is read with: the day, and how amounts of several currencies are put together. */
export interface Reading {
  today: string
  reckoning: Reckoning
}

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
  /** An amount in the base; null where it has no rate. */
  inBase: string | null
}

function childValue(child: CatalogueField, reckoning: Reckoning): ChildValue {
  if (child.fieldId === null) {
    const column = builtIn[child.key] ?? 'null'
    return { plain: column, json: `to_jsonb(${column})`, currency: null, inBase: null }
  }
  const json = `(r.custom->'${child.fieldId}')`
  const isMoney = child.dataType === 'currency'
  return {
    plain: customColumnSql(child, 'r').sql,
    json,
    currency: isMoney ? `(${json}->>'currencyDefinitionId')::int` : null,
    inBase: isMoney ? reckonedSql(json, reckoning) : null,
  }
}

const reach = '1e15'
const longestText = 1000

const fits = (number: string): string => `abs(${number}) < ${reach}`

/**
 * A number as JSON, where it lies within reach. Amounts that are all of one currency keep it; others are put
 * together in the base, where all of them have a rate.
 */
function numberJson(
  aggregate: (value: string) => string,
  { plain, currency, inBase }: ChildValue,
  { display }: Reckoning,
): string {
  const number = `trim_scale((${aggregate(plain)})::numeric)`
  if (!currency || !inBase) return `case when ${fits(number)} then to_jsonb(${number}) end`
  const held = `filter (where ${plain} is not null)`
  const [least, most] = [`min(${currency}) ${held}`, `max(${currency}) ${held}`]
  const base = `trim_scale(round((${aggregate(inBase)})::numeric, ${display.digits}))`
  const isWhole = `count(*) filter (where ${plain} is not null and ${inBase} is null) = 0`
  return `case when ${fits(number)} and ${least} = ${most}
    then jsonb_build_object('currencyDefinitionId', ${least}, 'value', ${number})
    when ${least} <> ${most} and ${isWhole} and ${fits(base)}
    then jsonb_build_object('currencyDefinitionId', ${display.currencyDefinitionId}, 'value', ${base}) end`
}

/** That of the child that was created last among those that have a value. */
function latestJson(child: CatalogueField, { json, plain }: ChildValue): string {
  const value = child.kind === 'text' ? `to_jsonb(left(${plain}, ${longestText}))` : json
  return `(array_agg(${value} order by ${createdSql('r')} desc, r.record_id desc) filter (where ${plain} is not null))[1]`
}

function aggregateJson({ rollup, child }: RollupField, reckoning: Reckoning): string {
  if (!child) return 'to_jsonb(count(*))'
  const value = childValue(child, reckoning)
  const { plain } = value
  switch (rollup.function) {
    case 'count':
      return `to_jsonb(count(${plain}))`
    case 'sum':
      return numberJson((one) => `sum(${one})`, value, reckoning)
    case 'average':
      return numberJson((one) => `round(avg(${one}), 6)`, value, reckoning)
    case 'latest':
      return latestJson(child, value)
    default:
      return child.kind === 'date'
        ? `to_jsonb(${rollup.function}(${plain}))`
        : numberJson((one) => `${rollup.function}(${one})`, value, reckoning)
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
  const { rollup, rule, level } = field
  const parent = parentKey(level) === 'organizationId' ? 'r.organization_id' : 'r.account_id'
  const archived = rule?.keys.includes('archived') ? '' : ' and not r.archived'
  const condition = rule ? ` and (${rule.sql(param, today)})` : ''
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
  { today, reckoning }: Reading,
): string {
  const records = `from record_fenced p where p.tenant_id = ${tenantId} and p.level = ${field.level}
    and ${scopeOf('p.record_id', scope, param)}`
  if (field.problem !== null) return `select p.record_id, null::jsonb as value ${records}`
  const { parent, from } = childrenSql(field, tenantId, scope, param, today)
  const none = field.rollup.function === 'count' ? `'0'::jsonb` : 'null::jsonb'
  return `select q.record_id, coalesce(a.value, ${none}) as value
    from (select p.record_id ${records}) q
    left join (select ${parent} as record_id, ${aggregateJson(field, reckoning)} as value ${from} group by 1) a using (record_id)`
}

/** The records of a scope whose children have amounts of several currencies, some without a rate; null where none can have. */
export function withoutRateSql(
  field: RollupField,
  tenantId: number,
  scope: Scope,
  param: Param,
  { today, reckoning }: Reading,
): string | null {
  const { child, rollup } = field
  if (!child || field.problem !== null || rollup.function === 'count' || rollup.function === 'latest')
    return null
  const { currency, plain, inBase } = childValue(child, reckoning)
  if (!currency) return null
  const { parent, from } = childrenSql(field, tenantId, scope, param, today)
  return `select ${parent} as record_id ${from} and ${plain} is not null
    group by 1 having min(${currency}) <> max(${currency}) and count(*) filter (where ${inBase} is null) > 0`
}
