import type { LevelId } from '@steward/contracts/level'
import { totalFunctions, type TotalFunction } from '@steward/contracts/column-set'
import { mostTotals, type RecordTotal } from '@steward/contracts/record-totals'
import { invalid } from '../../platform/errors.ts'
import type { CatalogueField } from '../field/index.ts'
import type { ReachedField } from './record-list.columns.ts'
import type { Filter } from './record-list.filter.ts'
import { reachNamed } from './record-list.preparing.ts'
import type { Surroundings } from './record-list.surroundings.ts'

/** What is worked out of all records that match. */
export interface AskedTotal {
  name: string
  function: TotalFunction
  reached: ReachedField
  /** Whether the field is set. */
  set: Filter
}

/** A total as the database works it out; the currencies of amounts are the same where there is one. */
export interface WorkedTotal {
  value: number | string | null
  least: number | null
  most: number | null
}

const functionsByKind: Partial<Record<CatalogueField['kind'], readonly TotalFunction[]>> = {
  number: totalFunctions,
  date: ['count', 'min', 'max'],
}

function refuse(message: string): never {
  throw invalid('list.totals_invalid', { totals: message })
}

function readTotal(around: Surroundings, level: LevelId, text: string): AskedTotal {
  const [, word = '', name = ''] = /^([a-z]+)\(([^()]+)\)$/.exec(text.trim()) ?? []
  const asked = totalFunctions.find((one) => one === word)
  if (!asked) {
    return refuse(`"${text.slice(0, 60)}" is no total. Write one as sum(arr): ${totalFunctions.join(', ')}.`)
  }
  const reached = reachNamed(around, level, name, 'totals')
  const { kind, displayName } = reached.field
  const allowed = functionsByKind[kind] ?? ['count']
  if (!allowed.includes(asked)) {
    return refuse(`${displayName} has no ${asked}. Ask for ${allowed.join(', ')}.`)
  }
  return {
    name,
    function: asked,
    reached,
    set: around.filter(level, JSON.stringify({ field: name, operator: 'set' })),
  }
}

/** Reads `sum(arr),count(name)`. Throws `invalid_input` at `totals`. */
export function readTotals(around: Surroundings, level: LevelId, text: string): AskedTotal[] {
  const parts = text.split(',')
  if (parts.length > mostTotals) refuse(`Ask for at most ${mostTotals} totals in one call.`)
  return parts.map((part) => readTotal(around, level, part))
}

/** A total as the API answers it. Amounts of several currencies have none. */
export function presentTotal(asked: AskedTotal, { value, least, most }: WorkedTotal): RecordTotal {
  const total = { column: asked.name, function: asked.function }
  if (least === null) return { ...total, value }
  if (least === most) return { ...total, value, currencyDefinitionId: least }
  return { ...total, value: null, note: 'Amounts in several currencies are not put together.' }
}
