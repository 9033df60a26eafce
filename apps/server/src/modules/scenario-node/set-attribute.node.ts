import { setAttributeSettings, type SetAttributeSettings } from '@steward/contracts/scenario/settings'
import type { ActionType } from '../scenario-management/index.ts'
import type { AttributeWay, ForAll } from './value-for-all.ts'
import type { ForEach } from './value-for-each.ts'

const isForEach = (settings: SetAttributeSettings): settings is ForEach =>
  settings.operation === 'append' || settings.operation === 'formula'

/** Sets a field: to the same for all records of a batch, or for each to what follows from what it holds. */
export function setAttributeNode(
  forAll: AttributeWay<ForAll>,
  forEach: AttributeWay<ForEach>,
): ActionType<SetAttributeSettings> {
  /** The way that settings ask for, which takes them as they are. */
  const wayOf = (settings: SetAttributeSettings): AttributeWay<SetAttributeSettings> =>
    (isForEach(settings) ? forEach : forAll) as AttributeWay<SetAttributeSettings>
  return {
    type: 'setAttribute',
    category: 'action',
    label: 'Set Attribute',
    settings: setAttributeSettings,
    check: (db, place, settings) => wayOf(settings).check(db, place, settings),
    rehearse: (facts, batch) => wayOf(batch.settings).rehearse(facts, batch),
    act: (tx, batch, context) => wayOf(batch.settings).act(tx, batch, context),
  }
}
