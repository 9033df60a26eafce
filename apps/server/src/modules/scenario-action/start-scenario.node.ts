import { startScenarioSettings, type StartScenarioSettings } from '@steward/contracts/scenario/action'
import { scenarioStatusId } from '@steward/contracts/plain/scenario'
import type { ActionType, Faults, Outcome, Rehearsed, Scenarios } from '../scenario-management/index.ts'
import type { EventEntries } from '../scenario-run/index.ts'

const next: Outcome = { kind: 'next', branch: 'next' }
const stopped: Outcome = { kind: 'skip', reason: 'The other scenario is not active.', branch: 'next' }

/** Lets records enter another scenario, whatever starts it otherwise. The chain of causes goes with them. */
export function startScenarioNode(
  scenarios: Pick<Scenarios, 'findIn'>,
  runs: Pick<EventEntries, 'start'>,
): ActionType<StartScenarioSettings> {
  return {
    type: 'startScenario',
    category: 'action',
    label: 'Start Scenario',
    settings: startScenarioSettings,
    async check(db, { tenantId, level }, { scenarioId }): Promise<Faults> {
      const other = await scenarios.findIn(db, tenantId, scenarioId)
      if (!other || other.status === scenarioStatusId('archived')) {
        return { scenarioId: 'This scenario was deleted or archived. Choose another one.' }
      }
      return other.level === level
        ? {}
        : { scenarioId: 'This scenario is for another level. Choose another one.' }
    },
    async rehearse(facts, { tenantId, nodeKey, settings, visits }) {
      const other = await facts.once(nodeKey, () => scenarios.findIn(facts.db, tenantId, settings.scenarioId))
      const started: Rehearsed = { outcome: next, effect: `Start the scenario “${other?.name ?? ''}”.` }
      return new Map(visits.map(({ runId }) => [runId, started]))
    },
    async act(tx, { tenantId, scenarioId, nodeKey, settings, visits }, { causes }) {
      const started = visits.map(({ runId, recordId }) => ({
        recordId,
        key: `run:${scenarioId}:${runId}:${nodeKey}`,
      }))
      const isStarted = await runs.start(tx, tenantId, settings.scenarioId, causes, started)
      const outcome = isStarted ? next : stopped
      return { outcomes: new Map(visits.map(({ runId }) => [runId, outcome])), changeSetId: null }
    },
  }
}
