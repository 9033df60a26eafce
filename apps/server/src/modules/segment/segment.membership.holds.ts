import { ownerValue, type CompiledRule } from '../record-rule/index.ts'
import type { UserDirectory } from '../user-management/index.ts'
import { heldValue, type Held } from './segment.membership.rules.ts'

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
