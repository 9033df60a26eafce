import { levelOf, type LevelId } from '@steward/contracts/level'
import type { Modules } from '../../modules.ts'
import { readForm } from '../../modules/record/index.ts'
import type { Actor } from '../../platform/actor.ts'
import { atTime, dayOf } from '../../platform/clock.ts'
import { logEntry, missingOf, type Logging } from '../demo.logging.ts'
import type { DemoStory } from '../demo.story.ts'
import { writeMissing, type Directory } from '../demo.writing.ts'
import type { PastChange } from './customer.changes.ts'
import type { PastRecord } from './customer.records.ts'

export interface PastWriting {
  modules: Pick<Modules, 'records' | 'ledger'>
  actor: Actor
  directory: Directory
  signal: AbortSignal
}

/** Creates the records that are not there yet, each on its day, and returns the ids of all by external id. */
export async function writePast(
  { modules: { records }, actor, signal }: Pick<PastWriting, 'modules' | 'actor' | 'signal'>,
  level: LevelId,
  wanted: readonly PastRecord[],
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  const days = Map.groupBy(wanted, ({ at }) => at.getTime())
  for (const [time, recordsOfDay] of [...days].toSorted(([a], [b]) => a - b)) {
    const written = await atTime(new Date(time), () =>
      writeMissing({ records, actor, signal }, level, recordsOfDay),
    )
    for (const [externalId, recordId] of written) ids.set(externalId, recordId)
  }
  return ids
}

const pageOfHistory = 20

const timeOf = ({ at }: { at: string }): number => Date.parse(at)

/** Whether the history of a record has a change of an instant. */
async function isThere({ modules, actor }: PastWriting, past: PastChange, recordId: number) {
  const wanted = past.at.getTime()
  let before: number | undefined
  for (;;) {
    const options = { limit: pageOfHistory, ...(before !== undefined && { before }) }
    const { data, hasMore } = await modules.ledger.history(actor, past.level, recordId, options)
    if (data.some((entry) => timeOf(entry) === wanted)) return true
    const oldest = data.at(-1)
    if (!oldest || !hasMore || timeOf(oldest) < wanted) return false
    before = oldest.changeSetId
  }
}

async function makeChange(writing: PastWriting, past: PastChange, recordId: number): Promise<void> {
  const { modules, actor, directory } = writing
  const { records } = modules
  const author = { ...actor, userId: directory.users(past.by) }
  const { level, form } = past
  if (form === null) {
    await records.setState(author, level, recordId, 'churn', { date: dayOf(past.at) })
    return
  }
  const reading = await records.readContext(author)
  const act = { action: 'edit', at: past.at } as const
  const written = await records.write(author, level, act, ({ catalogue }) => [
    { kind: 'update', recordId, ...readForm(catalogue, form, reading) },
  ])
  const [problem] = written.results.flatMap(({ problems }) => problems)
  if (problem) throw new Error(`Demo change of ${levelOf(level).name} ${past.externalId}: ${problem.message}`)
}

/** Something that is done at an instant of the past. */
export interface PastAct {
  at: Date
  make: () => Promise<unknown>
}

/**
 * Makes the changes and logs the entries that are not there yet, each on its day and in the order of time with what
 * the nights did, so that histories read as they came about. Stops between them when the signal fires.
 */
export async function livePast(
  writing: PastWriting & Logging,
  changes: readonly PastChange[],
  stories: readonly DemoStory[],
  nights: readonly PastAct[],
): Promise<void> {
  const { directory, signal } = writing
  const changed = changes.map((past): PastAct => ({
    at: past.at,
    async make() {
      const recordId = directory.records(past.level, past.externalId)
      if (!(await isThere(writing, past, recordId))) await makeChange(writing, past, recordId)
    },
  }))
  const logged = stories.map(async (story) => {
    const recordId = directory.records(2, story.account)
    const entries = await missingOf(writing, recordId, story)
    return entries.map((entry): PastAct => ({
      at: new Date(entry.at),
      make: () => logEntry(writing, recordId, entry),
    }))
  })
  const acts = [...changed, ...(await Promise.all(logged)).flat(), ...nights]
  for (const { at, make } of acts.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    signal.throwIfAborted()
    await atTime(at, make)
  }
}
