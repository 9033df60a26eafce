import { dataOf, idParams, idSchema } from '@steward/contracts/api'
import {
  changeKpiSchema,
  changeMilestoneSchema,
  createKpiSchema,
  createMilestoneSchema,
  createPlanTaskSchema,
  kpiHistorySchema,
  kpiSchema,
  milestoneSchema,
  writtenKpiSchema,
  writtenMilestoneSchema,
} from '@steward/contracts/success-plan/item'
import { completeQuery, planStatusSchema } from '@steward/contracts/success-plan/plan'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { PartService } from './part.service.ts'
import type { PlanReading } from './plan.reading.service.ts'

const tag = 'success-plan'
const root = '/success-plan/success-plan/:id'
const milestoneParams = z.object({ id: idSchema, mid: idSchema })
const kpiParams = z.object({ id: idSchema, kid: idSchema })

interface Services {
  parts: PartService
  reading: PlanReading
}

const reads = { method: 'GET', tag, permission: 'plan.read' } as const
const writes = { tag, permission: 'plan.edit' } as const

function addMilestones(api: FastifyInstance, { parts, reading }: Services): void {
  const url = `${root}/milestone`
  route(api, {
    ...reads,
    url,
    operationId: 'listMilestones',
    summary: 'List the milestones of a success plan, in their order',
    params: idParams,
    response: dataOf(z.array(milestoneSchema)),
    handle: async ({ actor, params }) => {
      const { items } = await reading.read(actor, params.id)
      return { data: items.filter((item) => item.kind === 'MILESTONE') }
    },
  })
  route(api, {
    ...writes,
    method: 'POST',
    url,
    operationId: 'createMilestone',
    summary: 'Add a milestone to a success plan',
    params: idParams,
    body: createMilestoneSchema,
    response: writtenMilestoneSchema,
    handle: ({ actor, params, body }) => parts.createMilestone(actor, params.id, body),
  })
  route(api, {
    ...reads,
    url: `${url}/:mid`,
    operationId: 'readMilestone',
    summary: 'Get a milestone with its tasks',
    params: milestoneParams,
    response: dataOf(milestoneSchema),
    handle: async ({ actor, params }) => ({
      data: await reading.readItem(actor, params.id, params.mid, 'MILESTONE'),
    }),
  })
  route(api, {
    ...writes,
    method: 'PUT',
    url: `${url}/:mid`,
    operationId: 'changeMilestone',
    summary: 'Update a milestone; what is left out stays',
    params: milestoneParams,
    body: changeMilestoneSchema,
    response: writtenMilestoneSchema,
    errors: [409],
    handle: ({ actor, params, body }) => parts.changeMilestone(actor, params.id, params.mid, body),
  })
  route(api, {
    ...reads,
    url: `${url}/:mid/status`,
    operationId: 'readMilestoneStatus',
    summary: 'Get the status of a milestone, and its open tasks',
    params: milestoneParams,
    response: planStatusSchema,
    handle: async ({ actor, params }) => ({
      data: await reading.milestoneStatus(actor, params.id, params.mid),
    }),
  })
  route(api, {
    ...writes,
    method: 'POST',
    url: `${url}/:mid/task`,
    operationId: 'createMilestoneTask',
    summary: 'Create a task of a milestone, of the type success plan',
    params: milestoneParams,
    body: createPlanTaskSchema,
    response: writtenMilestoneSchema,
    handle: ({ actor, params, body }) => parts.createTask(actor, params.id, params.mid, body),
  })
}

