import { renewalDays } from '@steward/contracts/plain/user-settings/stat-bar'
import { starterFieldNames } from '@steward/contracts/plain/starter-field'
import type { StatFigure } from '@steward/contracts/user-settings/stat-bar'
import type { LevelId } from '@steward/contracts/level'
import type { CatalogueField } from '../field/index.ts'
import type { BoundsOfTenant } from '../health-model/index.ts'
import { foundSql, type Params, type PreparedList, type Source } from '../record-list/index.ts'
import { ruleSql } from '../rule-source/index.ts'

/** The list, its source and its parameters, which the SQL of figures refers to. */
export interface FigureContext {
  prepared: PreparedList
  source: Source
  params: Params
  bounds: BoundsOfTenant
}

/** A figure as aggregates of the records that match. */
export interface Figure extends Pick<StatFigure, 'key' | 'label' | 'kind'> {
  /** The field whose amounts it adds up. */
  amount?: CatalogueField
  value: string
  change?: string
  detail?: { label: string; sql: string }
}

/** The fields of the level that figures are calculated from. */
export function figureFields({ context, request }: PreparedList, keys: readonly string[]): CatalogueField[] {
  const catalogue = context.catalogueOf(request.level)
  const names = keys.flatMap((key) => namesOf[key] ?? totalOf(key)?.name ?? [])
  return [...new Set(names.flatMap((name) => catalogue.find(name) ?? []))]
}

const { arr, renewalDate, healthChange } = starterFieldNames
const health = 'system:health'

const namesOf: Readonly<Record<string, readonly string[]>> = {
  arr: [arr, healthChange],
  atRiskArr: [arr, health, healthChange],
  fallingArr: [arr, healthChange],
  averageHealth: [health, healthChange],
  renewals: [renewalDate, arr],
}

function totalOf(key: string): { function: 'sum' | 'average'; name: string } | undefined {
  const [, word, name] = /^(sum|average)\((.+)\)$/.exec(key) ?? []
  return word && name ? { function: word as 'sum' | 'average', name } : undefined
}

/** The score below which health is poor, by the stage of a record. */
function limitSql(level: LevelId, { prepared, bounds }: FigureContext): string {
  const general = bounds.of(level, null).lower
  const own = prepared.context.stages.byLevel(level).flatMap(({ lifecycleStageId: id }) => {
    const { lower } = bounds.of(level, id)
    return lower === general ? [] : [`when ${id} then ${lower}`]
  })
  return own.length === 0 ? String(general) : `case r.stage_id ${own.join(' ')} else ${general} end`
}

/** A sum that is nothing where there are records, none of which it adds up. */
const zeroed = (sum: string): string => `case when count(*) > 0 then coalesce(${sum}, 0) end`

/** The figures behind keys, without those that a list has itself. */
export function figuresOf(
  keys: readonly string[],
  labels: ReadonlyMap<string, string>,
  given: FigureContext,
): Figure[] {
  const { prepared, source, params } = given
  const { request, context } = prepared
  const { level, today, reckoning } = request
  const catalogue = context.catalogueOf(level)
  const sqlOf = (name: string): string | null => {
    const field = catalogue.find(name)
    return field ? source.columnOf(field).sql : null
  }
  const moved = sqlOf(healthChange) ?? 'null::numeric'
  const score = sqlOf(health) ?? 'null::numeric'
  const amount = catalogue.find(arr)
  const money = sqlOf(arr) ?? 'null::numeric'
  const sumOf = (condition?: string) => `sum(${money})${condition ? ` filter (where ${condition})` : ''}`

  const atRisk = (): Pick<Figure, 'value' | 'change'> => {
    const limit = limitSql(level, given)
    const now = sumOf(`${score} < ${limit}`)
    const before = sumOf(`${score} - coalesce(${moved}, 0) < ${limit}`)
    return { value: zeroed(now), change: `coalesce(${now}, 0) - coalesce(${before}, 0)` }
  }
  const renewing = (): string => {
    const rule = { field: renewalDate, operator: 'inNext', value: renewalDays } as const
    return ruleSql(context.bindRule(level, rule, reckoning), today, params.add, source.reachedColumn)
  }
  const byKey: Readonly<Record<string, () => Omit<Figure, 'key' | 'label'>>> = {
    arr: () => ({
      kind: 'amount',
      amount,
      value: sumOf(),
      detail: { label: 'falling', sql: sumOf(`${moved} < 0`) },
    }),
    atRiskArr: () => ({ kind: 'amount', amount, ...atRisk() }),
    fallingArr: () => ({ kind: 'amount', amount, value: zeroed(sumOf(`${moved} < 0`)) }),
    averageHealth: () => ({ kind: 'score', value: `avg(${score})`, change: `avg(${moved})` }),
    renewals: () => {
      const soon = renewing()
      const count = `count(*) filter (where ${soon})`
      return {
        kind: 'count',
        value: count,
        ...(amount && { amount, detail: { label: 'ARR', sql: sumOf(soon) } }),
      }
    },
  }
  const total = (key: string): Omit<Figure, 'key' | 'label'> | undefined => {
    const asked = totalOf(key)
    const field = asked && catalogue.find(asked.name)
    if (!field) return undefined
    const value = `${asked.function === 'sum' ? 'sum' : 'avg'}(${source.columnOf(field).sql})`
    return field.dataType === 'currency'
      ? { kind: 'amount', amount: field, value }
      : { kind: 'number', value }
  }
  return keys.flatMap((key) => {
    const figure = byKey[key]?.() ?? total(key)
    return figure ? [{ key, label: labels.get(key) ?? key, ...figure }] : []
  })
}

/** How many amounts have no rate. */
function missingSql({ amount }: Figure, source: Source): string {
  if (!amount) return '0'
  const { sql, isSet } = source.columnOf(amount)
  return `count(*) filter (where ${isSet} and ${sql} is null)::integer`
}

const text = (sql: string | undefined): string => (sql ? `(${sql})::text` : 'null::text')

/** The one statement of all figures: a row with the columns value0, change0, detail0, missing0, value1, and so on. */
export function figuresSql(
  figures: readonly Figure[],
  { prepared: { request }, source, params }: FigureContext,
): string {
  const columns = figures.map(
    (figure, at) => `${text(figure.value)} as value${at}, ${text(figure.change)} as change${at},
      ${text(figure.detail?.sql)} as detail${at}, ${missingSql(figure, source)} as missing${at}`,
  )
  return `select ${columns.join(', ')} ${foundSql(request, source, params)}`
}
