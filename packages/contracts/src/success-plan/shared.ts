import { z } from 'zod'
import { idSchema } from '../api.ts'
import { planLimits } from '../plain/success-plan.ts'
import { isOneLine } from '../value.ts'

/** A name of one line. */
export const planNameSchema = z
  .string({ error: 'The name must be text.' })
  .trim()
  .min(1, "The name can't be empty.")
  .max(planLimits.name, `The name can have at most ${planLimits.name} characters.`)
  .refine(isOneLine, 'The name must be a single line.')
  .meta({ example: 'Roll out to all stores' })

const userIdSchema = idSchema.meta({ description: 'A user' })

/** Who works on a plan, or a part of it. */
export const planPeopleSchema = {
  ownerId: userIdSchema.nullable().optional(),
  collaborators: z
    .array(userIdSchema)
    .max(planLimits.collaborators, `Add at most ${planLimits.collaborators} collaborators.`)
    .optional()
    .meta({ example: [] }),
}
