import { dataOf, idParams } from '@steward/contracts/api'
import { checkScenarioSchema, scenarioProblemsSchema } from '@steward/contracts/scenario/check'
import {
  automationSettingSchema,
  nodeTypeSchema,
  saveScenarioSchema,
  scenarioListQuery,
  scenarioPageSchema,
  scenarioSchema,
  scenarioSearchQuery,
  scenarioSummarySchema,
} from '@steward/contracts/scenario/scenario'
import { scenarioCeilingsFormSchema, scenarioCeilingsSchema } from '@steward/contracts/scenario/ceiling'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { Ceilings } from './ceiling.service.ts'
import type { ScenarioService } from './scenario.service.ts'
import type { ScenarioStatusService } from './scenario.status.service.ts'

const tag = 'scenario'
const root = '/scenario-management'
const url = `${root}/scenarios`
const scenario = dataOf(scenarioSchema)

export interface ScenarioRoutes {
  ceilings: Ceilings
  scenarios: ScenarioService
  status: ScenarioStatusService
}

function addReading(api: FastifyInstance, { scenarios }: ScenarioRoutes): void {
  route(api, {
    method: 'GET',
    url,
    operationId: 'listScenarios',
    summary: 'List scenarios, the active ones first',
    tag,
    permission: 'scenario.read',
    query: scenarioListQuery,
    response: scenarioPageSchema,
    handle: ({ actor, query }) => scenarios.list(actor, query),
  })
  route(api, {
    method: 'GET',
    url: `${url}/search`,
    operationId: 'searchScenarios',
    summary: 'Find scenarios of a level by a part of their name',
    tag,
    permission: 'scenario.read',
    query: scenarioSearchQuery,
    response: dataOf(z.array(scenarioSummarySchema)),
    handle: async ({ actor, query }) => ({ data: await scenarios.search(actor, query) }),
  })
  route(api, {
    method: 'GET',
    url: `${url}/:id`,
    operationId: 'readScenario',
    summary: 'Get a scenario with its nodes and how many records were at each',
    tag,
    permission: 'scenario.read',
    params: idParams,
    response: scenario,
    handle: async ({ actor, params }) => ({ data: await scenarios.read(actor, params.id) }),
  })
  route(api, {
    method: 'POST',
    url: `${url}/check`,
    operationId: 'checkScenario',
    summary: 'Check a scenario that may be unfinished, and list its problems; nothing is saved',
    tag,
    permission: 'scenario.read',
    body: checkScenarioSchema,
    response: dataOf(scenarioProblemsSchema),
    handle: async ({ actor, body }) => ({ data: await scenarios.problemsOf(actor, body) }),
  })
  route(api, {
    method: 'GET',
    url: `${root}/node-types`,
    operationId: 'listScenarioNodeTypes',
    summary: 'List the types of nodes that scenarios can have',
    tag,
    permission: 'scenario.read',
    response: dataOf(z.array(nodeTypeSchema)),
    handle: async () => ({ data: scenarios.nodeTypes() }),
  })
}

