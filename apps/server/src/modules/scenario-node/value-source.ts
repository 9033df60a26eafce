import type { CurrencyValue } from '@steward/contracts/value'
import type { RecordFormula } from '../calculation/index.ts'
import { readTyped } from '../data-type/index.ts'
import type { CatalogueField } from '../field/index.ts'
import { fillText, type Names } from '../playbook/index.ts'
import type { Outcome } from '../scenario-management/index.ts'
import { appended } from './append.rules.ts'

/** A value for a record and what it does in words; or why there is none. */
export type Found = { value: unknown; effect: string } | { outcome: Outcome }

/** How the value of a field follows from what a record holds. */
export interface ValueSource {
  field: CatalogueField
  /** The keys of the fields that it follows from. */
  keys: readonly string[]
  /** Whether it names the record, or what that belongs to. */
  usesNames: boolean
  /** `held` are the values by `keys`, `today` is a day in UTC. */
  find(held: readonly unknown[], today: string, names: Names | null): Found
}

const skip = (reason: string): Found => ({ outcome: { kind: 'skip', reason, branch: 'next' } })

/** A value as its field takes it; a failure where it does not. */
function fitting(field: CatalogueField, value: unknown, effect: string): Found {
  // An amount brings its currency.
  const read = readTyped(field, value, { defaultCurrencyId: 0 })
  if (read.ok) return { value: read.value, effect }
  const cause = `The value does not fit into ${field.displayName}.`
  return { outcome: { kind: 'fail', cause, reason: read.message } }
}

function shown(value: unknown): string {
  if (typeof value === 'object' && value !== null) return shown((value as CurrencyValue).value)
  if (typeof value === 'number') return value.toLocaleString('en-US', { maximumFractionDigits: 15 })
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return `“${String(value)}”`
}

/** Why a formula has no value for a record. */
function blankReason({ inputs }: RecordFormula, held: readonly unknown[], problem: string | null): string {
  const reason = 'The formula has no value for this record'
  if (problem !== null) return `${reason}. ${problem}`
  const empty = inputs.filter((_, at) => held[at] === null).map(({ displayName }) => displayName)
  if (empty.length === 0) return `${reason}.`
  return `${reason}: ${empty.join(' and ')} ${empty.length === 1 ? 'is' : 'are'} empty.`
}

/** The value of a formula. A record for which there is none keeps what it holds. */
export function formulaSource(field: CatalogueField, formula: RecordFormula): ValueSource {
  return {
    field,
    keys: formula.inputs.map(({ key }) => key),
    usesNames: false,
    find(held, today) {
      const { value, problem } = formula.workOut(held, today)
      if (value === null) return skip(blankReason(formula, held, problem))
      return fitting(field, value, `Set ${field.displayName} to ${shown(value)}.`)
    },
  }
}

/** The text that a field holds, with another behind it. */
export function appendSource(field: CatalogueField, text: string): ValueSource {
  return {
    field,
    keys: [field.key],
    usesNames: text.includes('{{'),
    find([held], _, names) {
      const filled = (names ? fillText(text, names) : text).trim()
      if (filled === '')
        return skip('There is nothing to append: the placeholders are empty for this record.')
      const value = appended(field, (held ?? null) as string | null, filled)
      return fitting(field, value, `Append “${filled}” to ${field.displayName}.`)
    },
  }
}
