import type { Tx } from '../../platform/db/database.ts'
import type { Catalogue } from '../field/index.ts'
import {
  changeRecords,
  openChangeSet,
  planChanges,
  type Act,
  type ActInTurn,
  type Change,
  type Planned,
  type Values,
} from '../record/index.ts'
import type { NewParent } from '../sheet/index.ts'
import {
  hasProvisional,
  isProvisional,
  isWritten,
  referringKeys,
  resultsOf,
  usedProvisional,
  withProvisional,
  type BatchResult,
  type BatchRules,
  type MatchedBatch,
} from './import.plan.ts'

/** Puts the ids of what was written in the place of provisional ones. */
function substitution(rules: BatchRules, catalogue: Catalogue, parentIds: ReadonlyMap<number, number>) {
  const referring = referringKeys(catalogue)
  return (values: Values): Values => {
    const next: Values = { ...values }
    for (const key in values) {
      const value = values[key]
      const book = rules.books.get(key)
      if (!book && !referring.has(key)) continue
      const real = (id: number): number => (book ? book.realId(id) : parentIds.get(id)) ?? id
      if (isProvisional(value)) next[key] = real(value)
      else if (book && Array.isArray(value)) next[key] = value.map((id) => (id < 0 ? real(id) : id))
    }
    return next
  }
}

/** Writes the parents that rows need; answers their real ids by the provisional ones. */
async function writeParents(
  tx: Tx,
  rules: BatchRules,
  act: Act,
  parents: readonly NewParent[],
): Promise<Map<number, number>> {
  const ids = new Map<number, number>()
  for (const level of [1, 2] as const) {
    const group = parents.filter((parent) => parent.level === level)
    if (group.length === 0) continue
    const context = await rules.contextOf(tx, level)
    const substitute = substitution(rules, context.catalogue, ids)
    const changes = group.map(({ values }): Change => ({ kind: 'create', values: substitute(values) }))
    const { results } = await changeRecords(tx, context, act, changes)
    for (const [at, { recordId }] of results.entries()) {
      const parent = group[at]
      if (parent && recordId !== null) ids.set(parent.id, recordId)
    }
  }
  return ids
}

async function openSet(tx: Tx, rules: BatchRules, act: Act, records: number): Promise<number> {
  return act.changeSetId ?? openChangeSet(tx, { ...act, actor: rules.actor }, { level: rules.level, records })
}

/** Writes what the rows need before they can be written: options and parents. */
async function writeProvisional(tx: Tx, rules: BatchRules, act: Act, matched: MatchedBatch) {
  const context = withProvisional(await rules.contextOf(tx, rules.level), matched.parents)
  const trial = await planChanges(tx, context, matched.changes, true)
  const { usedParents, usedOptions } = usedProvisional(trial, rules, context.catalogue, matched.parents)
  for (const [book, ids] of usedOptions) {
    await rules.addOptions(
      tx,
      book,
      [...ids].flatMap((id) => book.textOf(id) ?? []),
    )
  }
  const parents = usedParents.flatMap((id) => matched.parents.get(id) ?? [])
  if (parents.length === 0) return { act, parents, ids: new Map<number, number>() }
  const opened = { ...act, changeSetId: await openSet(tx, rules, act, trial.filter(isWritten).length) }
  return { act: opened, parents, ids: await writeParents(tx, rules, opened, parents) }
}

/** The records that rows name, and those that they created. */
function seenIn({ named }: MatchedBatch, results: readonly Planned[]): number[] {
  return [
    ...named,
    ...results.flatMap(({ outcome, recordId }) => (outcome === 'create' ? (recordId ?? []) : [])),
  ]
}

/** Writes the rows of a batch, in the caller's transaction, when it is the batch's turn. */
export async function writeRows(
  tx: Tx,
  rules: BatchRules,
  matched: MatchedBatch,
  inTurn: ActInTurn,
): Promise<BatchResult> {
  if (!hasProvisional(matched, rules)) {
    const context = await rules.contextOf(tx, rules.level)
    const { results, changeSetId, followed } = await changeRecords(tx, context, inTurn, matched.changes)
    const seen = seenIn(matched, results)
    return { rows: resultsOf(matched, results), parents: [], seen, followed, changeSetId }
  }
  const made = await writeProvisional(tx, rules, await inTurn.turn(), matched)
  // Parents that only refused rows name stay provisional, and are refused as before.
  const context = withProvisional(await rules.contextOf(tx, rules.level), matched.parents)
  const substitute = substitution(rules, context.catalogue, made.ids)
  const changes = matched.changes.map((change) => ({ ...change, values: substitute(change.values) }))
  const { results, changeSetId, followed } = await changeRecords(tx, context, made.act, changes)
  const seen = seenIn(matched, results)
  return { rows: resultsOf(matched, results), parents: made.parents, seen, followed, changeSetId }
}
