import { dataOf } from '@steward/contracts/api'
import {
  overrideBodySchema,
  scoreDetailSchema,
  scoreMovementSchema,
  scorePointSchema,
} from '@steward/contracts/health'
import { scoreLevelQuery, scoreParams, scoreQuery, scoreSpanQuery } from '@steward/contracts/health-score'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { HealthService } from './health.service.ts'

const url = '/health-management/scores/:entityId'
const tag = 'Health'
const detail = dataOf(scoreDetailSchema)

export function addHealthRoutes(api: FastifyInstance, health: HealthService): void {
  route(api, {
    method: 'GET',
    url,
    operationId: 'readScore',
    summary: 'Get the health score of a record, optionally with its measures',
    tag,
    permission: 'health.read',
    params: scoreParams,
    query: scoreQuery,
    response: detail,
    handle: async ({ actor, params, query }) => ({
      data: await health.read(actor, query.level, params.entityId, query.detail),
    }),
  })
  route(api, {
    method: 'GET',
    url: `${url}/history`,
    operationId: 'listScoreHistory',
    summary: 'Get the score history of a record',
    description:
      'At most 400 points, each the score from then on. Where a version or an override began is always told. The last 90 days unless asked for others.',
    tag,
    permission: 'health.read',
    params: scoreParams,
    query: scoreSpanQuery,
    response: dataOf(z.array(scorePointSchema)),
    handle: async ({ actor, params, query }) => ({
      data: await health.history(actor, query.level, params.entityId, query),
    }),
  })
  route(api, {
    method: 'GET',
    url: `${url}/movement`,
    operationId: 'readScoreMovement',
    summary: 'Explain a score change between the ends of two days',
    description: 'The differences add up exactly. Default: the last 30 days.',
    tag,
    permission: 'health.read',
    params: scoreParams,
    query: scoreSpanQuery,
    response: dataOf(scoreMovementSchema),
    handle: async ({ actor, params, query }) => ({
      data: await health.movement(actor, query.level, params.entityId, query),
    }),
  })
  route(api, {
    method: 'PUT',
    url: `${url}/override`,
    operationId: 'putScoreOverride',
    summary: 'Override the score of a record until the end of a day',
    tag,
    permission: 'health.override',
    params: scoreParams,
    query: scoreLevelQuery,
    body: overrideBodySchema,
    response: detail,
    handle: async ({ actor, params, query, body }) => ({
      data: await health.putOverride(actor, query.level, params.entityId, body),
    }),
  })
  route(api, {
    method: 'DELETE',
    url: `${url}/override`,
    operationId: 'removeScoreOverride',
    summary: "End the override of a record's score",
    tag,
    permission: 'health.override',
    params: scoreParams,
    query: scoreLevelQuery,
    response: detail,
    handle: async ({ actor, params, query }) => ({
      data: await health.removeOverride(actor, query.level, params.entityId),
    }),
  })
}
