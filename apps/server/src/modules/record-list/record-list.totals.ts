import type { LevelId } from '@steward/contracts/level'
import { totalFunctions, type TotalFunction } from '@steward/contracts/column-set'
import { mostTotals, type RecordTotal } from '@steward/contracts/record-totals'
import { invalid } from '../../platform/errors.ts'
import { seen, type Reckoning } from '../currency/index.ts'
import type { CatalogueField } from '../field/index.ts'
import type { ReachedField, RecordRule } from '../record-rule/index.ts'
import { reachNamed } from './record-list.preparing.ts'
import type { ListContext } from './record-list.context.ts'

/** What is calculated of all records that match. */
export interface AskedTotal {
  name: string
  function: TotalFunction
  reached: ReachedField
  /** Whether the field is set. */
  set: RecordRule
}

/** A total as the database works it out. */
export interface WorkedTotal {
  /** Of amounts the digits of a reckoned one. */
  value: number | string | null
  /** Of amounts: how many have no rate. */
  missing: number
  /** Of amounts: the day of the oldest rate that was used. */
  rateDate: string | null
}

/** Whether a total is an amount itself. */
export function isAmount({ reached, function: asked }: AskedTotal): boolean {
  return reached.field.dataType === 'currency' && asked !== 'count'
}

const functionsByKind: Partial<Record<CatalogueField['kind'], readonly TotalFunction[]>> = {
  number: totalFunctions,
  date: ['count', 'min', 'max'],
}

function refuse(message: string): never {
  throw invalid('list.totals_invalid', { totals: message })
}

function readTotal(context: ListContext, level: LevelId, text: string, reckoning: Reckoning): AskedTotal {
  const [, word = '', name = ''] = /^([a-z]+)\(([^()]+)\)$/.exec(text.trim()) ?? []
  const asked = totalFunctions.find((one) => one === word)
  if (!asked) {
    return refuse(`"${text.slice(0, 60)}" is no total. Write one as sum(arr): ${totalFunctions.join(', ')}.`)
  }
  const reached = reachNamed(context, level, name, 'totals')
  const { kind, displayName } = reached.field
  const allowed = functionsByKind[kind] ?? ['count']
  if (!allowed.includes(asked)) {
    return refuse(`${displayName} has no ${asked}. Ask for ${allowed.join(', ')}.`)
  }
  return {
    name,
    function: asked,
    reached,
    set: context.bindRule(level, { field: name, operator: 'set' }, reckoning),
  }
}

/** Reads `sum(arr),count(name)`. Throws `invalid_input` at `totals`. */
export function readTotals(
  context: ListContext,
  level: LevelId,
  text: string,
  reckoning: Reckoning,
): AskedTotal[] {
  const parts = text.split(',')
  if (parts.length > mostTotals) refuse(`Ask for at most ${mostTotals} totals in one call.`)
  return parts.map((part) => readTotal(context, level, part, reckoning))
}

const noteOf = (missing: number): string =>
  `${missing.toLocaleString('en-US')} ${missing === 1 ? 'amount has' : 'amounts have'} no exchange rate and ${missing === 1 ? 'is' : 'are'} left out.`

/** A total as the API answers it: amounts in the currency that they are seen in. */
export function presentTotal(asked: AskedTotal, worked: WorkedTotal, reckoning: Reckoning): RecordTotal {
  const { value, missing, rateDate } = worked
  const total = { column: asked.name, function: asked.function }
  if (!isAmount(asked)) return { ...total, value }
  return {
    ...total,
    value: value === null ? null : seen(value, reckoning),
    currencyDefinitionId: reckoning.display.currencyDefinitionId,
    ...(rateDate === null ? {} : { rateDate }),
    ...(missing === 0 ? {} : { missing, note: noteOf(missing) }),
  }
}
