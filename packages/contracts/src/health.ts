import { z } from 'zod'
import { idSchema, instantSchema } from './api.ts'
import { healthStatuses } from './plain/built-in-value.ts'
import { levelIdSchema } from './level.ts'
import { personSchema } from './timeline.ts'

/** Whom a measure or bounds are about: all records of a level, or those in one lifecycle stage. */
export const healthScopes = { global: 1, lifecycleStage: 2 } as const

export const healthOperators = ['eq', 'oneOf', 'lt', 'lte', 'gt', 'gte'] as const

/** The period of a metric: days back from today, or the current calendar period. */
export const healthPeriods = ['last7', 'last30', 'last90', 'week', 'month', 'quarter'] as const

/** How a measure without a value counts: not at all, with 5 points, or with its fewest points. */
export const missingPolicies = ['ignore', 'neutral', 'worst'] as const

/** Why a part of a score moved. */
export const movementLabels = ['behaviour', 'ruleChange', 'override', 'stale'] as const
export type MovementLabel = (typeof movementLabels)[number]

export const healthLimits = { measures: 50, rulesOfMeasure: 20, groups: 20, note: 500, reason: 500 } as const

const scopeSchema = z.union([z.literal(1), z.literal(2)]).meta({ description: '1 global, 2 lifecycle stage' })
const pointsSchema = z.number().min(0).max(10).multipleOf(0.01)
const weightSchema = z.number().min(0).max(1000).multipleOf(0.01)
const nameSchema = z.string().trim().min(1).max(100)

/** One threshold: where it holds, the measure has these points. The first that holds counts. */
export const healthRuleSchema = z.strictObject({
  operator: z.enum(healthOperators),
  value: z
    .union([z.number(), z.boolean(), z.array(z.number()).min(1).max(100)])
    .meta({ description: 'A number, true or false, or the ids of options for oneOf' }),
  points: pointsSchema,
})

export type HealthRule = z.infer<typeof healthRuleSchema>

/** A measure without its position. */
export const healthMeasureBodySchema = z.strictObject({
  name: nameSchema,
  metric: z
    .string()
    .max(100)
    .meta({ description: 'The key of a metric, such as field:-2 or daysSinceContact', example: 'field:-2' }),
  period: z
    .enum(healthPeriods)
    .nullable()
    .default(null)
    .meta({ description: 'Only for metrics that are summed over a period' }),
  rules: z.array(healthRuleSchema).min(1).max(healthLimits.rulesOfMeasure),
  otherwise: pointsSchema.meta({ description: 'The points if no rule matches' }),
  weight: weightSchema,
  missing: z.enum(missingPolicies),
  groupId: z.int().nullable().default(null),
  supporting: z.boolean().optional().meta({
    description:
      'A supporting measure counts only beside others: a record for which only such measures have data has no score. Absent: false',
  }),
})

/** A health score setting: one measure of a level. */
export const healthMeasureSchema = healthMeasureBodySchema
  .extend({
    scoreId: idSchema,
    scope: scopeSchema,
    scopeReferenceId: idSchema.nullable().meta({ description: 'The stage, if the scope is a stage' }),
    entityLevelId: levelIdSchema,
    order: z.int(),
  })
  .meta({ id: 'HealthMeasure' })

export type HealthMeasure = z.infer<typeof healthMeasureSchema>

export const healthGroupSchema = z.strictObject({ groupId: z.int(), name: nameSchema, weight: weightSchema })

export const healthBoundsSchema = z
  .strictObject({
    scope: scopeSchema,
    scopeReferenceId: idSchema.nullable(),
    entityLevelId: levelIdSchema,
    config: z.strictObject({ lowerBound: pointsSchema, upperBound: pointsSchema }),
  })
  .meta({ id: 'RagStatus' })

export type HealthBounds = z.infer<typeof healthBoundsSchema>

/** How an organization may take the score of its accounts. */
export const healthSourceSchema = z.union([
  z.strictObject({ from: z.literal('measures') }),
  z.strictObject({ from: z.literal('accounts'), how: z.enum(['average', 'worst']) }),
  z.strictObject({
    from: z.literal('accounts'),
    how: z.literal('weighted'),
    fieldId: idSchema.meta({ description: 'A currency field of accounts' }),
  }),
])

