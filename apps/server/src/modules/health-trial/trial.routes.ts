import { dataOf } from '@steward/contracts/api'
import { healthTrialSchema } from '@steward/contracts/health'
import { scoreLevelQuery, scoreParams } from '@steward/contracts/health-score'
import { healthLevelParams, healthLevelQuery } from '@steward/contracts/health-settings'
import {
  comparedRecordSchema,
  startTrialSchema,
  trialParams,
  trialRecordsQuery,
  trialRecordsSchema,
  triedScoreSchema,
} from '@steward/contracts/health-trial'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { Samples } from './sample.service.ts'
import type { Trials } from './trial.service.ts'

const url = '/health-management'
const tag = 'Health settings'
const trial = dataOf(healthTrialSchema)

/** Trying a draft: on one record, on a sample, on all. */
export function addTrialRoutes(api: FastifyInstance, trials: Trials, samples: Samples): void {
  route(api, {
    method: 'POST',
    url: `${url}/scores/:entityId/try`,
    operationId: 'tryHealthDraft',
    summary: 'Compare the published and draft health of a record',
    tag,
    permission: 'health.administer',
    // It changes nothing.
    audited: 'by-service',
    params: scoreParams,
    query: scoreLevelQuery,
    response: dataOf(triedScoreSchema),
    handle: async ({ actor, params, query }) => ({
      data: await samples.tryOn(actor, query.level, params.entityId),
    }),
  })
  route(api, {
    method: 'GET',
    url: `${url}/sample`,
    operationId: 'sampleHealthDraft',
    summary: 'Compare the published and draft health of twenty records',
    tag,
    permission: 'health.administer',
    query: healthLevelQuery,
    response: dataOf(z.array(comparedRecordSchema)),
    handle: async ({ actor, query }) => ({ data: await samples.sample(actor, query.level) }),
  })
  route(api, {
    method: 'POST',
    url: `${url}/models/:level/trial`,
    operationId: 'startHealthTrial',
    summary: 'Try the draft on all records of its level',
    description: 'A job runs the trial; an earlier trial of the level ends.',
    tag,
    permission: 'health.administer',
    // It changes nothing.
    audited: 'by-service',
    params: healthLevelParams,
    body: startTrialSchema,
    response: trial,
    errors: [409],
    handle: async ({ actor, params, body }) => ({
      data: await trials.start(actor, params.level, body.revision),
    }),
  })
  route(api, {
    method: 'GET',
    url: `${url}/models/:level/trial`,
    operationId: 'getLatestHealthTrial',
    summary: 'Get the latest trial of a level, or null',
    tag,
    permission: 'health.administer',
    params: healthLevelParams,
    response: dataOf(healthTrialSchema.nullable()),
    handle: async ({ actor, params }) => ({ data: await trials.latest(actor, params.level) }),
  })
  route(api, {
    method: 'GET',
    url: `${url}/trial/:trialId`,
    operationId: 'getHealthTrial',
    summary: 'How far a trial is, and how many records go from which color to which',
    tag,
    permission: 'health.administer',
    params: trialParams,
    response: trial,
    handle: async ({ actor, params }) => ({ data: await trials.read(actor, params.trialId) }),
  })
  route(api, {
    method: 'GET',
    url: `${url}/trial/:trialId/records`,
    operationId: 'listHealthTrialRecords',
    summary: 'List records whose score band changes with the draft, by name',
    tag,
    permission: 'health.administer',
    params: trialParams,
    query: trialRecordsQuery,
    response: trialRecordsSchema,
    handle: ({ actor, params, query }) => trials.listRecords(actor, params.trialId, query),
  })
}
