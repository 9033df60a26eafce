import { levels, type LevelId } from '@steward/contracts/level'
import { roleIds } from '@steward/contracts/permission'
import type { z } from 'zod'
import type { assignSchema, Changed, changeManySchema, moveSchema } from '@steward/contracts/record'
import type { Actor } from '../../platform/actor.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { invalid, type AppError } from '../../platform/errors.ts'
import { addJob, type Task } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Belongings } from '../user-management/index.ts'
import { changeRecords } from './record.door.ts'
import type { Change } from './record.plan.ts'
import { countOwned, findOwnedIds } from './record.read-model.ts'
import type { RecordService, WrittenRecord } from './record.service.ts'
import type { Current, Values } from './record.state.ts'
import { loadCurrent } from './record.store.ts'
import { openChangeSet } from './record.write.store.ts'

type Assign = z.output<typeof assignSchema>
type ChangeMany = z.output<typeof changeManySchema>
type Move = z.output<typeof moveSchema>

const flags = {
  archive: { archived: true },
  restore: { archived: false },
  churn: { churned: true },
  unchurn: { churned: false },
} as const

function ownersAfter(mode: Assign['mode'], present: readonly number[], given: readonly number[]): number[] {
  if (mode === 'replace') return [...new Set(given)]
  if (mode === 'add') return [...new Set([...present, ...given])]
  return present.filter((id) => !given.includes(id))
}

function faultOfMove(level: LevelId, { organizationId, accountId }: Move['formData']): AppError | undefined {
  if (organizationId === undefined && accountId === undefined) {
    return invalid('move.nowhere', { formData: 'Choose the organization or the account to move to.' })
  }
  if (level === 1) {
    return invalid('move.top', { formData: 'An organization is at the top and cannot be moved.' })
  }
  if (level === 2 && accountId !== undefined) {
    return invalid('move.level', {
      'formData.accountId': 'An account moves to an organization, not to an account.',
    })
  }
  return undefined
}

/** The acts that are more than a form: archive, churn, assign, move, and changes of many. */
export function createRecordActs(records: RecordService) {
  return {
    setFlag(
      actor: Actor,
      level: LevelId,
      recordId: number,
      action: keyof typeof flags,
    ): Promise<WrittenRecord> {
      return records.setOne(actor, level, action, recordId, flags[action])
    },

    async assign(actor: Actor, level: LevelId, input: Assign): Promise<Changed> {
      const written = await records.write(
        actor,
        level,
        { source: 'person', action: 'assign', at: records.now() },
        async (_context, tx) => {
          const present = await loadCurrent(tx, actor, input.ids, true)
          return [...new Set(input.ids)].map((recordId) => {
            const before = present.get(recordId)?.state['owners']
            const owners = ownersAfter(input.mode, Array.isArray(before) ? before : [], input.owners)
            const problems =
              owners.length > 0
                ? []
                : [{ field: 'system:owners', message: 'A record needs at least one owner.' }]
            return { kind: 'update', recordId, values: { owners }, problems }
          })
        },
        'act',
      )
      return records.changedOf(written)
    },

    async move(actor: Actor, level: LevelId, recordId: number, { formData }: Move): Promise<WrittenRecord> {
      const fault = faultOfMove(level, formData)
      if (fault) {
        await records.read(actor, level, recordId)
        throw fault
      }
      const values: Values = {}
      if (formData.organizationId !== undefined) values['organizationId'] = formData.organizationId
      if (formData.accountId !== undefined) values['accountId'] = formData.accountId
      // What moves to an organization itself leaves its account.
      if (level > 2 && formData.organizationId && !('accountId' in values)) values['accountId'] = null
      return records.setOne(actor, level, 'move', recordId, values)
    },

    async changeMany(actor: Actor, level: LevelId, input: ChangeMany): Promise<Changed> {
      if (input.action === 'edit') {
        if (!input.data) throw invalid('change.no_data', { data: 'Say which fields to set.' })
        return records.editMany(actor, level, input.ids, input.data)
      }
      if ((input.action === 'churn' || input.action === 'unchurn') && level > 2) {
        throw invalid('change.no_churn', { action: 'Only organizations and accounts churn.' })
      }
      return records.setMany(actor, level, input.action, input.ids, flags[input.action])
    },
  }
}

