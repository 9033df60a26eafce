import type { LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { changeRecords, type Records } from '../record/index.ts'
import type { Removal, TimelineService } from '../timeline/index.ts'
import {
  findEntry,
  findLowest,
  findNewest,
  insertChange,
  listChanges,
  lockPulse,
  type KeptChange,
  type PulseAct,
  type NewestEntry,
  type PulseEntry,
  type StoredEntry,
} from './pulse.store.ts'

/** What a record's pulse comes from: an entry, or a value that was set without one. */
type Origin = PulseEntry | { itemId: null; pulse: number | null }

/** What an act did to an entry of a record's pulse. */
interface EntryAct {
  record: { level: LevelId; id: number }
  /** The record's pulse, locked. */
  current: number | null
  /** What the pulse came from before the act, and comes from after it. */
  before: Origin | undefined
  after: Origin | undefined
  itemId: number
  act: PulseAct
  /** The entry before an edit. */
  edited?: NewestEntry | undefined
}

const isSame = (one: Origin | undefined, other: Origin | undefined): boolean =>
  one?.itemId === other?.itemId && one?.pulse === other?.pulse

/** Whether the record is to have the pulse of another entry: not where someone set it otherwise since. */
function mustFollow({ before, after, current, act, itemId }: EntryAct, isNew: boolean): boolean {
  if (isSame(before, after)) return false
  if (isNew && act === 'come' && after?.itemId === itemId) return true
  return current === (before?.pulse ?? null)
}

/**
 * Whether the newest entry came after what was undone, so that it says the record's pulse. An older one may have
 * been overridden by hand before, which the undo brought back.
 */
function cameSince(newest: NewestEntry, { act, itemId, occurredAt }: KeptChange): boolean {
  if (newest.itemId === itemId) return false
  return act !== 'come' || newest.itemId > itemId || newest.occurredAt > occurredAt
}

/** What a record's pulse comes from while its newest entry is deleted: another one, or what the entries replaced. */
async function findBeneath(tx: Tx, tenantId: number, entry: StoredEntry): Promise<Origin | undefined> {
  const others = await findNewest(tx, tenantId, entry.recordId, entry.itemId)
  const lowest = await findLowest(tx, tenantId, entry.itemId)
  const replacedAnother = lowest?.over !== null
  // An older entry replaced that value too if it was logged later.
  if (others && (replacedAnother || others.itemId > lowest.itemId)) return others
  return { itemId: null, pulse: lowest?.before ?? null }
}

/** Keeps the pulse of records as their newest entries say it. */
export function createFollowing(records: Records, timeline: TimelineService) {
  /** Writes the record's pulse through its door. Answers the change set; null where nothing differed. */
  async function write(
    tx: Tx,
    actor: Actor,
    { record, after }: Pick<EntryAct, 'record' | 'after'>,
  ): Promise<number | null> {
    const context = { ...(await records.context(tx, actor, record.level)), freedom: 'act' as const }
    const act = { action: 'pulse', at: records.now() } as const
    const values = { pulse: after?.pulse ?? null }
    const written = await changeRecords(tx, context, act, [{ kind: 'update', recordId: record.id, values }])
    const problem = written.results[0]?.problems[0]
    if (problem) throw new AppError('forbidden', 'record.not_yours', problem.message)
    return written.changeSetId
  }

  /** Lets a record follow the outcome of an entry. Answers the change set; null where its pulse stays. */
  async function follow(tx: Tx, actor: Actor, act: EntryAct, isNew = false): Promise<number | null> {
    if (!mustFollow(act, isNew)) return null
    const changeSetId = await write(tx, actor, act)
    if (changeSetId === null) return null
    await insertChange(tx, actor.tenantId, {
      changeSetId,
      itemId: act.itemId,
      act: act.act,
      pulseBefore: act.edited?.pulse ?? null,
      atBefore: act.edited?.occurredAt ?? null,
    })
    return changeSetId
  }

  async function followRemoval(tx: Tx, actor: Actor, itemId: number, act: 'come' | 'go'): Promise<void> {
    const { tenantId } = actor
    const entry = await findEntry(tx, tenantId, itemId)
    if (!entry) return
    const locked = await lockPulse(tx, tenantId, entry.recordId)
    if (!locked) return
    if (!entry.isNewest) return
    const beneath = await findBeneath(tx, tenantId, entry)
    const [before, after] = act === 'go' ? [entry, beneath] : [beneath, entry]
    const record = { level: entry.level, id: entry.recordId }
    await follow(tx, actor, { record, current: locked.pulse, before, after, itemId, act })
  }

  const removal: Removal = {
    async removed(tx, actor, itemIds) {
      for (const itemId of itemIds) await followRemoval(tx, actor, itemId, 'go')
    },
    async restored(tx, actor, itemIds) {
      for (const itemId of itemIds) await followRemoval(tx, actor, itemId, 'come')
    },
  }

  const takenBack: Record<PulseAct, (tx: Tx, actor: Actor, change: KeptChange) => Promise<unknown>> = {
    come: (tx, actor, { deleted, itemId }) =>
      deleted ? Promise.resolve() : timeline.remove(tx, actor, itemId, 'pulse'),
    go: (tx, actor, { deleted, itemId }) =>
      deleted ? timeline.restore(tx, actor, itemId) : Promise.resolve(),
    edit: async (tx, actor, { deleted, itemId, pulseBefore, atBefore, details }) => {
      if (deleted || pulseBefore === null || !atBefore) return
      const before = { details: { ...details, pulse: pulseBefore }, occurredAt: atBefore }
      await timeline.edit(tx, actor, itemId, 'pulse', before)
    },
  }

  const opposite = { come: 'go', go: 'come', edit: 'edit' } as const

  /**
   * An undo puts back what the record had before the act. Where an entry that came since said the same as the
   * record had, it changed nothing then, and so the undo took its pulse away too: the record gets it again.
   */
  async function followNewest(tx: Tx, actor: Actor, change: KeptChange): Promise<void> {
    const { tenantId } = actor
    const entry = await findEntry(tx, tenantId, change.itemId)
    if (!entry || !(await lockPulse(tx, tenantId, entry.recordId))) return
    const newest = await findNewest(tx, tenantId, entry.recordId)
    if (!newest || !cameSince(newest, change)) return
    const record = { level: entry.level, id: entry.recordId }
    const changeSetId = await write(tx, actor, { record, after: newest })
    if (changeSetId !== null) await keepOpposite(tx, actor, change, changeSetId)
  }

  const keepOpposite = (tx: Tx, { tenantId }: Actor, change: KeptChange, changeSetId: number) =>
    insertChange(tx, tenantId, {
      changeSetId,
      itemId: change.itemId,
      act: opposite[change.act],
      pulseBefore: change.act === 'edit' ? change.details.pulse : null,
      atBefore: change.act === 'edit' ? change.occurredAt : null,
    })

  /** Reverts what a change set did to entries, because its change of the record was undone. */
  async function undone(
    tx: Tx,
    actor: Actor,
    { changeSetId, undoneBy }: { changeSetId: number; undoneBy: number },
  ): Promise<void> {
    for (const change of await listChanges(tx, actor.tenantId, changeSetId)) {
      await takenBack[change.act](tx, actor, change)
      await keepOpposite(tx, actor, change, undoneBy)
      await followNewest(tx, actor, change)
    }
  }

  return { follow, removal, undone }
}
