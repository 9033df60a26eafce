import { z } from 'zod'
import { idSchema } from './api.ts'
import {
  healthBoundsSchema,
  healthLimits,
  healthMeasureBodySchema,
  healthMeasureSchema,
  healthModelSchema,
  healthVersionSchema,
} from './health.ts'
import { levelInPathSchema, levelSchema } from './level.ts'

export const healthLevelQuery = z.object({ level: levelSchema })

export const healthLevelParams = z.object({ level: levelInPathSchema })
export const healthVersionParams = healthLevelParams.extend({ versionId: idSchema })

const example = {
  scope: 1,
  scopeReferenceId: null,
  entityLevelId: 2,
  name: 'Customer pulse',
  metric: 'field:-2',
  period: null,
  rules: [
    { operator: 'gte', value: 4, points: 10 },
    { operator: 'gte', value: 3, points: 5 },
  ],
  otherwise: 0,
  weight: 1,
  missing: 'ignore',
  groupId: null,
}

const scoped = healthMeasureSchema.pick({ scope: true })
const referenceSchema = idSchema
  .nullable()
  .default(null)
  .meta({ description: 'The stage, if the scope is a stage' })

export const addMeasureSchema = healthMeasureBodySchema
  .extend({ ...scoped.shape, scopeReferenceId: referenceSchema, entityLevelId: levelSchema })
  .meta({ id: 'AddHealthMeasure', example })

export type AddMeasure = z.output<typeof addMeasureSchema>

export const reorderMeasureSchema = z
  .strictObject({
    entityLevel: levelSchema,
    reorderTo: z
      .int()
      .min(1)
      .max(healthLimits.measures)
      .meta({ description: 'Its new position in its scope, from 1' }),
  })
  .meta({ example: { entityLevel: 2, reorderTo: 1 } })

export const putBoundsSchema = healthBoundsSchema
  .extend({ scopeReferenceId: referenceSchema, entityLevelId: levelSchema })
  .meta({
    id: 'PutRagStatus',
    example: {
      scope: 1,
      scopeReferenceId: null,
      entityLevelId: 2,
      config: { lowerBound: 4, upperBound: 7 },
    },
  })

export type PutBounds = z.output<typeof putBoundsSchema>

const measureWishSchema = healthMeasureSchema.extend({
  scoreId: idSchema.nullish().meta({ description: 'Absent for a new measure' }),
  order: z.int().optional().meta({ description: 'Ignored: the position in the list counts' }),
})

/** A whole draft as it is saved: new measures have no id yet. */
export const putDraftSchema = z.strictObject({
  model: healthModelSchema.extend({ measures: z.array(measureWishSchema).max(healthLimits.measures) }).meta({
    id: 'HealthDraft',
    example: { source: { from: 'measures' }, groups: [], measures: [], bounds: [] },
  }),
  revision: z.int().meta({ description: 'The revision of the draft that was edited', example: 1 }),
})

export type PutDraft = z.output<typeof putDraftSchema>

/** With the revision that the caller saw, a draft that someone changed since is not thrown away. */
export const cancelDraftQuery = z.object({ revision: z.coerce.number().int().optional() })

const noteSchema = z.string().trim().max(healthLimits.note).default('')

export const publishSchema = z
  .strictObject({
    revision: z.int().meta({ description: 'The revision of the draft that is published' }),
    note: noteSchema,
  })
  .meta({ example: { revision: 1, note: 'Pulse counts twice.' } })

export const restoreVersionSchema = z
  .strictObject({ note: noteSchema })
  .meta({ example: { note: 'Restoring the previous thresholds.' } })

/** A version with what it says. */
export const healthVersionModelSchema = healthVersionSchema
  .extend({ model: healthModelSchema })
  .meta({ id: 'HealthVersionModel' })

export type HealthVersionModel = z.infer<typeof healthVersionModelSchema>
