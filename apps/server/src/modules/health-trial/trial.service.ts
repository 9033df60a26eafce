import type { HealthTrial } from '@steward/contracts/health'
import type {
  ComparedRecord as ShownRecord,
  trialRecordsQuery,
  TrialRecords,
} from '@steward/contracts/health-trial'
import type { LevelId } from '@steward/contracts/level'
import type { z } from 'zod'
import type { Actor } from '../../platform/actor.ts'
import { transact, type Db, type Tx } from '../../platform/db/database.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { addJob, type Task } from '../../platform/jobs/jobs.ts'
import { progressed } from '../../platform/jobs/progress.ts'
import { yieldToCalls } from '../../platform/pace/lane.ts'
import type { Platform } from '../../platform/platform.ts'
import type { HealthModels } from '../health-model/index.ts'
import { scoreOf } from '../health/index.ts'
import { countRecords, findWindow } from '../record/index.ts'
import type { Compare, ComparedRecord } from './comparing.service.ts'
import { addMoves, countChanged } from './trial.rules.ts'
import {
  addCompared,
  failTrial,
  findTrial,
  findTrialOf,
  listCompared,
  lockLevel,
  lockRunning,
  noteTrial,
  replaceTrial,
  type Colour,
  type Trial,
} from './trial.store.ts'

const task = 'health.trial'
/** Records of one transaction. */
const windowSize = 5000

interface Payload {
  tenantId: number
  trialId: number
}

async function askForTrial(db: Db | Tx, payload: Payload): Promise<void> {
  await addJob(db, { task, payload, queue: `${task}:${payload.tenantId}` })
}

function draftChanged(): AppError {
  const message = 'Another user changed this draft after you opened it. Reload it, then try it again.'
  return new AppError('conflict', 'health.changed', message, { revision: message })
}

const unknownTrial = () =>
  notFound('health.trial_unknown', 'This trial does not exist. A newer trial of the level replaced it.')

/** A comparison as it is sent. */
export function presentCompared(compared: ComparedRecord): ShownRecord {
  const { recordId, name, score, status, nextScore, nextStatus } = compared
  return {
    entityId: recordId,
    name,
    before: { score: scoreOf(score), healthStatus: status },
    after: { score: scoreOf(nextScore), healthStatus: nextStatus },
  }
}

const colourOf = (asked: 'none' | Exclude<Colour, null>): Colour => (asked === 'none' ? null : asked)

/** What a draft would do to all records of its level, calculated by a job. */
export function createTrials(platform: Platform, models: HealthModels, compare: Compare) {
  const dbOf = (tenantId: number) => platform.database.tenant(tenantId)

  async function present(tenantId: number, trial: Trial): Promise<HealthTrial> {
    const { trialId, level, revision, done, total, moves, startedAt } = trial
    const draft = await models.draft(tenantId, level)
    return {
      trialId,
      revision,
      state: draft.revision === revision ? trial.state : 'outdated',
      done: Math.min(done, total),
      total,
      moves,
      changed: countChanged(moves),
      startedAt,
    }
  }

  async function presentById({ tenantId }: Actor, trialId: number): Promise<HealthTrial> {
    const trial = await findTrial(dbOf(tenantId), tenantId, trialId)
    if (!trial) throw unknownTrial()
    return present(tenantId, trial)
  }

  /** Looks at the next records; false when the trial is over, or is no more. */
  async function step(tx: Tx, tenantId: number, trialId: number): Promise<boolean> {
    const trial = await lockRunning(tx, tenantId, trialId)
    if (!trial) return false
    const { level, model, cursor, revision } = trial
    if ((await models.draft(tenantId, level)).revision !== revision) {
      await noteTrial(tx, tenantId, { ...trial, state: 'outdated' })
      return false
    }
    const next = await findWindow(tx, tenantId, level, cursor, windowSize)
    if (!next) {
      await noteTrial(tx, tenantId, { ...trial, state: 'done' })
      return false
    }
    const compared = await compare(tx, tenantId, level, model, { after: cursor, upTo: next.upTo })
    await addCompared(
      tx,
      tenantId,
      trialId,
      compared.filter(({ status, nextStatus }) => status !== nextStatus),
    )
    const isLast = next.records < windowSize
    await noteTrial(tx, tenantId, {
      trialId,
      state: isLast ? 'done' : 'running',
      cursor: next.upTo,
      done: trial.done + next.records,
      moves: addMoves(trial.moves, compared),
    })
    return !isLast
  }

  const run: Task = async (payload, { signal }) => {
    const { tenantId, trialId } = payload as Payload
    try {
      while (await transact(dbOf(tenantId), (tx) => step(tx, tenantId, trialId))) {
        await progressed()
        await yieldToCalls()
        if (signal.aborted) return await askForTrial(dbOf(tenantId), { tenantId, trialId })
      }
    } catch (error) {
      await failTrial(dbOf(tenantId), tenantId, trialId)
      throw error
    }
  }

  return {
    tasks: { [task]: run },

    /**
     * Begins to try the draft of a level on all its records; an earlier trial of the level ends. One of the same
     * draft that still runs goes on. Error: conflict `health.changed` when the draft is another one.
     */
    async start(actor: Actor, level: LevelId, revision: number): Promise<HealthTrial> {
      const { tenantId, userId } = actor
      const draft = await models.draft(tenantId, level)
      if (draft.revision !== revision) throw draftChanged()
      const begun = await transact(dbOf(tenantId), async (tx) => {
        await lockLevel(tx, tenantId, level)
        const running = await findTrialOf(tx, tenantId, level)
        if (running?.state === 'running' && running.revision === revision) return running
        const total = await countRecords(tx, tenantId, level)
        const at = platform.clock.now()
        const trial = { level, revision, model: draft.model, by: userId, at, total }
        const made = await replaceTrial(tx, tenantId, trial)
        await askForTrial(tx, { tenantId, trialId: made.trialId })
        return made
      })
      // As it was under the lock: it may be done by now, and another one in its place.
      return present(tenantId, begun)
    },

    /** Get the latest trial of a level, or null. */
    async latest({ tenantId }: Actor, level: LevelId): Promise<HealthTrial | null> {
      const trial = await findTrialOf(dbOf(tenantId), tenantId, level)
      return trial ? present(tenantId, trial) : null
    },

    /** Error: not_found `health.trial_unknown`. */
    read: presentById,

    /** The records whose color would change, by name. Error: not_found `health.trial_unknown`. */
    async listRecords(
      actor: Actor,
      trialId: number,
      { from, to, page, pageSize }: z.output<typeof trialRecordsQuery>,
    ): Promise<TrialRecords> {
      const { tenantId } = actor
      if (!(await findTrial(dbOf(tenantId), tenantId, trialId))) throw unknownTrial()
      const { rows, total } = await listCompared(dbOf(tenantId), tenantId, trialId, {
        from: from && colourOf(from),
        to: to && colourOf(to),
        page,
        pageSize,
      })
      return {
        data: rows.map(presentCompared),
        itemCount: rows.length,
        page,
        pageSize,
        totalItemCount: total,
      }
    },
  }
}

export type Trials = ReturnType<typeof createTrials>
