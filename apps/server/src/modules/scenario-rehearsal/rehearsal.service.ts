import { executionStatuses } from '@steward/contracts/plain/scenario'
import type {
  Rehearsal,
  RehearsedAction,
  rehearsedActionsQuery,
  RehearsedPath,
} from '@steward/contracts/scenario/rehearsal'
import type { z } from 'zod'
import { userOf, type Actor } from '../../platform/actor.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { notFound } from '../../platform/errors.ts'
import { addJob, type Task } from '../../platform/jobs/jobs.ts'
import { progressed } from '../../platform/jobs/progress.ts'
import { yieldToCalls } from '../../platform/pace/lane.ts'
import type { Platform } from '../../platform/platform.ts'
import { countRecords } from '../record/index.ts'
import { scenarioActor, type ScenarioAtVersion } from '../scenario-management/index.ts'
import { dayIn } from '../scenario-run/index.ts'
import type { UserService } from '../user-management/index.ts'
import { listRecords } from './past.read-model.ts'
import { actionsOf, ceilingsOf, countSteps } from './rehearsal.rules.ts'
import {
  addActions,
  addCounts,
  failRehearsal,
  findRehearsalOf,
  listActions,
  listCounts,
  lockRunning,
  noteProgress,
  replaceRehearsal,
  type StoredRehearsal,
} from './rehearsal.store.ts'
import { presentPath } from './rehearsal.present.ts'
import { createRehearse, type RehearseNeighbours } from './rehearse.ts'

const rehearseTask = 'scenario.rehearse'
/** Records that are replayed together. */
const windowSize = 2000
const day = 24 * 3600_000

interface Payload {
  tenantId: number
  rehearsalId: number
}

export interface RehearsalNeighbours extends RehearseNeighbours {
  users: Pick<UserService, 'directory'>
}

const unknownScenario = () => notFound('scenario.unknown', 'This scenario no longer exists.')
const unknownRehearsal = () =>
  notFound('scenario.rehearsal_unknown', 'This scenario has no rehearsal. Start one.')

const quarter = 15 * 60_000

/** The days of instants in a zone. In every zone days begin at a quarter of an hour, so one of each is asked. */
function createDays(zone: string): (at: Date) => string {
  const days = new Map<number, string>()
  return (at) => {
    const key = Math.floor(at.getTime() / quarter)
    const found = days.get(key) ?? dayIn(at, zone)
    days.set(key, found)
    return found
  }
}

