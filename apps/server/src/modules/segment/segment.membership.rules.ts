import type { UserDirectory } from '../user-management/index.ts'
import { ownerValue, type CompiledRule } from '../record-rule/index.ts'

/** A record as a rule is asked about it. */
export interface Held {
  recordId: number
  createdAt: string
  updatedAt: Date | undefined
  state: Readonly<Record<string, unknown>>
}

const derived: Readonly<Record<string, (held: Held) => unknown>> = {
  recordId: ({ recordId }) => recordId,
  createdAt: ({ createdAt }) => createdAt,
  updatedAt: ({ updatedAt }) => updatedAt,
  primaryOwner: ({ state }) => (state['owners'] as number[] | undefined)?.[0],
  // The two flags are never unset.
  archived: ({ state }) => state['archived'] ?? false,
  churned: ({ state }) => state['churned'] ?? false,
}

/** The value of a field, by its key, in a record as a state holds it. */
export function heldValue(held: Held, key: string): unknown {
  const read = derived[key]
  return read ? read(held) : held.state[key]
}

/** A state with other values put into it; null takes one away. */
export function withValues(
  state: Readonly<Record<string, unknown>>,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const next = { ...state, ...values }
  for (const key in next) if (next[key] === null) delete next[key]
  return next
}

/** Whether a rule holds for a record as a state has it; `find` gives what it belongs to. */
export function holdsFor(
  rule: CompiledRule,
  held: Held,
  find: (recordId: number) => Held | undefined,
  { byId }: UserDirectory,
  today: string,
): boolean {
  return rule.holds(({ field, parent }) => {
    if (parent === null) return heldValue(held, field.key)
    if (parent === 'owner') {
      const owner = byId.get(Number(heldValue(held, 'primaryOwner')))
      return owner && ownerValue(owner, field.key)
    }
    const target = find(Number(held.state[`${parent}Id`]))
    return target && heldValue(target, field.key)
  }, today)
}