function addMilestoneActs(api: FastifyInstance, { parts }: Services): void {
  const url = `${root}/milestone/:mid`
  const acts = { ...writes, params: milestoneParams, response: writtenMilestoneSchema } as const
  route(api, {
    ...acts,
    method: 'PUT',
    url: `${url}/complete`,
    operationId: 'completeMilestone',
    summary: 'Complete a milestone, with its open tasks if asked',
    query: completeQuery,
    handle: ({ actor, params, query }) =>
      parts.complete(actor, params.id, params.mid, 'MILESTONE', query.complete_all),
  })
  route(api, {
    ...acts,
    method: 'PUT',
    url: `${url}/uncomplete`,
    operationId: 'uncompleteMilestone',
    summary: 'Open a completed milestone again; its tasks stay as they are',
    handle: ({ actor, params }) => parts.uncomplete(actor, params.id, params.mid, 'MILESTONE'),
  })
  route(api, {
    ...acts,
    method: 'PUT',
    url: `${url}/in-progress`,
    operationId: 'startMilestone',
    summary: 'Mark a milestone as in progress',
    handle: ({ actor, params }) => parts.start(actor, params.id, params.mid),
  })
  for (const [word, isArchived] of [
    ['archive', true],
    ['unarchive', false],
  ] as const) {
    route(api, {
      ...acts,
      method: 'PATCH',
      url: `${url}/${word}`,
      operationId: `${word}Milestone`,
      summary: isArchived ? 'Archive a milestone' : 'Restore an archived milestone',
      handle: ({ actor, params: { id, mid } }) =>
        parts.setArchived(actor, { planId: id, itemId: mid, kind: 'MILESTONE' }, isArchived),
    })
  }
}

function addKpis(api: FastifyInstance, { parts, reading }: Services): void {
  const url = `${root}/kpi`
  route(api, {
    ...reads,
    url,
    operationId: 'listKpis',
    summary: 'List the KPIs of a success plan, in their order',
    params: idParams,
    response: dataOf(z.array(kpiSchema)),
    handle: async ({ actor, params }) => {
      const { items } = await reading.read(actor, params.id)
      return { data: items.filter((item) => item.kind === 'KPI') }
    },
  })
  route(api, {
    ...writes,
    method: 'POST',
    url,
    operationId: 'createKpi',
    summary: 'Add a KPI to a success plan',
    params: idParams,
    body: createKpiSchema,
    response: writtenKpiSchema,
    handle: ({ actor, params, body }) => parts.createKpi(actor, params.id, body),
  })
  route(api, {
    ...reads,
    url: `${url}/:kid`,
    operationId: 'readKpi',
    summary: 'Get a KPI',
    params: kpiParams,
    response: dataOf(kpiSchema),
    handle: async ({ actor, params }) => ({
      data: await reading.readItem(actor, params.id, params.kid, 'KPI'),
    }),
  })
  route(api, {
    ...reads,
    url: `${url}/:kid/history`,
    operationId: 'listKpiValues',
    summary: 'List the values that a KPI had, oldest first',
    params: kpiParams,
    response: kpiHistorySchema,
    handle: async ({ actor, params }) => ({ data: await reading.history(actor, params.id, params.kid) }),
  })
  route(api, {
    ...writes,
    method: 'PUT',
    url: `${url}/:kid`,
    operationId: 'changeKpi',
    summary: 'Update a KPI or its current value; what is left out stays',
    params: kpiParams,
    body: changeKpiSchema,
    response: writtenKpiSchema,
    errors: [409],
    handle: ({ actor, params, body }) => parts.changeKpi(actor, params.id, params.kid, body),
  })
}

function addKpiActs(api: FastifyInstance, { parts }: Services): void {
  const url = `${root}/kpi/:kid`
  const acts = { ...writes, params: kpiParams, response: writtenKpiSchema } as const
  route(api, {
    ...acts,
    method: 'PUT',
    url: `${url}/complete`,
    operationId: 'completeKpi',
    summary: 'Complete a KPI: its value is not followed any longer',
    handle: ({ actor, params }) => parts.complete(actor, params.id, params.kid, 'KPI'),
  })
  route(api, {
    ...acts,
    method: 'PUT',
    url: `${url}/uncomplete`,
    operationId: 'uncompleteKpi',
    summary: 'Open a completed KPI again',
    handle: ({ actor, params }) => parts.uncomplete(actor, params.id, params.kid, 'KPI'),
  })
  for (const [word, isArchived] of [
    ['archive', true],
    ['unarchive', false],
  ] as const) {
    route(api, {
      ...acts,
      method: 'PATCH',
      url: `${url}/${word}`,
      operationId: `${word}Kpi`,
      summary: isArchived ? 'Archive a KPI' : 'Restore an archived KPI',
      handle: ({ actor, params: { id, kid } }) =>
        parts.setArchived(actor, { planId: id, itemId: kid, kind: 'KPI' }, isArchived),
    })
  }
}

export function addPartRoutes(api: FastifyInstance, services: Services): void {
  addMilestones(api, services)
  addMilestoneActs(api, services)
  addKpis(api, services)
  addKpiActs(api, services)
}
