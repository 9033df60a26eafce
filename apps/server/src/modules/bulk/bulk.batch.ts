import type { RowOutcome } from '@steward/contracts/plain/bulk-kind'
import { referredLevel } from '@steward/contracts/data-type'
import type { LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Catalogue } from '../field/index.ts'
import {
  changeRecords,
  openChangeSet,
  planChanges,
  type Act,
  type ActInTurn,
  type Change,
  type PlanContext,
  type Planned,
  type Problem,
  type Values,
} from '../record/index.ts'
import {
  resolveReferences,
  type Draft,
  type NewParent,
  type OptionBook,
  type ResolvedRow,
  type SameKeys,
} from '../sheet/index.ts'
import { decide, findMatches, type Decision, type MatchRules } from './bulk.match.ts'

/** What the rows of one import are held against. */
export interface BatchRules extends MatchRules {
  actor: Actor
  catalogueOf(level: LevelId): Promise<Catalogue>
  contextOf(db: Db | Tx, level: LevelId): Promise<PlanContext>
  /** Adds texts to a picklist in the transaction of the batch. */
  addOptions(tx: Tx, book: OptionBook, texts: readonly string[]): Promise<void>
  books: ReadonlyMap<string, OptionBook>
  /** Where the key has names of other records. */
  sameKeys: SameKeys | undefined
}

/** What happens to a row, or has become of it. */
export interface RowResult {
  draft: Draft
  outcome: RowOutcome
  planned: Planned | null
  problems: readonly Problem[]
}

export interface BatchResult {
  rows: RowResult[]
  /** New parents that written rows need. */
  parents: NewParent[]
  changeSetId: number | null
}

type RowChange = Exclude<Change, { kind: 'delete' }>

/** A batch with everything decided but what the door will say. */
interface Decided {
  rows: { resolved: ResolvedRow; decision: Decision }[]
  changes: RowChange[]
  parents: Map<number, NewParent>
}

/** Claims the keys of rows that an earlier run has dealt with, in whatever words they name others. */
export async function claimKeys(db: Db, rules: BatchRules, drafts: readonly Draft[]): Promise<void> {
  const open = drafts.filter((draft) => draft.settled === null)
  const { rows } = await resolveReferences(db, rules.actor, rules.catalogueOf, open)
  for (const row of rows) rules.sameKeys?.claim(row)
}

async function decideRows(db: Db | Tx, rules: BatchRules, drafts: readonly Draft[]): Promise<Decided> {
  const open = drafts.filter((draft) => draft.settled === null)
  const { rows, parents } = await resolveReferences(db, rules.actor, rules.catalogueOf, open)
  const refused = await planParents(db, rules, parents)
  const matches = await findMatches(
    db,
    rules.actor,
    rules,
    rows.map((row) => row.values),
  )
  const decided = rows.map((resolved, at): Decided['rows'][number] => {
    const same = rules.sameKeys?.claim(resolved)
    if (same) return { resolved, decision: { outcome: 'conflict', problems: [same] } }
    const problems = [...resolved.problems, ...problemsOfParents(resolved, refused)]
    return { resolved, decision: decide(resolved.values, problems, matches[at] ?? [], rules) }
  })
  const changes = decided.flatMap(({ decision }) => ('change' in decision ? [decision.change] : []))
  return { rows: decided, changes, parents }
}

/** Plans the parents that would be created; answers why some cannot be, by their provisional ids. */
async function planParents(
  db: Db | Tx,
  rules: BatchRules,
  parents: ReadonlyMap<number, NewParent>,
): Promise<Map<number, string>> {
  const refused = new Map<number, string>()
  for (const level of [1, 2] as const) {
    const group = [...parents.values()].filter((parent) => parent.level === level)
    if (group.length === 0) continue
    const context = withProvisional(await rules.contextOf(db, level), parents)
    const planned = await planChanges(
      db,
      context,
      group.map(({ values }) => ({ kind: 'create', values })),
      false,
    )
    for (const [at, { problems }] of planned.entries()) {
      const parent = group[at]
      if (parent && problems.length > 0)
        refused.set(parent.id, problems.map(({ message }) => message).join(' '))
    }
  }
  return refused
}

function problemsOfParents(row: ResolvedRow, refused: ReadonlyMap<number, string>): Problem[] {
  if (refused.size === 0) return []
  return row.draft.lookups.flatMap(({ reader, text }) => {
    const reason = refused.get(row.values[reader.field.key] as number)
    if (reason === undefined) return []
    const { name, displayName } = reader.field
    return [{ field: name, message: `${displayName} "${text.slice(0, 60)}" cannot be created: ${reason}` }]
  })
}

/** A context in which new parents can be named before they are written. */
function withProvisional(context: PlanContext, parents: ReadonlyMap<number, NewParent>): PlanContext {
  if (parents.size === 0) return context
  return {
    ...context,
    async findReferences(changes, freedom) {
      const references = await context.findReferences(changes, freedom)
      const records = new Map(references.records)
      for (const { id, level, values } of parents.values()) {
        const organizationId = (values['organizationId'] as number | undefined) ?? null
        records.set(id, { level, organizationId })
      }
      return { ...references, records }
    },
  }
}

const isWritten = ({ outcome }: Planned): boolean => outcome === 'create' || outcome === 'update'

const isProvisional = (value: unknown): value is number => typeof value === 'number' && value < 0

/** The keys under which a record names others: elsewhere a number below zero is a number below zero. */
function referringKeys({ fields }: Catalogue): Set<string> {
  return new Set(fields.filter(({ dataType }) => referredLevel(dataType) !== undefined).map(({ key }) => key))
}

