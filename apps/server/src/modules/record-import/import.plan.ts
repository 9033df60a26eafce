import type { RowOutcome } from '@steward/contracts/plain/bulk-kind'
import { referredLevel } from '@steward/contracts/data-type'
import type { LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Catalogue } from '../field/index.ts'
import {
  countFollowing,
  planChanges,
  type Change,
  type PlanContext,
  type Planned,
  type Problem,
} from '../record/index.ts'
import {
  quote,
  resolveReferences,
  type BadCell,
  type Draft,
  type NewParent,
  type OptionBook,
  type ResolvedRow,
  type SameKeys,
} from '../sheet/index.ts'
import type { Foreseen } from './import.foreseen.ts'
import { decide, findMatches, type Decision, type MatchRules } from './import.match.ts'

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
  /** In a preview of related files, what those before this one would make of records. */
  foreseen: Foreseen | undefined
}

/** What happens to a row, or has become of it. */
export interface RowResult {
  draft: Draft
  outcome: RowOutcome
  planned: Planned | null
  problems: readonly Problem[]
  /** Cells that could not be read, whether the row goes without them or not. */
  unread: readonly BadCell[]
}

export interface BatchResult {
  rows: RowResult[]
  /** New parents that written rows need. */
  parents: NewParent[]
  /** The records that the rows name, and those that they create. */
  seen: number[]
  /** How many records below accounts go with them to another organization. */
  followed: number
  changeSetId: number | null
}

type RowChange = Exclude<Change, { kind: 'delete' }>

/** A batch with everything decided but what the door will say. */
export interface MatchedBatch {
  drafts: readonly Draft[]
  rows: { resolved: ResolvedRow; decision: Decision }[]
  changes: RowChange[]
  parents: Map<number, NewParent>
  /** The records that have the keys of the rows. */
  named: readonly number[]
}

/** Finds the record of each row, and decides what the row asks for. */
export async function matchRows(
  db: Db | Tx,
  rules: BatchRules,
  drafts: readonly Draft[],
): Promise<MatchedBatch> {
  const open = drafts.filter((draft) => draft.settled === null)
  const { rows, parents } = await resolveReferences(
    db,
    rules.actor,
    rules.catalogueOf,
    open,
    rules.foreseen?.names,
  )
  const refused = await planParents(db, rules, parents)
  const values = rows.map((row) => row.values)
  const found = await findMatches(db, rules.actor, rules, values)
  const matches = rules.foreseen ? await rules.foreseen.matches(db, rules, values, found) : found
  const decided = rows.map((resolved, at): MatchedBatch['rows'][number] => {
    const same = rules.sameKeys?.claim(resolved)
    if (same) return { resolved, decision: { outcome: 'conflict', problems: [same] } }
    const problems = [...resolved.problems, ...problemsOfParents(resolved, refused)]
    return { resolved, decision: decide(resolved.values, problems, matches[at] ?? [], rules) }
  })
  const changes = decided.flatMap(({ decision }) => ('change' in decision ? [decision.change] : []))
  const named = rules.notesSeen ? matches.flat().map(({ recordId }) => recordId) : []
  return { drafts, rows: decided, changes, parents, named }
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
    return [{ field: name, message: `${displayName} ${quote(text)} cannot be created: ${reason}` }]
  })
}

/** A context in which new parents can be named before they are written. */
export function withProvisional(context: PlanContext, parents: ReadonlyMap<number, NewParent>): PlanContext {
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

export const isWritten = ({ outcome }: Planned): boolean => outcome === 'create' || outcome === 'update'

export const isProvisional = (value: unknown): value is number => typeof value === 'number' && value < 0

/** The keys under which a record names others: elsewhere a number below zero is a number below zero. */
export function referringKeys({ fields }: Catalogue): Set<string> {
  return new Set(fields.filter(({ dataType }) => referredLevel(dataType) !== undefined).map(({ key }) => key))
}

/** The provisional parents and options that written rows hold. Notes the options as used. */
export function usedProvisional(
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

export function hasProvisional({ changes, parents }: MatchedBatch, rules: BatchRules): boolean {
  if (parents.size > 0) return true
  const keys = [...rules.books.values()].filter((book) => book.invents).map((book) => book.field.key)
  return changes.some(({ values }) => keys.some((key) => [values[key]].flat().some(isProvisional)))
}

const parentFields = new Set<string | null>(['organization', 'account'])

/** Problems that a cell which was left out has caused are about that cell: a parent that is not there, not none. */
function explained(problems: readonly Problem[], unread: readonly BadCell[]): readonly Problem[] {
  if (problems.length === 0 || unread.length === 0) return problems
  return problems.map((problem) => {
    const cell = unread.find(
      ({ field }) => field === problem.field || (parentFields.has(field) && parentFields.has(problem.field)),
    )
    return cell ? { field: cell.field, message: cell.message } : problem
  })
}

/** What came of the rows, those that were settled while they were read included. */
export function resultsOf(matched: MatchedBatch, planned: readonly Planned[]): RowResult[] {
  const byDraft = new Map<Draft, RowResult>()
  let at = 0
  for (const { resolved, decision } of matched.rows) {
    const { draft, unread } = resolved
    if (!('change' in decision)) {
      const { outcome, problems } = decision
      byDraft.set(draft, { draft, outcome, planned: null, problems, unread })
      continue
    }
    const plan = planned[at] as Planned
    at += 1
    const outcome = plan.outcome as RowOutcome
    byDraft.set(draft, { draft, outcome, planned: plan, problems: explained(plan.problems, unread), unread })
  }
  return matched.drafts.map(
    (draft) =>
      byDraft.get(draft) ?? {
        draft,
        outcome: draft.settled ?? 'refused',
        planned: null,
        problems: draft.problems,
        unread: draft.unread,
      },
  )
}

/** Plans what the rows of a batch would change, and writes nothing. */
export async function planRows(db: Db, rules: BatchRules, matched: MatchedBatch): Promise<BatchResult> {
  const context = withProvisional(await rules.contextOf(db, rules.level), matched.parents)
  const planned = await planChanges(db, context, matched.changes, false)
  const rows = resultsOf(matched, planned)
  const followed = await countFollowing(db, context, planned)
  const seen = [...matched.named]
  if (!hasProvisional(matched, rules)) return { rows, parents: [], seen, followed, changeSetId: null }
  const { usedParents } = usedProvisional(planned, rules, context.catalogue, matched.parents)
  const parents = usedParents.flatMap((id) => matched.parents.get(id) ?? [])
  return { rows, parents, seen, followed, changeSetId: null }
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
