import { z } from 'zod'
import { dataOf, idSchema, instantSchema } from './api.ts'
import { levelSchema } from './level.ts'
import { formOf, loggedChange, loggedForm, loggedPageOf, richTextSchema } from './logged-item.ts'
import { pulseItemSchema, recordRefQuery } from './timeline.ts'

/** An entry of a pulse is an item of the timeline; its id is that of the item. */
export const pulseSchema = pulseItemSchema.extend({ pulseId: idSchema }).meta({ id: 'PulseEntry' })

export type Pulse = z.infer<typeof pulseSchema>

export const pulsePageSchema = loggedPageOf(pulseSchema).meta({ id: 'PulsePage' })

const valueSchema = z
  .int('The pulse must be a whole number from 1 to 5.')
  .min(1, 'The pulse must be a whole number from 1 to 5.')
  .max(5, 'The pulse must be a whole number from 1 to 5.')
  .meta({ example: 4, description: '1 High Risk, 2 Some Risk, 3 Moderate, 4 Satisfied, 5 Very Satisfied' })

const { level: _level, ...form } = loggedForm

export const createPulseSchema = formOf(
  z.strictObject({
    ...form,
    level: levelSchema.optional().meta({ description: 'If the path does not contain it' }),
    pulse: valueSchema,
    description: richTextSchema.optional().meta({ description: 'The reason' }),
  }),
)

export type CreatePulse = z.output<typeof createPulseSchema>

export const changePulseSchema = formOf(
  z.strictObject({
    ...loggedChange,
    pulse: valueSchema.optional(),
    description: richTextSchema.optional().meta({ description: 'The reason' }),
  }),
)

export type ChangePulse = z.output<typeof changePulseSchema>

export const pulseLevelQuery = z.object({ level: levelSchema.optional() })

/** The record that an entry is of; where it is given, it has to be that one. */
export const pulseEntityQuery = z.object({ entityId: idSchema.optional(), level: levelSchema.optional() })

export type PulseEntity = z.output<typeof pulseEntityQuery>

/** The effect of an entry on its record; the change set is null if the pulse stayed the same. */
export const writtenPulseSchema = z.object({ data: pulseSchema, changeSetId: idSchema.nullable() })

export const deletedPulseSchema = z.object({
  data: z.object({ pulseId: idSchema, itemId: idSchema }),
  changeSetId: idSchema.nullable(),
})

export const pulseHistoryQuery = recordRefQuery

export const pulseHistorySchema = dataOf(
  z.array(
    z.object({
      at: instantSchema,
      pulse: z.int().min(1).max(5).nullable().meta({ description: 'null: no pulse from this point on' }),
      itemId: idSchema.nullable().meta({ description: 'The entry; null if the field was edited directly' }),
    }),
  ),
)

export type PulseHistory = z.output<typeof pulseHistorySchema>['data']