export type RecordActs = ReturnType<typeof createRecordActs>

/** More records than this are handed over by a job, so that the call that asks for it stays short. */
const mostAtOnce = 2000
const batchSize = 500

interface HandOver {
  tenantId: number
  /** Whose act it is. */
  userId: number
  from: number
  to: number
  changeSetId: number
}

/** The owners with one in the place of another, who is left out where they own the record already. */
export function ownersHandedOver(owners: readonly number[], from: number, to: number): number[] {
  return [...new Set(owners.map((id) => (id === from ? to : id)))]
}

function changeOf({ recordId, state }: Current, { from, to }: HandOver): Change {
  const owners = state['owners'] as number[]
  return { kind: 'update', recordId, values: { owners: ownersHandedOver(owners, from, to) } }
}

/** What users own here, and how it is given to others: through the door, as one change set. */
export function createRecordBelongings(platform: Platform, records: RecordService) {
  const dbOf = (tenantId: number) => platform.database.tenant(tenantId)

  async function changeLevel(
    tx: Tx,
    actor: Actor,
    level: LevelId,
    job: HandOver,
    owned: readonly Current[],
  ): Promise<number> {
    const context = { ...(await records.context(tx, actor, level)), freedom: 'act' as const }
    const { changeSetId } = job
    const act = { source: 'person', action: 'assign', at: platform.clock.now(), changeSetId } as const
    const { results } = await changeRecords(
      tx,
      context,
      act,
      owned.map((current) => changeOf(current, job)),
    )
    return results.filter((result) => result.problems.length > 0).length
  }

  /** Hands over the next records after one of them; answers the last of these, or null at the end. */
  async function handBatch(tx: Tx, job: HandOver, after: number): Promise<number | null> {
    const { tenantId, userId, from } = job
    const actor: Actor = { tenantId, userId, roleId: roleIds.administrator, sessionId: null }
    const ids = await findOwnedIds(tx, tenantId, from, { after, limit: batchSize })
    const currents = [...(await loadCurrent(tx, actor, ids, true)).values()]
    const owned = currents.filter(({ state }) => (state['owners'] as number[] | undefined)?.includes(from))
    for (const [level, some] of Map.groupBy(owned, (current) => current.level)) {
      const refused = await changeLevel(tx, actor, level, job, some)
      if (refused > 0) platform.log.warn({ ...job, refused }, 'records could not be handed over')
    }
    return ids.length < batchSize ? null : (ids.at(-1) as number)
  }

  const belongings: Belongings = {
    async count(tenantId, userId) {
      const counts = await countOwned(dbOf(tenantId), tenantId, userId)
      return counts.map(({ level, n }) => ({ kind: levels[level - 1]?.plural ?? '', count: n }))
    },

    async handOver(tx, actor, from, to) {
      const { tenantId, userId } = actor
      const owned = await countOwned(tx, tenantId, from)
      const [first] = owned
      if (!first) return { count: 0, byJob: false }
      const count = owned.reduce((sum, { n }) => sum + n, 0)
      const at = platform.clock.now()
      const set = { tenantId, actorId: userId, source: 'person', action: 'assign', at, undoOf: null } as const
      const changeSetId = await openChangeSet(tx, set, { level: first.level, records: count })
      const job: HandOver = { tenantId, userId, from, to, changeSetId }
      if (count > mostAtOnce) {
        await addJob(tx, { task: 'record.hand_over', payload: job, queue: `record.hand_over:${tenantId}` })
        return { count, byJob: true }
      }
      for (let after: number | null = 0; after !== null;) after = await handBatch(tx, job, after)
      return { count, byJob: false }
    },
  }

  /** Goes on where it was cut off: what was handed over is no longer found. */
  const handOver: Task = async (payload, { signal }) => {
    const job = payload as HandOver
    for (let after: number | null = 0; after !== null;) {
      const from: number = after
      after = await transact(dbOf(job.tenantId), (tx) => handBatch(tx, job, from))
      if (signal.aborted && after !== null) throw new Error('The process ends; the rest is handed over later')
    }
  }

  return { belongings, tasks: { 'record.hand_over': handOver } }
}
