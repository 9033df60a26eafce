import { fold } from '@steward/conditions'
import type { OptionInput } from '@steward/contracts/field'
import type { OptionRow } from './field.catalogue.ts'

export interface NewOption {
  value: string
  color: string | null
  retired: boolean
  position: number
}

export interface KeptOption extends NewOption {
  option_id: number
}

/** What happens to the options of a field, or what is wrong, by the path of the bad value. */
export interface OptionPlan {
  added: NewOption[]
  kept: KeptOption[]
  /** Options that the new list leaves out. */
  missing: OptionRow[]
  faults: Record<string, string>
}

interface Wish {
  id?: number
  value: string
  color?: string | null
  retired?: boolean
}

const toWish = (input: OptionInput): Wish => (typeof input === 'string' ? { value: input } : input)

const pathOf = (index: number): string => `picklistDefinition.${index}`

function faultsOf(wishes: readonly Wish[], known: ReadonlyMap<number, OptionRow>): Record<string, string> {
  const faults: Record<string, string> = {}
  const texts = new Set<string>()
  const ids = new Set<number>()
  for (const [index, wish] of wishes.entries()) {
    const text = fold(wish.value)
    if (texts.has(text)) faults[pathOf(index)] = `The option "${wish.value}" appears twice. Remove one.`
    texts.add(text)
    if (wish.id === undefined) continue
    if (!known.has(wish.id)) faults[pathOf(index)] = `This field has no option with the id ${wish.id}.`
    else if (ids.has(wish.id)) faults[pathOf(index)] = `Option ${wish.id} appears twice.`
    ids.add(wish.id)
  }
  return faults
}

/**
 * Compares the options of a field with a wished list. An option is the same if its id is, or else if
 * its text is, whatever the case. One that is listed is in use again unless it says that it is retired.
 */
export function planOptions(existing: readonly OptionRow[], input: readonly OptionInput[]): OptionPlan {
  const wishes = input.map(toWish)
  const byId = new Map(existing.map((option) => [option.option_id, option]))
  const faults = faultsOf(wishes, byId)
  const named = new Set(wishes.map((wish) => wish.id))
  const byText = new Map(
    existing.filter((option) => !named.has(option.option_id)).map((option) => [fold(option.value), option]),
  )
  const plan: OptionPlan = { added: [], kept: [], missing: [], faults }
  const keptIds = new Set<number>()
  for (const [index, wish] of wishes.entries()) {
    const same = wish.id === undefined ? byText.get(fold(wish.value)) : byId.get(wish.id)
    const color = wish.color === undefined ? (same?.color ?? null) : wish.color
    const option = { value: wish.value, color, retired: wish.retired ?? false, position: index + 1 }
    if (same) {
      plan.kept.push({ option_id: same.option_id, ...option })
      keptIds.add(same.option_id)
    } else plan.added.push(option)
  }
  plan.missing = existing.filter((option) => !keptIds.has(option.option_id))
  return plan
}

/** Retires what the plan leaves out but records still hold, behind the options that are listed. */
export function retireUsed(plan: OptionPlan, used: ReadonlySet<number>): OptionPlan {
  const listed = [...plan.kept, ...plan.added]
  const positions = new Map(listed.map((option) => [fold(option.value), option.position]))
  const faults = { ...plan.faults }
  const retired: KeptOption[] = []
  for (const { option_id, value, color } of plan.missing) {
    if (!used.has(option_id)) continue
    const taken = positions.get(fold(value))
    if (taken !== undefined) {
      faults[pathOf(taken - 1)] =
        `Records still use the option "${value}". Keep it in the list, or rename it.`
    }
    retired.push({ option_id, value, color, retired: true, position: listed.length + retired.length + 1 })
  }
  const missing = plan.missing.filter((option) => !used.has(option.option_id))
  return { added: plan.added, kept: [...plan.kept, ...retired], missing, faults }
}

/** Option texts as an import found them: trimmed, without blanks and repetitions. */
export function distinctTexts(values: readonly string[]): string[] {
  const texts = new Map<string, string>()
  for (const value of values) {
    const text = value.trim()
    if (text !== '' && !texts.has(fold(text))) texts.set(fold(text), text)
  }
  return [...texts.values()]
}
