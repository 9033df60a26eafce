import type { RowOutcome } from '@steward/contracts/plain/bulk-kind'
import { referredLevel } from '@steward/contracts/data-type'
import type { Actor } from '../../platform/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { storableText } from '../../platform/db/storable.ts'
import type { CatalogueField } from '../field/index.ts'
import { textOfValue, type Wording } from '../ledger/index.ts'
import { findRecordNames, type Planned } from '../record/index.ts'
import type { BatchResult, RowResult } from '../record-import/index.ts'
import type { Item, ItemChange } from './bulk-item.store.ts'
import type { Counts } from './bulk-progress.store.ts'
import type { Setup } from './bulk.setup.ts'

/** How many rows of an outcome are kept for showing. */
export const shownRows = 1000
const shownProblems = 10_000

function isProblem(outcome: RowOutcome): boolean {
  return outcome === 'refused' || outcome === 'conflict'
}

function limitOf(outcome: RowOutcome, isPreview: boolean): number {
  if (!isProblem(outcome)) return shownRows
  return isPreview ? shownProblems : Infinity
}

const storableCell = (cell: unknown): unknown => {
  if (typeof cell === 'string') return storableText(cell)
  return cell === undefined ? null : cell
}

/** The rows of a batch that are kept, given how many of each outcome there were before. */
export function chooseRows(rows: readonly RowResult[], before: Counts, isPreview: boolean): RowResult[] {
  const counts = { ...before }
  return rows.filter(({ outcome }) => {
    counts[outcome] += 1
    return counts[outcome] <= limitOf(outcome, isPreview)
  })
}

/** What a record held and holds, where that differs. */
export type Difference = Pick<Planned, 'before' | 'after'>

function changesOf(
  planned: Difference,
  rules: Pick<RulesForItems, 'fields'>,
  wording: Wording,
): ItemChange[] {
  return rules.fields.flatMap((field) => {
    if (!(field.key in planned.after)) return []
    const before = textOfValue(planned.before[field.key], field, wording)
    const after = textOfValue(planned.after[field.key], field, wording)
    if (before === null && after === null) return []
    return [{ field: field.name, label: field.displayName, before, after }]
  })
}

export interface RulesForItems {
  actor: Actor
  fields: readonly CatalogueField[]
  /** The names of records that are foreseen, and have ids below zero. */
  foreseenNames?: Setup['foreseenNames']
}

/** The id of a record that is there. */
function realIdOf(planned: Planned | null): number | null {
  const recordId = planned?.recordId ?? null
  return recordId !== null && recordId > 0 ? recordId : null
}

function itemOf(result: RowResult, rules: RulesForItems, wording: Wording): Item {
  const { draft, planned, outcome } = result
  const leftOut = result.unread.filter(({ isLeftOut }) => isLeftOut && !isProblem(outcome))
  const name = planned?.next['name'] ?? draft.values['name'] ?? null
  return {
    row: draft.source.row,
    line: draft.source.line,
    outcome,
    recordId: realIdOf(planned),
    name: typeof name === 'string' ? name : null,
    body: draft.source.cells.map(storableCell),
    changes: planned && !isProblem(outcome) ? changesOf(planned, rules, wording) : [],
    problems: [...result.problems, ...leftOut].map(({ field, message }) => ({
      field,
      message: storableText(message),
    })),
  }
}

/** The records that planned changes name, before or after. */
function namedRecords(planned: readonly Difference[], fields: readonly CatalogueField[]): number[] {
  const keys = fields.filter((field) => referredLevel(field.dataType) !== undefined).map((field) => field.key)
  const ids = new Set<number>()
  for (const { before, after } of planned) {
    for (const key of keys) {
      for (const id of [before[key], after[key]]) if (typeof id === 'number') ids.add(id)
    }
  }
  return [...ids]
}

/** The chosen rows of a batch as they are kept, with values as people read them. */
export async function describeRows(
  db: Db | Tx,
  rules: RulesForItems,
  batch: BatchResult,
  chosen: readonly RowResult[],
  words: Omit<Wording, 'records'>,
): Promise<Item[]> {
  const planned = chosen.flatMap((result) => (result.planned ? [result.planned] : []))
  const ids = namedRecords(planned, rules.fields)
  const names = await findRecordNames(
    db,
    rules.actor,
    ids.filter((id) => id > 0),
  )
  const foreseen = (await rules.foreseenNames?.(db, ids)) ?? []
  const records = new Map([...names, ...foreseen].map(([id, name]) => [id, { name }]))
  for (const { id, values } of batch.parents) records.set(id, { name: String(values['name']) })
  return chosen.map((result) => itemOf(result, rules, { ...words, records }))
}

/** What was written, value by value, as people read it. */
export async function describeDifferences(
  db: Db | Tx,
  rules: RulesForItems,
  differences: readonly Difference[],
  words: Omit<Wording, 'records'>,
): Promise<ItemChange[][]> {
  const names = await findRecordNames(db, rules.actor, namedRecords(differences, rules.fields))
  const records = new Map([...names].map(([id, name]) => [id, { name }]))
  return differences.map((difference) => changesOf(difference, rules, { ...words, records }))
}