/** The provisional parents and options that written rows hold. Notes the options as used. */
function usedProvisional(
  planned: readonly Planned[],
  rules: BatchRules,
  catalogue: Catalogue,
  parents: ReadonlyMap<number, NewParent>,
) {
  const referring = referringKeys(catalogue)
  const usedParents = new Set<number>()
  const usedOptions = new Map<OptionBook, Set<number>>()
  const noteOption = (book: OptionBook, id: number): void => {
    if (book.realId(id) !== undefined) return
    usedOptions.set(book, (usedOptions.get(book) ?? new Set()).add(id))
    book.use(id)
  }
  const noteParent = (id: number): void => {
    usedParents.add(id)
    const above = parents.get(id)?.values['organizationId']
    if (isProvisional(above)) usedParents.add(above)
  }
  for (const { after } of planned.filter(isWritten)) {
    for (const key in after) {
      const book = rules.books.get(key)
      for (const id of [after[key]].flat()) {
        if (!isProvisional(id)) continue
        if (book) noteOption(book, id)
        else if (parents.has(id) && referring.has(key)) noteParent(id)
      }
    }
  }
  return { usedParents: [...usedParents], usedOptions }
}

function hasProvisional({ changes, parents }: Decided, rules: BatchRules): boolean {
  if (parents.size > 0) return true
  const keys = [...rules.books.values()].filter((book) => book.invents).map((book) => book.field.key)
  return changes.some(({ values }) => keys.some((key) => [values[key]].flat().some(isProvisional)))
}

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

function resultsOf(drafts: readonly Draft[], decided: Decided, planned: readonly Planned[]): RowResult[] {
  const byDraft = new Map<Draft, RowResult>()
  let at = 0
  for (const { resolved, decision } of decided.rows) {
    const { draft } = resolved
    if (!('change' in decision)) {
      byDraft.set(draft, { draft, outcome: decision.outcome, planned: null, problems: decision.problems })
      continue
    }
    const plan = planned[at] as Planned
    at += 1
    byDraft.set(draft, { draft, outcome: plan.outcome as RowOutcome, planned: plan, problems: plan.problems })
  }
  return drafts.map(
    (draft) =>
      byDraft.get(draft) ?? {
        draft,
        outcome: draft.settled ?? 'refused',
        planned: null,
        problems: draft.problems,
      },
  )
}

/** Calculates what a batch would do, and writes nothing. */
export async function previewBatch(
  db: Db,
  rules: BatchRules,
  drafts: readonly Draft[],
): Promise<BatchResult> {
  const decided = await decideRows(db, rules, drafts)
  const context = withProvisional(await rules.contextOf(db, rules.level), decided.parents)
  const planned = await planChanges(db, context, decided.changes, false)
  const rows = resultsOf(drafts, decided, planned)
  if (!hasProvisional(decided, rules)) return { rows, parents: [], changeSetId: null }
  const { usedParents } = usedProvisional(planned, rules, context.catalogue, decided.parents)
  return { rows, parents: usedParents.flatMap((id) => decided.parents.get(id) ?? []), changeSetId: null }
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
async function writeProvisional(tx: Tx, rules: BatchRules, act: Act, decided: Decided) {
  const context = withProvisional(await rules.contextOf(tx, rules.level), decided.parents)
  const trial = await planChanges(tx, context, decided.changes, true)
  const { usedParents, usedOptions } = usedProvisional(trial, rules, context.catalogue, decided.parents)
  for (const [book, ids] of usedOptions) {
    await rules.addOptions(
      tx,
      book,
      [...ids].flatMap((id) => book.textOf(id) ?? []),
    )
  }
  const parents = usedParents.flatMap((id) => decided.parents.get(id) ?? [])
  if (parents.length === 0) return { act, parents, ids: new Map<number, number>() }
  const opened = { ...act, changeSetId: await openSet(tx, rules, act, trial.filter(isWritten).length) }
  return { act: opened, parents, ids: await writeParents(tx, rules, opened, parents) }
}

/**
 * Whether a batch can be calculated while the one before it is still being written: nothing that the other
 * makes is anything that this one could name. Their keys differ, or the rows would have been settled.
 */
export function isIndependent({ books }: BatchRules, drafts: readonly Draft[]): boolean {
  return (
    drafts.every(({ lookups }) => lookups.length === 0) && [...books.values()].every((book) => !book.invents)
  )
}

/** Writes a batch through the door, in the caller's transaction, when it is its turn. */
export async function writeBatch(
  tx: Tx,
  rules: BatchRules,
  actInTurn: ActInTurn,
  drafts: readonly Draft[],
): Promise<BatchResult> {
  const decided = await decideRows(tx, rules, drafts)
  if (!hasProvisional(decided, rules)) {
    const written = await changeRecords(
      tx,
      await rules.contextOf(tx, rules.level),
      actInTurn,
      decided.changes,
    )
    return {
      rows: resultsOf(drafts, decided, written.results),
      parents: [],
      changeSetId: written.changeSetId,
    }
  }
  const made = await writeProvisional(tx, rules, await actInTurn(), decided)
  // Parents that only refused rows name stay provisional, and are refused as before.
  const context = withProvisional(await rules.contextOf(tx, rules.level), decided.parents)
  const substitute = substitution(rules, context.catalogue, made.ids)
  const changes = decided.changes.map((change) => ({ ...change, values: substitute(change.values) }))
  const written = await changeRecords(tx, context, made.act, changes)
  return {
    rows: resultsOf(drafts, decided, written.results),
    parents: made.parents,
    changeSetId: written.changeSetId,
  }
}