export type HealthSource = z.infer<typeof healthSourceSchema>

/** Everything by which the records of one level are scored. */
export const healthModelSchema = z
  .strictObject({
    source: healthSourceSchema,
    groups: z.array(healthGroupSchema).max(healthLimits.groups),
    measures: z.array(healthMeasureSchema).max(healthLimits.measures),
    bounds: z.array(healthBoundsSchema).max(200),
  })
  .meta({ id: 'HealthModel' })

export type HealthModel = z.infer<typeof healthModelSchema>

/** A metric that measures can use. */
export const healthMetricSchema = z
  .object({
    key: z.string(),
    displayName: z.string(),
    kind: z.enum(['number', 'date', 'boolean', 'options']).meta({
      description: 'A date is measured in days since then; future dates are negative',
    }),
    unit: z.string().nullable().meta({ example: 'days' }),
    periods: z.boolean().meta({ description: 'It is summed over a period' }),
    options: z.array(z.object({ id: z.int(), displayName: z.string() })),
  })
  .meta({ id: 'HealthMetric' })

export type HealthMetric = z.infer<typeof healthMetricSchema>

/** A measure as it went into a score. Contributions of all parts add up to the score. */
export const scorePartSchema = z.object({
  key: z.string().meta({ description: 'm<scoreId>, accounts, or override', example: 'm12' }),
  name: z.string(),
  group: z.string().nullable(),
  metric: z.string().nullable(),
  value: z.union([z.number(), z.string(), z.boolean(), z.null()]).meta({ description: 'The measured value' }),
  text: z.string().meta({ description: 'The value as text', example: '12 days' }),
  missing: z.boolean(),
  supporting: z.boolean().meta({ description: 'It counts only beside others: by itself it gives no score' }),
  source: z.string().meta({ description: 'The source of the value', example: 'Timeline' }),
  at: instantSchema.nullable().meta({ description: 'When the value last changed' }),
  points: z.number().nullable(),
  weight: z.number().meta({ description: 'Its weight in the score, 0 to 1' }),
  contribution: z.number().meta({ description: 'Its contribution to the score, to two decimals' }),
})

export type ScorePart = z.infer<typeof scorePartSchema>

export const scoreOverrideSchema = z.object({
  score: z.number(),
  reason: z.string(),
  endsOn: z.iso.date(),
  by: personSchema.nullable(),
  at: instantSchema,
})

/** The health of a record. */
export const scoreDetailSchema = z
  .object({
    entityId: idSchema,
    entityLevelId: levelIdSchema,
    score: z.number().min(0).max(10).nullable(),
    computed: z.number().nullable().meta({ description: 'The calculated score, even while overridden' }),
    healthStatus: z.enum(healthStatuses).nullable(),
    bounds: z.object({ lowerBound: z.number(), upperBound: z.number() }),
    trend: z.number().nullable().meta({ description: 'Compared with 30 days ago' }),
    version: z.object({ versionId: idSchema, number: z.int(), publishedAt: instantSchema }).nullable(),
    lastCacheTime: instantSchema.meta({ description: 'When this was read' }),
    computedAt: instantSchema.nullable().meta({ description: 'When the score was last calculated' }),
    override: scoreOverrideSchema.nullable(),
    parts: z.array(scorePartSchema).meta({ description: 'With detail=true only' }),
    missing: z.array(z.string()).meta({ description: 'Names of measures without data' }),
  })
  .meta({ id: 'ScoreDetail' })

export type ScoreDetail = z.infer<typeof scoreDetailSchema>

/** One step of the line of a score. */
export const scorePointSchema = z.object({
  at: instantSchema,
  score: z.number().nullable(),
  healthStatus: z.enum(healthStatuses).nullable(),
  versionNumber: z.int().nullable(),
  overridden: z.boolean(),
})

export type ScorePoint = z.infer<typeof scorePointSchema>

