import { saveScenarioSchema, scenarioListQuery } from '@steward/contracts/scenario/scenario'
import type { Modules } from '../../modules.ts'
import type { Actor } from '../../platform/actor.ts'

type ScenarioWork = { modules: Pick<Modules, 'scenarios'>; actor: Actor }

const large = { field: 'arr', operator: 'greaterEqual', value: 90_000 }
const atRisk = {
  and: [
    { field: 'churned', operator: 'isFalse' },
    { field: 'system:health', operator: 'lesser', value: 5 },
  ],
}

/** The scenario of the demo: it looks at all large customers once, and plans work for those at risk. */
const scenario = {
  formData: {
    name: 'Recovery plans for large customers',
    description: 'Looks at customers from 90,000 on, and creates a task for the owners of those at risk.',
    level: 'account',
  },
  nodes: [
    {
      key: 'start',
      type: 'runNow',
      settings: { selection: { filter: JSON.stringify(large) } },
      next: { next: 'risk' },
    },
    { key: 'risk', type: 'condition', settings: { rule: atRisk }, next: { yes: 'plan', no: 'end' } },
    {
      key: 'plan',
      type: 'createTask',
      settings: {
        title: 'Agree on a recovery plan with {{record.name}}',
        description: 'The score is below 5. Find out what would help, and who decides.',
        dueInDays: 5,
        priority: 'HIGH',
        assignee: { rule: 'primaryOwner' },
      },
      next: { next: 'end' },
    },
    { key: 'end', type: 'end' },
  ],
}

export async function findScenario({ modules, actor }: ScenarioWork) {
  const { name } = scenario.formData
  const { data } = await modules.scenarios.list(actor, scenarioListQuery.parse({ name, pageSize: 1 }))
  return data[0]
}

/** Adds a scenario and activates it: its records enter by a job. */
export async function addScenario(work: ScenarioWork): Promise<void> {
  const { scenarios } = work.modules
  const known = await findScenario(work)
  const { scenarioId } = known ?? (await scenarios.create(work.actor, saveScenarioSchema.parse(scenario)))
  await scenarios.activate(work.actor, scenarioId)
}
