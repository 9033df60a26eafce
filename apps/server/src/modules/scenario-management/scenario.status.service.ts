import type { ScenarioStatus } from '@steward/contracts/plain/scenario'
import { scenarioStatuses } from '@steward/contracts/plain/scenario'
import type { Scenario } from '@steward/contracts/scenario/scenario'
import type { Actor } from '../../platform/actor.ts'
import type { TenantCache } from '../../platform/cache/tenant-cache.ts'
import { afterCommit, transact, type Db, type Tx } from '../../platform/db/database.ts'
import { AppError, invalid } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import {
  refusal,
  unknownScenario,
  type ScenarioNeighbours,
  type ScenarioService,
} from './scenario.service.ts'
import {
  findScenario,
  lockCompany,
  lockScenario,
  updateStatus,
  type ScenarioAtVersion,
  type StoredScenario,
} from './scenario.store.ts'
import { putStopped, readStopped } from './stop.store.ts'

/** What follows from a new status, in its transaction. */
export interface StatusHooks {
  /** The scenario was activated: records may enter, and those inside go on. */
  activated(tx: Tx, actor: Actor, scenario: ScenarioAtVersion): Promise<void>
  /** Nothing happens in it for good: records leave. */
  archived(tx: Tx, tenantId: number, scenario: StoredScenario): Promise<void>
  /** Every scenario of the company may go on. */
  resumed(tx: Tx, tenantId: number): Promise<void>
}

export interface StatusNeighbours extends Pick<ScenarioNeighbours, 'audit' | 'check'> {
  scenarios: Pick<ScenarioService, 'read'>
  /** Which scenarios are active, for those who follow events. */
  active: Pick<TenantCache<ScenarioAtVersion[]>, 'forget'>
  hooks: () => StatusHooks
}

const statusOf = ({ status }: StoredScenario): ScenarioStatus => scenarioStatuses[status - 1] ?? 'archived'

const verbs: Record<ScenarioStatus, string> = {
  active: 'activated',
  inactive: 'deactivated',
  archived: 'archived',
  paused: 'paused',
  draft: 'made a draft',
}

/** Activating, stopping and archiving scenarios. */
export function createScenarioStatus(platform: Platform, neighbours: StatusNeighbours) {
  const { audit, check, scenarios, active, hooks } = neighbours
  const { clock } = platform
  const dbOf = ({ tenantId }: Actor): Db => platform.database.tenant(tenantId)

  const note = (tx: Tx, actor: Actor | undefined, tenantId: number, scenario: StoredScenario, verb: string) =>
    audit.write(tx, tenantId, {
      action: `scenario.${verb}`,
      summary: `The scenario “${scenario.name}” was ${verb}`,
      actor: actor ?? { kind: 'system' },
      subject: { kind: 'scenario', id: scenario.scenarioId, name: scenario.name },
    })

  /** Sets the status, unless it is that already; `alongside` does what follows in the transaction. */
  async function setStatus(
    actor: Actor,
    scenarioId: number,
    status: ScenarioStatus,
    alongside: (tx: Tx, scenario: StoredScenario) => Promise<void>,
  ): Promise<Scenario> {
    const { tenantId } = actor
    await transact(dbOf(actor), async (tx) => {
      const locked = await lockScenario(tx, tenantId, scenarioId)
      if (!locked) throw unknownScenario()
      if (statusOf(locked) === status) return
      if (statusOf(locked) === 'archived') {
        const message = 'This scenario is archived. Duplicate it to work with it again.'
        throw new AppError('conflict', 'scenario.archived', message)
      }
      await updateStatus(tx, tenantId, scenarioId, status, { at: clock.now() })
      await alongside(tx, locked)
      await note(tx, actor, tenantId, locked, verbs[status])
    }).catch((error: unknown) => {
      throw refusal(error)
    })
    await active.forget(tenantId)
    return scenarios.read(actor, scenarioId)
  }

  return {
    /** Errors: invalid_input `scenario.invalid` where something it names is gone; conflict `scenario.archived`. */
    activate: (actor: Actor, scenarioId: number): Promise<Scenario> =>
      setStatus(actor, scenarioId, 'active', async (tx) => {
        const scenario = (await findScenario(tx, actor.tenantId, scenarioId)) as ScenarioAtVersion
        const { faults } = await check.faultsOf(tx, actor.tenantId, scenario.definition)
        if (Object.keys(faults).length > 0) throw invalid('scenario.invalid', faults)
        const missing = await check.missingOf(actor.tenantId, scenario.definition.nodes)
        if (Object.keys(missing).length > 0) throw invalid('scenario.not_connected', missing)
        await hooks().activated(tx, actor, scenario)
      }),

    /** Nothing more happens in it, from the answer on. A draft stays a draft. */
    async deactivate(actor: Actor, scenarioId: number): Promise<Scenario> {
      const { status } = await scenarios.read(actor, scenarioId)
      if (status === 'draft') return scenarios.read(actor, scenarioId)
      return setStatus(actor, scenarioId, 'inactive', async () => undefined)
    },

    archive: (actor: Actor, scenarioId: number): Promise<Scenario> =>
      setStatus(actor, scenarioId, 'archived', (tx, scenario) =>
        hooks().archived(tx, actor.tenantId, scenario),
      ),

    /** Steward pauses an active scenario, in the transaction of what it noticed. Answers whether it was active. */
    async pause(tx: Tx, tenantId: number, scenarioId: number, because: string): Promise<boolean> {
      const locked = await lockScenario(tx, tenantId, scenarioId)
      if (!locked || statusOf(locked) !== 'active') return false
      await updateStatus(tx, tenantId, scenarioId, 'paused', { at: clock.now(), because })
      await note(tx, undefined, tenantId, locked, 'paused')
      afterCommit(tx, () => void active.forget(tenantId))
      return true
    },

    async readSetting({ tenantId }: Actor): Promise<{ stopped: boolean }> {
      return { stopped: await readStopped(platform.database.tenant(tenantId), tenantId) }
    },

    /** The switch that stops every scenario of the company, or lets them go on. */
    async putSetting(actor: Actor, { stopped }: { stopped: boolean }): Promise<{ stopped: boolean }> {
      const { tenantId } = actor
      await transact(dbOf(actor), async (tx) => {
        await lockCompany(tx, tenantId)
        if ((await readStopped(tx, tenantId)) === stopped) return
        await putStopped(tx, tenantId, stopped)
        if (!stopped) await hooks().resumed(tx, tenantId)
        await audit.write(tx, tenantId, {
          action: stopped ? 'scenario.all-stopped' : 'scenario.all-resumed',
          summary: stopped ? 'All scenarios were stopped' : 'Scenarios may run again',
          actor,
        })
      })
      await active.forget(tenantId)
      return { stopped }
    },
  }
}

export type ScenarioStatusService = ReturnType<typeof createScenarioStatus>
