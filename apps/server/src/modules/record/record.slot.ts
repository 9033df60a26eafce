import type { Catalogue, SlotField } from '../field/index.ts'

// Stores compose the statements of a write from these parts: slots belong to the module of fields.
export {
  deleteSlotsSql,
  insertArraysSql,
  insertSlotsSql,
  noteChangesSql,
  readSlots,
  slotArrays,
  updateSlotsSql,
  wholeRecords,
  withCustom,
} from '../field/index.ts'

/** What records are counted by, by the keys of a state. */
export const countedKeys = ['stageId', 'archived', 'churned', 'pipelineType', 'statusId'] as const

/** The fields with slots among those that a change is of. */
export function touchedSlots(slots: readonly SlotField[], keys: ReadonlySet<string>): SlotField[] {
  return slots.filter(({ fieldId }) => keys.has(String(fieldId)))
}

/**
 * The same by a catalogue, which may be older than the fields that others read; undefined where it does not know all
 * of them.
 */
export function knownSlots(catalogue: Catalogue, keys: readonly string[]): SlotField[] | undefined {
  const slots: SlotField[] = []
  for (const key of keys) {
    const field = catalogue.byKey(key)
    if (!field) return undefined
    if (field.slots && field.fieldId !== null) {
      slots.push({ fieldId: field.fieldId, dataType: field.dataType, slots: field.slots })
    }
  }
  return slots.toSorted((a, b) => a.fieldId - b.fieldId)
}
