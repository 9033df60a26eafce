import { fold } from '@steward/conditions'
import { fieldLimits } from '@steward/contracts/field'
import type { PicklistOption } from '@steward/contracts/value'
import { quote, type Fault } from '../data-type/index.ts'
import type { CatalogueField } from '../field/index.ts'

/**
 * The options of one picklist during an import. A text that is not an option yet gets a number below
 * zero, for which the run puts the real id once it has added the option.
 */
export interface OptionBook {
  field: CatalogueField
  /** Whether texts that are no options yet may become some. */
  invents: boolean
  /** The id of an option by its text. */
  find(text: string): number | Fault
  /** The text of an option, new or known. */
  textOf(id: number): string | undefined
  /** The real id of a new option, if it has been added. */
  realId(id: number): number | undefined
  /** Notes that a new option is in a record that is written. */
  use(id: number): void
  /** Remembers options that were added. */
  learn(options: readonly PicklistOption[]): void
  /** The texts of new options that were used, in the order in which they came. */
  used(): string[]
}

const tooLong = 255

export function openOptionBook(
  field: CatalogueField,
  create: boolean | ReadonlySet<string>,
  earlier: readonly string[],
): OptionBook {
  const idByText = new Map(field.options.map((option) => [fold(option.value), option.id]))
  const textById = new Map(field.options.map((option) => [option.id, option.value]))
  const realIds = new Map<number, number>()
  const used = new Set(earlier)
  let invented = 0

  function invent(text: string): number | Fault {
    if (text.length > tooLong) return { fault: `${field.displayName}: an option has at most 255 characters.` }
    if (idByText.size >= fieldLimits.options) {
      return { fault: `${field.displayName}: ${quote(text)} would be more than 2,000 options.` }
    }
    invented += 1
    const id = -invented
    idByText.set(fold(text), id)
    textById.set(id, text)
    return id
  }

  return {
    field,
    invents: create !== false,
    find(text) {
      const known = idByText.get(fold(text))
      if (known !== undefined) return known
      if (create === true || (create !== false && create.has(fold(text)))) return invent(text)
      return { fault: `${quote(text)} is not an option of ${field.displayName}.` }
    },
    textOf: (id) => textById.get(id),
    realId: (id) => realIds.get(id),
    use(id) {
      const text = textById.get(id)
      if (text !== undefined) used.add(text)
    },
    learn(options) {
      for (const { id, value } of options) {
        const provisional = idByText.get(fold(value))
        if (provisional !== undefined && provisional < 0) realIds.set(provisional, id)
        idByText.set(fold(value), id)
        textById.set(id, value)
      }
    },
    used: () => [...used],
  }
}
