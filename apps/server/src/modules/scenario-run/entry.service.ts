import type { ChangeCause } from '@steward/contracts/record-history'
import { executionStatusId } from '@steward/contracts/plain/scenario'
import type { RunNowSettings, ScheduleSettings } from '@steward/contracts/scenario/settings'
import { transact, type Tx } from '../../platform/db/database.ts'
import { AppError, invalid } from '../../platform/errors.ts'
import { addJob, type Task } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { schedule, type DueHandler } from '../../platform/schedule/schedule.ts'
import type { RecordLists } from '../record-list/index.ts'
import { scenarioActor, type ScenarioAtVersion, type Scenarios } from '../scenario-management/index.ts'
import { addJobs } from './advance.queue.ts'
import { noteCounts } from './count.store.ts'
import { enterRuns, type Entered } from './entry.store.ts'
import { planOf, type RunPlan } from './run.plan.ts'
import { listReadyPlaces } from './run.store.ts'
import { nextStart } from './wait.time.ts'

type Param = (value: unknown) => string

export const enterTask = 'scenario.enter'
export const startKind = 'scenario.start'

/** A record that an event lets enter. */
export interface EventEntry {
  recordId: number
  /** Names the event: it lets a record enter once. */
  key: string
  causes: readonly ChangeCause[]
  loops: boolean
}

export interface EntryNeighbours {
  scenarios: Scenarios
  lists: Pick<RecordLists, 'select'>
}

interface EnterPayload {
  tenantId: number
  scenarioId: number
  version: number
  entryKey: string
}

const jobFor = (tx: Tx, payload: EnterPayload): Promise<void> =>
  addJob(tx, {
    task: enterTask,
    payload,
    key: `${enterTask}:${payload.tenantId}:${payload.scenarioId}:${payload.entryKey}`,
  })

/** Schedules the next start of a scenario; answers null where there is none. */
async function scheduleStart(tx: Tx, tenantId: number, scenarioId: number, plan: RunPlan, after: Date) {
  const dueAt = nextStart(plan.trigger.settings as ScheduleSettings, plan.timeZone, after)
  if (dueAt) await schedule(tx, tenantId, { kind: startKind, key: String(scenarioId), dueAt })
  return dueAt
}

