import { z } from 'zod'
import { idSchema, instantSchema } from '../api.ts'
import { changeCauseSchema } from '../record-history.ts'
import { defineEvent, type PayloadOf } from './event-type.ts'

/** Success plans, or items of them, were created, changed or deleted, or KPIs got a new value from their source. */
export const successPlanChanged = defineEvent({
  name: 'plan.changed',
  version: 1,
  payload: z.object({
    changeSetId: idSchema.nullable().meta({ description: 'null: a source gave KPIs another value' }),
    of: z.enum(['plan', 'item']),
    kind: z.enum(['created', 'changed', 'deleted', 'measured']),
    planIds: z.array(idSchema),
    itemIds: z.array(idSchema).meta({ description: 'Of items; empty for plans' }),
    keys: z.array(z.string()).meta({ description: 'What was changed in any of them, as in the ledger' }),
    completedIds: z.array(idSchema).meta({ description: 'The plans or items that were completed by it' }),
    userId: z.int().nullable().meta({ description: 'null: Steward' }),
    measuredAt: instantSchema
      .nullable()
      .default(null)
      .meta({ description: 'The instant of the values that KPIs got by it; null: none got one' }),
    causes: z.array(changeCauseSchema).default([]),
    depth: z.int().min(0).default(0),
  }),
  example: {
    changeSetId: 913,
    of: 'plan',
    kind: 'changed',
    planIds: [7],
    itemIds: [],
    keys: ['statusId', 'completedAt', 'completedBy'],
    completedIds: [7],
    userId: 3,
    measuredAt: null,
    causes: [],
    depth: 0,
  },
})

export type SuccessPlanChanged = PayloadOf<typeof successPlanChanged>
