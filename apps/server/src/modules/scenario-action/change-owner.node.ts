import { createHash } from 'node:crypto'
import { changeOwnerSettings, type ChangeOwnerSettings } from '@steward/contracts/scenario/action'
import type { BulkUpdates } from '../bulk-update/index.ts'
import type {
  ActionType,
  Batch,
  Faults,
  NamedRecord,
  Outcome,
  Rehearsed,
} from '../scenario-management/index.ts'
import type { UserDirectory, UserService } from '../user-management/index.ts'
import { readNamed } from '../scenario-node/index.ts'

export interface OwnerNeighbours {
  bulkUpdates: BulkUpdates
  users: Pick<UserService, 'directory'>
}

const next: Outcome = { kind: 'next', branch: 'next' }
const noOwner: Outcome = {
  kind: 'skip',
  reason: 'The record belongs to nothing that has an owner who works here.',
  branch: 'next',
}

/** Which of several a record gets: by a hash of both, so that it is the same one each time. */
function turnOf(
  userIds: readonly number[],
  { scenarioId, nodeKey }: Batch<unknown>,
  recordId: number,
): number {
  const digest = createHash('sha256').update(`${scenarioId}:${nodeKey}:${recordId}`).digest()
  return userIds[digest.readUInt32BE(0) % userIds.length] as number
}

/** The new owners of each record; none where there are none to be found. */
function ownersOf(
  batch: Batch<ChangeOwnerSettings>,
  named: ReadonlyMap<number, NamedRecord>,
  { byId }: UserDirectory,
): Map<number, number[]> {
  const { settings, visits } = batch
  const choose = (recordId: number): number[] => {
    if (settings.rule === 'user') return [settings.userId]
    if (settings.rule === 'inTurn') return [turnOf(settings.userIds, batch, recordId)]
    return (named.get(recordId)?.parentOwners ?? []).filter((id) => byId.get(id)?.assignable)
  }
  return new Map(visits.map(({ recordId }) => [recordId, choose(recordId)]))
}

const namedIds = (settings: ChangeOwnerSettings): number[] => {
  if (settings.rule === 'user') return [settings.userId]
  return settings.rule === 'inTurn' ? settings.userIds : []
}

function faultsOf(settings: ChangeOwnerSettings, level: number, { byId }: UserDirectory): Faults {
  if (settings.rule === 'parent' && level === 1) {
    return { rule: 'Organizations belong to nothing. Choose a user.' }
  }
  const faults: Faults = {}
  namedIds(settings).forEach((userId, at) => {
    if (byId.get(userId)?.assignable) return
    const path = settings.rule === 'user' ? 'userId' : `userIds.${at}`
    faults[path] = `${byId.get(userId)?.name ?? `User ${userId}`} can't own records. Choose someone else.`
  })
  return faults
}

/** Gives records other owners, found by a rule. */
export function changeOwnerNode({ bulkUpdates, users }: OwnerNeighbours): ActionType<ChangeOwnerSettings> {
  return {
    type: 'changeOwner',
    category: 'action',
    label: 'Change Owner',
    levels: [1, 2, 4],
    settings: changeOwnerSettings,
    check: async (_, { tenantId, level }, settings) =>
      faultsOf(settings, level, await users.directory(tenantId)),
    async rehearse(facts, batch) {
      const directory = await users.directory(batch.tenantId)
      const ids = batch.visits.map(({ recordId }) => recordId)
      const owners = ownersOf(batch, facts.named(ids), directory)
      return new Map(
        batch.visits.map(({ runId, recordId }): [number, Rehearsed] => {
          const found = owners.get(recordId) ?? []
          if (found.length === 0) return [runId, { outcome: noOwner, effect: null }]
          const names = found.map((id) => directory.byId.get(id)?.name ?? `user ${id}`).join(', ')
          return [runId, { outcome: next, effect: `Make ${names} the owner.`, values: { owners: found } }]
        }),
      )
    },
    async act(tx, batch, { actor, causes }) {
      const { tenantId, level, visits, at } = batch
      const ids = visits.map(({ recordId }) => recordId)
      const named = await readNamed(tx, tenantId, ids)
      const owners = ownersOf(batch, named, await users.directory(tenantId))
      const outcomes = new Map<number, Outcome>(visits.map(({ runId }) => [runId, noOwner]))
      let changeSetId: number | undefined
      for (const some of Map.groupBy(visits, ({ recordId }) => String(owners.get(recordId))).values()) {
        const found = owners.get(some[0]?.recordId ?? 0) ?? []
        if (found.length === 0) continue
        const written = await bulkUpdates.write(
          tx,
          actor,
          level,
          { owners: found, mode: 'replace' },
          { at, causes, ...(changeSetId !== undefined && { changeSetId }) },
          some.map(({ recordId }) => recordId),
          0,
        )
        changeSetId = written.changeSetId ?? changeSetId
        const refused = new Map(
          written.refused.map(({ recordId, problems }) => [
            recordId,
            problems.map(({ message }) => message).join(' '),
          ]),
        )
        for (const { runId, recordId } of some) {
          const reason = refused.get(recordId)
          outcomes.set(runId, reason === undefined ? next : { kind: 'fail', cause: reason, reason })
        }
      }
      return { outcomes, changeSetId: changeSetId ?? null }
    },
  }
}
