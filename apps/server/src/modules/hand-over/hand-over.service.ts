import { levels, type LevelId } from '@steward/contracts/level'
import type { HandedOver, HandOver as HandOverInput, HandOverPreview } from '@steward/contracts/hand-over'
import { finishing, type Actor, type Via } from '../../platform/actor.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { AppError, invalid } from '../../platform/errors.ts'
import { addJob, type Task } from '../../platform/jobs/jobs.ts'
import { progressed } from '../../platform/jobs/progress.ts'
import { yieldToCalls } from '../../platform/pace/lane.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Belongings, UserService } from '../user-management/index.ts'
import { changeRecords, holdChangeSet, openChangeSet, type Change, type Records } from '../record/index.ts'
import { mayHandOver } from './hand-over.policy.ts'
import { countOwned, lockOwned, sampleOwned, type Owned } from './hand-over.store.ts'

/** The modules below that a hand-over stands on. */
export interface HandOverNeighbours {
  users: UserService
  records: Records
}

/** More records than this are handed over by a job, so that the call that asks for it stays short. */
const mostAtOnce = 2000
const batchSize = 500

interface HandOver {
  tenantId: number
  /** Whose act it is. */
  userId: number
  via?: Via | undefined
  from: number
  to: number
  /** All levels where it is absent. */
  levels?: readonly LevelId[] | undefined
  changeSetId: number
}

/** The owners with one in the place of another, who is left out where they own the record already. */
export function ownersHandedOver(owners: readonly number[], from: number, to: number): number[] {
  return [...new Set(owners.map((id) => (id === from ? to : id)))]
}

function changeOf({ recordId, owners }: Owned, { from, to }: HandOver): Change {
  return { kind: 'update', recordId, values: { owners: ownersHandedOver(owners, from, to) } }
}

/** How many records an example names of each level. */
const sampleSize = 5

/** What users own here, and how it is given to others: through the door, as one change set. */
export function createHandOvers(platform: Platform, { records, users }: HandOverNeighbours) {
  const dbOf = (tenantId: number) => platform.database.tenant(tenantId)

  async function changeLevel(
    tx: Tx,
    actor: Actor,
    level: LevelId,
    job: HandOver,
    owned: readonly Owned[],
  ): Promise<number> {
    const context = { ...(await records.context(tx, actor, level)), freedom: 'act' as const }
    const { changeSetId } = job
    const act = { action: 'assign', at: platform.clock.now(), changeSetId } as const
    const { results } = await changeRecords(
      tx,
      context,
      act,
      owned.map((current) => changeOf(current, job)),
    )
    return results.filter((result) => result.problems.length > 0).length
  }

  /**
   * Hands over the next records after one of them; answers the last of these, or null at the end. Who undoes a
   * hand-over that is still going on ends it.
   */
  async function handBatch(tx: Tx, job: HandOver, after: number): Promise<number | null> {
    const { tenantId, from, levels: wanted } = job
    if (!(await holdChangeSet(tx, tenantId, job.changeSetId))) return null
    const actor = finishing(job)
    const { owned, last } = await lockOwned(tx, tenantId, from, { after, limit: batchSize, levels: wanted })
    for (const [level, some] of Map.groupBy(owned, (current) => current.level)) {
      const refused = await changeLevel(tx, actor, level, job, some)
      if (refused > 0) platform.log.warn({ ...job, refused }, 'records could not be handed over')
    }
    return last
  }

  /** Hands over what someone owns, at once or, where it is much, by a job. */
  async function give(
    tx: Tx,
    actor: Actor,
    from: number,
    to: number,
    wanted?: readonly LevelId[],
  ): Promise<HandedOver> {
    const { tenantId, userId, via } = actor
    const owned = (await countOwned(tx, tenantId, from)).filter(
      ({ level }) => wanted === undefined || wanted.includes(level),
    )
    const [first] = owned
    if (!first) return { changeSetId: null, count: 0, byJob: false }
    const count = owned.reduce((sum, { n }) => sum + n, 0)
    const at = platform.clock.now()
    const changeSetId = await openChangeSet(
      tx,
      { actor, action: 'assign', at },
      { level: first.level, records: count },
    )
    const job: HandOver = { tenantId, userId, via, from, to, levels: wanted, changeSetId }
    if (count > mostAtOnce) {
      await addJob(tx, { task: 'record.hand_over', payload: job, queue: `record.hand_over:${tenantId}` })
      return { changeSetId, count, byJob: true }
    }
    for (let after: number | null = 0; after !== null;) after = await handBatch(tx, job, after)
    return { changeSetId, count, byJob: false }
  }

  /** Throws where the actor may not hand over this book, or no one can be given it. */
  async function check(actor: Actor, { fromUserId, toUserId }: HandOverInput): Promise<void> {
    if (!mayHandOver(actor, fromUserId)) {
      const message = "Only managers and administrators can transfer another user's records."
      throw new AppError('forbidden', 'hand_over.not_yours', message)
    }
    const { byId } = await users.directory(actor.tenantId)
    if (!byId.has(fromUserId)) throw invalid('hand_over.from', { fromUserId: 'This user does not exist.' })
    const heir = byId.get(toUserId)
    if (!heir) throw invalid('hand_over.to', { toUserId: 'This user does not exist.' })
    if (fromUserId === toUserId) {
      throw invalid('hand_over.same', { toUserId: 'Choose another user than the current owner.' })
    }
    if (heir.disableMessage) {
      const message = `${heir.name} cannot be given records (${heir.disableMessage}).`
      throw invalid('hand_over.to', { toUserId: message })
    }
  }

  const handOvers = {
    /** The records that would be handed over, by level, with examples. */
    async preview(actor: Actor, input: HandOverInput): Promise<HandOverPreview> {
      await check(actor, input)
      const db = dbOf(actor.tenantId)
      const counts = await countOwned(db, actor.tenantId, input.fromUserId)
      const samples = await sampleOwned(db, actor.tenantId, input.fromUserId, input.levels, sampleSize)
      const rows = input.levels.map((level) => ({
        level,
        count: counts.find((count) => count.level === level)?.n ?? 0,
        sample: samples.filter((record) => record.level === level).map(({ id, name }) => ({ id, name })),
      }))
      return { total: rows.reduce((sum, { count }) => sum + count, 0), levels: rows }
    },

    async run(actor: Actor, input: HandOverInput): Promise<HandedOver> {
      await check(actor, input)
      return transact(dbOf(actor.tenantId), (tx) =>
        give(tx, actor, input.fromUserId, input.toUserId, input.levels),
      )
    },
  }

  const belongings: Belongings = {
    async count(tenantId, userId) {
      const counts = await countOwned(dbOf(tenantId), tenantId, userId)
      return counts.map(({ level, n }) => ({ kind: levels[level - 1]?.plural ?? '', count: n }))
    },

    handOver: (tx, actor, from, to) => give(tx, actor, from, to),
  }

  /** Continues where it was cut off: what was handed over is no longer found. */
  const handOver: Task = async (payload, { signal }) => {
    const job = payload as HandOver
    for (let after: number | null = 0; after !== null;) {
      const from: number = after
      after = await transact(dbOf(job.tenantId), (tx) => handBatch(tx, job, from))
      await progressed()
      await yieldToCalls()
      if (signal.aborted && after !== null) throw new Error('The process ends; the rest is handed over later')
    }
  }

  return { belongings, handOvers, tasks: { 'record.hand_over': handOver } }
}

export type HandOvers = ReturnType<typeof createHandOvers>['handOvers']
