import { setImmediate } from 'node:timers/promises'
import type { Tx } from '../../platform/db/database.ts'
import { fillSlots, type CatalogueField } from '../field/index.ts'
import type { Kept } from '../ledger/index.ts'
import { writeValues, type ActOf } from '../record/index.ts'
import type { Converted, Converter } from './type-change.converter.ts'
import { lockUnedited, lockValues, valueSource, type Place, type ValueRow } from './type-change.store.ts'

/** Records that are written by one statement. */
const windowSize = 5000

/** An act that has its change set. */
export type OpenAct = ActOf & { changeSetId: number }

export interface Progress {
  processed: number
  converted: number
  blank: number
}

export interface Window {
  rows: readonly ValueRow[]
  results: readonly Converted[]
}

interface Converting {
  place: Place
  converter: Converter
  /** Whether to leave out the records that the act has written already. */
  isRest?: boolean
  /** After each window. */
  report: (progress: Progress, window: Window) => Promise<void>
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Converts the values of a field in all records, window by window, in the order of their ids. */
export async function convertValues(
  tx: Tx,
  act: OpenAct,
  { place, converter, isRest = false, report }: Converting,
): Promise<Progress> {
  const progress: Progress = { processed: 0, converted: 0, blank: 0 }
  const except = isRest ? act.changeSetId : null
  for (let after = 0; ;) {
    const rows = await lockValues(tx, place, { after, limit: windowSize, except })
    if (rows.length === 0) return progress
    const results = await converter.convert(
      tx,
      rows.map(({ value }) => value),
    )
    const values = await converter.settle(tx, results)
    const ids = rows.map(({ id }) => id)
    await writeValues(tx, act, {
      level: place.level,
      keys: [place.key],
      source: valueSource(place.key, ids, values),
    })
    // Lists read values from the slots of the new type, also those that are the same under both.
    await fillSlots(
      tx,
      { ...place, fieldId: Number(place.key) },
      rows.flatMap(({ id, value }, at) => (isSame(value, values[at]) ? id : [])),
    )
    const blank = results.filter(({ value }) => value === null).length
    progress.processed += rows.length
    progress.converted += rows.length - blank
    progress.blank += blank
    await report(progress, { rows, results })
    // Between the windows calls have their turn.
    await setImmediate()
    after = ids.at(-1) as number
  }
}

/** Puts back the values of records that are still as a change set left them; answers how many. */
export async function restoreValues(
  tx: Tx,
  act: OpenAct,
  place: Place,
  changeSetId: number,
): Promise<number> {
  let restored = 0
  for (let after = 0; ;) {
    const rows = await lockUnedited(tx, place, { changeSetId, after, limit: windowSize })
    if (rows.length === 0) return restored
    const ids = rows.map(({ id }) => id)
    const values = rows.map(({ value }) => value)
    const write = { level: place.level, keys: [place.key], source: valueSource(place.key, ids, values) }
    restored += (await writeValues(tx, act, write)).changed
    after = ids.at(-1) as number
  }
}

/** The report of an undo about values that were edited since, which it converts back. */
export function keptOf({ key }: CatalogueField, { rows, results }: Window): Omit<Kept, 'name'>[] {
  return rows.map(({ id }, at) => {
    const fault = results[at]?.message
    const message = fault
      ? `Edited since, and the new value does not convert: ${fault}`
      : 'Edited since, so the new value is kept.'
    return { id, keys: [key], message }
  })
}
