import { z } from 'zod'
import { dataOf, idSchema } from '../api.ts'
import {
  planLimits,
  planLookupTypes,
  planProgressMeanings,
  planStatusMeanings,
} from '../plain/success-plan.ts'
import { isOneLine } from '../value.ts'

const meaningSchema = z.enum([...planStatusMeanings, ...planProgressMeanings])

export const planLookupSchema = z
  .object({
    lookupId: z.int(),
    type: z.enum(planLookupTypes),
    name: z.string(),
    meaning: meaningSchema.meta({ description: 'What Steward understands by it' }),
    isActive: z.boolean().meta({ description: 'Whether it can be chosen' }),
  })
  .meta({ id: 'PlanLookup' })

export const planLookupQuery = z.object({ type: z.enum(planLookupTypes).optional() })

export const planLookupsSchema = dataOf(z.array(planLookupSchema))

const nameSchema = z
  .string({ error: 'The name must be text.' })
  .trim()
  .min(1, "The name can't be empty.")
  .max(planLimits.lookupName, `The name can have at most ${planLimits.lookupName} characters.`)
  .refine(isOneLine, 'The name must be a single line.')
  .meta({ example: 'Waiting for the customer' })

export const createPlanLookupSchema = z.strictObject({
  type: z.enum(planLookupTypes),
  name: nameSchema,
  meaning: meaningSchema.meta({ example: 'open' }),
})

export const changePlanLookupSchema = z.strictObject({
  name: nameSchema.optional(),
  isActive: z.boolean().optional(),
})

export type CreatePlanLookup = z.output<typeof createPlanLookupSchema>
export type ChangePlanLookup = z.output<typeof changePlanLookupSchema>

export const planLookupParams = z.object({ lookupId: idSchema })