/** Why a score moved between two days. The differences add up exactly to the difference of the scores. */
export const scoreMovementSchema = z
  .object({
    from: z.object({ day: z.iso.date(), score: z.number().nullable() }),
    to: z.object({ day: z.iso.date(), score: z.number().nullable() }),
    difference: z.number().meta({ description: 'No score counts as 0' }),
    movements: z.array(
      z.object({
        label: z.enum(movementLabels),
        key: z.string(),
        name: z.string(),
        metric: z.string().nullable().meta({ description: 'Null for accounts and overrides' }),
        period: z.enum(healthPeriods).nullable(),
        difference: z.number().meta({
          description: 'Of a first score, measures that add nothing are listed, too, with 0',
        }),
        weight: z.number().nullable().meta({
          description: 'Its weight in the later score, 0 to 1; null for overrides and measures it lacks',
        }),
        before: z.string().nullable().meta({ description: 'The value as text' }),
        after: z.string().nullable(),
        at: instantSchema.meta({ description: 'When it last changed' }),
        note: z
          .string()
          .nullable()
          .meta({ description: 'Of a published version, the reason of an override' }),
      }),
    ),
    recomputes: z.boolean().meta({
      description: 'Whether both scores, recalculated from the stored inputs, match the stored scores',
    }),
  })
  .meta({ id: 'ScoreMovement' })

export type ScoreMovement = z.infer<typeof scoreMovementSchema>

export const overrideBodySchema = z
  .strictObject({
    score: z.number().min(0).max(10).multipleOf(0.01),
    reason: z.string().trim().min(1).max(healthLimits.reason),
    endsOn: z.iso.date().meta({ description: 'The last day it applies' }),
  })
  .meta({ example: { score: 3.5, reason: 'Their sponsor left.', endsOn: '2030-01-31' } })

export const healthVersionSchema = z
  .object({
    versionId: idSchema,
    number: z.int(),
    publishedAt: instantSchema,
    author: personSchema.nullable(),
    note: z.string(),
    rolledBackTo: z.int().nullable().meta({ description: 'The number of the restored version' }),
  })
  .meta({ id: 'HealthVersion' })

export type HealthVersion = z.infer<typeof healthVersionSchema>

/** The model of a level: the draft as it stands, and what is in effect. */
export const healthModelStateSchema = z
  .object({
    entityLevelId: levelIdSchema,
    draft: healthModelSchema,
    revision: z.int().meta({ description: 'Increases with every change of the draft' }),
    changed: z.boolean().meta({ description: 'Whether the draft differs from the published version' }),
    changedBy: personSchema.nullable(),
    changedAt: instantSchema.nullable(),
    problems: z.array(z.object({ path: z.string(), message: z.string() })).meta({
      description: 'Problems that block publishing, such as a measure on a deleted field',
    }),
    published: healthVersionSchema.nullable(),
    publishedProblems: z.array(z.object({ path: z.string(), message: z.string() })).meta({
      description: 'Deleted items that the published version refers to; their measures count as missing',
    }),
    recompute: z
      .object({ done: z.int(), total: z.int() })
      .nullable()
      .meta({ description: 'Progress of rescoring after a publication; null when done' }),
  })
  .meta({ id: 'HealthModelState' })

export type HealthModelState = z.infer<typeof healthModelStateSchema>

/** The effect of publishing the draft on all records of the level. */
export const healthTrialSchema = z
  .object({
    trialId: idSchema,
    revision: z.int(),
    state: z.enum(['running', 'done', 'failed', 'outdated']),
    done: z.int(),
    total: z.int(),
    moves: z
      .array(
        z.object({
          from: z.enum(healthStatuses).nullable(),
          to: z.enum(healthStatuses).nullable(),
          count: z.int(),
        }),
      )
      .meta({
        description: 'The number of records by current and draft score band, including unchanged ones',
      }),
    changed: z.int().meta({ description: 'Records whose score band changes' }),
    startedAt: instantSchema,
  })
  .meta({ id: 'HealthTrial' })

export type HealthTrial = z.infer<typeof healthTrialSchema>