function addWriting(api: FastifyInstance, { scenarios }: ScenarioRoutes): void {
  route(api, {
    method: 'POST',
    url,
    operationId: 'createScenario',
    summary: 'Create a scenario; it is a draft at first',
    tag,
    permission: 'scenario.edit',
    audited: 'by-service',
    body: saveScenarioSchema,
    response: scenario,
    errors: [409],
    handle: async ({ actor, body }) => ({ data: await scenarios.create(actor, body) }),
  })
  route(api, {
    method: 'PUT',
    url: `${url}/:id`,
    operationId: 'saveScenario',
    summary: 'Save another version of a scenario; records in it stay on theirs',
    tag,
    permission: 'scenario.edit',
    audited: 'by-service',
    params: idParams,
    body: saveScenarioSchema,
    response: scenario,
    errors: [409],
    handle: async ({ actor, params, body }) => ({ data: await scenarios.save(actor, params.id, body) }),
  })
  route(api, {
    method: 'POST',
    url: `${url}/:id/duplicate`,
    operationId: 'duplicateScenario',
    summary: 'Create a draft that says the same as a scenario',
    tag,
    permission: 'scenario.edit',
    audited: 'by-service',
    params: idParams,
    response: scenario,
    errors: [409],
    handle: async ({ actor, params }) => ({ data: await scenarios.duplicate(actor, params.id) }),
  })
  route(api, {
    method: 'DELETE',
    url: `${url}/:id/delete`,
    operationId: 'deleteScenario',
    summary: 'Delete a scenario for good; what it changed stays in the history',
    tag,
    permission: 'scenario.edit',
    audited: 'by-service',
    params: idParams,
    response: dataOf(z.object({ scenarioId: z.int() })),
    errors: [409],
    handle: async ({ actor, params }) => {
      await scenarios.remove(actor, params.id)
      return { data: { scenarioId: params.id } }
    },
  })
}

function addStatus(api: FastifyInstance, { status }: ScenarioRoutes): void {
  const calls = [
    {
      verb: 'activate',
      method: 'PATCH',
      summary: 'Activate a scenario: records may enter, and those in it continue',
    },
    {
      verb: 'deactivate',
      method: 'PATCH',
      summary: 'Stop a scenario; records in it stay where they are',
    },
    {
      verb: 'archive',
      method: 'DELETE',
      summary: 'Archive a scenario; records in it leave it',
    },
  ] as const
  for (const { verb, method, summary } of calls) {
    route(api, {
      method,
      url: `${url}/:id/${verb}`,
      operationId: `${verb}Scenario`,
      summary,
      tag,
      permission: 'scenario.edit',
      audited: 'by-service',
      params: idParams,
      response: scenario,
      errors: [409],
      handle: async ({ actor, params }) => ({ data: await status[verb](actor, params.id) }),
    })
  }
  route(api, {
    method: 'GET',
    url: `${root}/settings`,
    operationId: 'readScenarioSetting',
    summary: 'Get whether all scenarios are stopped',
    tag,
    permission: 'scenario.read',
    response: dataOf(automationSettingSchema),
    handle: async ({ actor }) => ({ data: await status.readSetting(actor) }),
  })
  route(api, {
    method: 'PUT',
    url: `${root}/settings`,
    operationId: 'setScenarioSetting',
    summary: 'Stop all scenarios, or let them run again',
    tag,
    permission: 'scenario.edit',
    audited: 'by-service',
    body: automationSettingSchema,
    response: dataOf(automationSettingSchema),
    handle: async ({ actor, body }) => ({ data: await status.putSetting(actor, body) }),
  })
}

function addCeilings(api: FastifyInstance, { ceilings }: ScenarioRoutes): void {
  route(api, {
    method: 'GET',
    url: `${root}/limits`,
    operationId: 'readScenarioLimits',
    summary: 'Get the limits that all scenarios share',
    tag,
    permission: 'scenario.read',
    response: dataOf(scenarioCeilingsSchema),
    handle: async ({ actor }) => ({ data: await ceilings.read(actor) }),
  })
  route(api, {
    method: 'PUT',
    url: `${root}/limits`,
    operationId: 'changeScenarioLimits',
    summary: 'Change the limits that all scenarios share',
    tag,
    permission: 'scenario.edit',
    audited: 'by-service',
    body: scenarioCeilingsFormSchema,
    response: dataOf(scenarioCeilingsSchema),
    handle: async ({ actor, body }) => ({ data: await ceilings.change(actor, body) }),
  })
}

export function addScenarioRoutes(api: FastifyInstance, parts: ScenarioRoutes): void {
  addCeilings(api, parts)
  addReading(api, parts)
  addWriting(api, parts)
  addStatus(api, parts)
}