/** Lets records enter scenarios. */
export function createEntries(platform: Platform, { scenarios, lists }: EntryNeighbours) {
  const { database, clock } = platform
  const planFor = (scenario: ScenarioAtVersion): RunPlan =>
    planOf(scenario, (type) => scenarios.findNode(type)?.category === 'trigger')

  /** Lets the records of `source` enter, in the caller's transaction. */
  async function enter(
    tx: Tx,
    tenantId: number,
    scenario: Pick<ScenarioAtVersion, 'scenarioId' | 'version'>,
    plan: RunPlan,
    source: (param: Param) => string,
  ): Promise<Entered> {
    const { scenarioId, version } = scenario
    const { level, reentry, trigger } = plan
    const triggerId = plan.idOf(trigger.key)
    const firstId = plan.idOf(trigger.next['next'] as string)
    const place = { tenantId, scenarioId, version, level, triggerId, firstId, reentry }
    const entered = await enterRuns(tx, place, source, clock.now())
    await noteCounts(tx, tenantId, [
      { nodeId: triggerId, status: executionStatusId('completed'), n: entered.entered },
      { nodeId: triggerId, status: executionStatusId('unattended_skip'), n: entered.looped },
      { nodeId: firstId, status: executionStatusId('in_progress'), n: entered.entered },
    ])
    if (entered.entered > 0) await addJobs(tx, [{ tenantId, scenarioId, version, nodeId: firstId }])
    return entered
  }

  /** Lets the records of a selection enter, once for each entry key. */
  const enterSelection: Task = async (payload) => {
    const { tenantId, scenarioId, version, entryKey } = payload as EnterPayload
    const db = database.tenant(tenantId)
    const scenario = await scenarios.findIn(db, tenantId, scenarioId, version)
    if (!scenario) return
    const plan = planFor(scenario)
    const { selection } = plan.trigger.settings as RunNowSettings
    try {
      const chosen = await lists.select(scenarioActor(tenantId), plan.level, selection)
      await transact(db, async (tx) => {
        if (!(await scenarios.share(tx, tenantId, scenarioId))?.mayAct) return
        await enter(
          tx,
          tenantId,
          scenario,
          plan,
          (
            param,
          ) => `select s.record_id, ${param(entryKey)}::text as entry_key, null::jsonb as causes, false as loops
            from (${chosen(param)}) s`,
        )
      })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      // What was chosen is gone since the scenario was activated.
      await transact(db, (tx) => scenarios.pause(tx, tenantId, scenarioId, error.message))
    }
  }

  /** Starts a scenario at its time, and schedules the next one. */
  const start: DueHandler = async (tenantId, { key, dueAt }) => {
    const scenarioId = Number(key)
    await transact(database.tenant(tenantId), async (tx) => {
      const scenario = await scenarios.findIn(tx, tenantId, scenarioId)
      if (!scenario || !(await scenarios.share(tx, tenantId, scenarioId))?.mayAct) return
      const plan = planFor(scenario)
      if (plan.trigger.type !== 'scheduleLater') return
      const { version } = scenario
      await jobFor(tx, { tenantId, scenarioId, version, entryKey: `at:${dueAt.toISOString()}` })
      await scheduleStart(tx, tenantId, scenarioId, plan, dueAt > clock.now() ? dueAt : clock.now())
    })
  }

  /** Lets a scenario that was activated begin. Throws `invalid_input` for a schedule that is over. */
  async function begin(tx: Tx, tenantId: number, scenario: ScenarioAtVersion): Promise<void> {
    const { scenarioId, version, activations } = scenario
    const plan = planFor(scenario)
    if (plan.trigger.type === 'runNow') {
      await jobFor(tx, { tenantId, scenarioId, version, entryKey: `activation:${activations}` })
    }
    if (plan.trigger.type !== 'scheduleLater') return
    if (await scheduleStart(tx, tenantId, scenarioId, plan, clock.now())) return
    const at = scenario.definition.nodes.findIndex(({ key }) => key === plan.trigger.key)
    throw invalid('scenario.past', {
      [`nodes.${at}.settings.day`]: 'This time has passed. Choose a later one.',
    })
  }

  /** Lets records that events are about enter. One that several events are about enters for each, in their order. */
  async function enterByEvents(
    tx: Tx,
    tenantId: number,
    scenario: ScenarioAtVersion,
    entries: readonly EventEntry[],
  ) {
    const plan = planFor(scenario)
    const rounds: EventEntry[][] = []
    for (const some of Map.groupBy(entries, ({ recordId }) => recordId).values()) {
      some.forEach((entry, nth) => (rounds[nth] ??= []).push(entry))
    }
    for (const round of rounds) {
      await enter(
        tx,
        tenantId,
        scenario,
        plan,
        (param) => `select * from unnest(${param(round.map(({ recordId }) => recordId))}::bigint[],
          ${param(round.map(({ key }) => key))}::text[],
          ${param(round.map(({ causes }) => (causes.length === 0 ? null : JSON.stringify(causes))))}::jsonb[],
          ${param(round.map(({ loops }) => loops))}::boolean[]) as e(record_id, entry_key, causes, loops)`,
      )
    }
  }

  return {
    begin,
    enterByEvents,
    start,
    enterSelection,
    /** Lets the records in a scenario, or in all of a company, go on where they are. */
    async resume(tx: Tx, tenantId: number, scenarioId?: number): Promise<void> {
      await addJobs(tx, await listReadyPlaces(tx, tenantId, scenarioId))
    },
  }
}

export type Entries = ReturnType<typeof createEntries>