/** Shows what scenarios would have done. */
export function createRehearsals(platform: Platform, neighbours: RehearsalNeighbours) {
  const { scenarios, records, users } = neighbours
  const { database, clock } = platform
  const rehearse = createRehearse(platform, neighbours)
  const dbOf = (tenantId: number) => database.tenant(tenantId)

  function isActionOf({ definition }: ScenarioAtVersion): (nodeKey: string) => boolean {
    const actions = definition.nodes.filter(({ type }) => scenarios.findNode(type)?.category === 'action')
    const keys = new Set(actions.map(({ key }) => key))
    return (nodeKey) => keys.has(nodeKey)
  }

  const askFor = (tx: Tx, payload: Payload): Promise<void> =>
    addJob(tx, {
      task: rehearseTask,
      payload,
      key: `${rehearseTask}:${payload.tenantId}:${payload.rehearsalId}`,
    })

  async function present(tenantId: number, stored: StoredRehearsal): Promise<Rehearsal> {
    const db = dbOf(tenantId)
    const { rehearsalId, scenarioId, version, from, until, startedBy, startedAt, cursor: _, ...rest } = stored
    const [latest, rehearsed, counts, { byId }] = await Promise.all([
      scenarios.findIn(db, tenantId, scenarioId),
      scenarios.findIn(db, tenantId, scenarioId, version),
      listCounts(db, tenantId, rehearsalId),
      users.directory(tenantId),
    ])
    const starter = startedBy === null ? undefined : byId.get(startedBy)
    const limit = rehearsed?.definition.formData.actionsPerDay ?? null
    return {
      ...rest,
      rehearsalId,
      version,
      state: latest && latest.version !== version ? 'outdated' : rest.state,
      from: from.toISOString(),
      until: until.toISOString(),
      done: Math.min(rest.done, rest.total),
      counts: counts.map(({ status, ...count }) => ({
        ...count,
        status: executionStatuses[status - 1] ?? 'completed',
      })),
      ceilings: rehearsed ? ceilingsOf(counts, isActionOf(rehearsed), limit) : [],
      startedBy: starter ? { id: starter.userId, name: starter.name, imageId: starter.imageId } : null,
      startedAt: startedAt.toISOString(),
    }
  }

  async function find({ tenantId }: Actor, scenarioId: number): Promise<StoredRehearsal | undefined> {
    const [scenario, stored] = await Promise.all([
      scenarios.findIn(dbOf(tenantId), tenantId, scenarioId),
      findRehearsalOf(dbOf(tenantId), tenantId, scenarioId),
    ])
    if (!scenario) throw unknownScenario()
    return stored
  }

  type Rehearsing = Awaited<ReturnType<typeof rehearse>>

  /** Replays the next records; answers whether there are more. */
  async function step(
    tx: Tx,
    { tenantId, rehearsalId }: Payload,
    scenario: ScenarioAtVersion,
    rehearsing: Rehearsing,
  ): Promise<boolean> {
    const stored = await lockRunning(tx, tenantId, rehearsalId)
    if (!stored) return false
    const { from, until, cursor } = stored
    const recordIds = await listRecords(tx, tenantId, scenario.level, cursor, windowSize)
    const replayed = await rehearsing({ recordIds, from, until })
    const isAction = isActionOf(scenario)
    const dayOf = createDays(scenario.definition.formData.timeZone)
    const actions = actionsOf(replayed, isAction, dayOf)
    await addCounts(tx, tenantId, rehearsalId, countSteps(replayed, dayOf, until))
    await addActions(tx, tenantId, rehearsalId, actions)
    const mayBeMore = recordIds.length === windowSize
    await noteProgress(tx, tenantId, {
      rehearsalId,
      state: mayBeMore ? 'running' : 'done',
      cursor: recordIds.at(-1) ?? cursor,
      done: stored.done + recordIds.length,
      entered: stored.entered + replayed.runs.length,
      actions: stored.actions + actions.length,
    })
    return mayBeMore
  }

  const work: Task = async (payload, { signal }) => {
    const { tenantId, rehearsalId } = payload as Payload
    const db = dbOf(tenantId)
    try {
      const stored = await transact(db, (tx) => lockRunning(tx, tenantId, rehearsalId))
      const scenario = stored && (await scenarios.findIn(db, tenantId, stored.scenarioId, stored.version))
      if (!scenario) return
      const rehearsing = await rehearse(tenantId, scenario)
      while (await transact(db, (tx) => step(tx, { tenantId, rehearsalId }, scenario, rehearsing))) {
        await progressed()
        await yieldToCalls()
        if (signal.aborted) return await transact(db, (tx) => askFor(tx, { tenantId, rehearsalId }))
      }
    } catch (error) {
      await failRehearsal(db, tenantId, rehearsalId)
      throw error
    }
  }

  return {
    tasks: { [rehearseTask]: work },
    abandoned: {
      [rehearseTask]: (payload: unknown) => {
        const { tenantId, rehearsalId } = payload as Payload
        return failRehearsal(dbOf(tenantId), tenantId, rehearsalId)
      },
    },

    /** Rehearses the latest version of a scenario on all its records. An earlier rehearsal of it ends. */
    async start(actor: Actor, scenarioId: number, days: number): Promise<Rehearsal> {
      const { tenantId } = actor
      const scenario = await scenarios.findIn(dbOf(tenantId), tenantId, scenarioId)
      if (!scenario) throw unknownScenario()
      const until = clock.now()
      const from = new Date(until.getTime() - days * day)
      await transact(dbOf(tenantId), async (tx) => {
        const total = await countRecords(tx, tenantId, scenario.level)
        const { version } = scenario
        const made = { scenarioId, version, days, from, until, total, startedBy: userOf(actor) }
        await askFor(tx, { tenantId, rehearsalId: await replaceRehearsal(tx, tenantId, made) })
      })
      return present(tenantId, (await find(actor, scenarioId)) as StoredRehearsal)
    },

    /** The rehearsal of a scenario, or null. Error: not_found `scenario.unknown`. */
    async read(actor: Actor, scenarioId: number): Promise<Rehearsal | null> {
      const stored = await find(actor, scenarioId)
      return stored ? present(actor.tenantId, stored) : null
    },

    /** Error: not_found `scenario.rehearsal_unknown`. */
    async listActions(
      actor: Actor,
      scenarioId: number,
      { day: onDay, nodeKey, after, limit }: z.output<typeof rehearsedActionsQuery>,
    ): Promise<{ data: RehearsedAction[]; hasMore: boolean }> {
      const { tenantId } = actor
      const stored = await find(actor, scenarioId)
      if (!stored) throw unknownRehearsal()
      const rows = await listActions(dbOf(tenantId), tenantId, stored.rehearsalId, {
        day: onDay ?? null,
        nodeKey: nodeKey ?? null,
        after: after ?? 0,
        limit: limit + 1,
      })
      return {
        data: rows.slice(0, limit).map(({ recordId, name, at, status, ...row }) => ({
          ...row,
          at: at.toISOString(),
          status: executionStatuses[status - 1] ?? 'completed',
          record: { id: recordId, name },
        })),
        hasMore: rows.length > limit,
      }
    },

    /** The way of one record, replayed again. Errors: not_found. */
    async path(actor: Actor, scenarioId: number, recordId: number): Promise<RehearsedPath> {
      const { tenantId } = actor
      const stored = await find(actor, scenarioId)
      if (!stored) throw unknownRehearsal()
      const { version, from, until } = stored
      const scenario = await scenarios.findIn(dbOf(tenantId), tenantId, scenarioId, version)
      const record = (await records.current(scenarioActor(tenantId), [recordId])).get(recordId)
      if (!scenario || record?.level !== scenario.level) {
        throw notFound('record.unknown', 'This record does not exist, or is of another level.')
      }
      const rehearsing = await rehearse(tenantId, scenario)
      const replayed = await rehearsing({ recordIds: [recordId], from, until })
      return presentPath({ id: recordId, name: String(record.state['name']) }, replayed)
    },
  }
}

export type Rehearsals = ReturnType<typeof createRehearsals>
