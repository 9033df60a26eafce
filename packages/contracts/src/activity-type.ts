import { z } from 'zod'
import { activityIcons } from './plain/activity-icon.ts'
import { dataOf, flagSchema, idSchema } from './api.ts'
import { hasForbiddenCharacters, isOneLine } from './value.ts'

export const activityTypeLimits = { name: 60, description: 300, types: 200 } as const

const nameSchema = z
  .string({ error: 'Enter a name.' })
  .trim()
  .min(1, 'Enter a name.')
  .max(activityTypeLimits.name, 'The name can have at most 60 characters.')
  .refine(isOneLine, 'The name must be a single line.')
  .meta({ example: 'Health check' })

const iconSchema = z
  .enum(activityIcons, { error: 'Choose one of the available icons.' })
  .meta({ example: 'phone' })

const descriptionSchema = z
  .string()
  .trim()
  .max(activityTypeLimits.description, 'The description can have at most 300 characters.')
  .refine(
    (text) => !hasForbiddenCharacters(text),
    "The description contains characters that can't be stored.",
  )
  .meta({ example: 'Review how the customer is doing' })

export const activityTypeSchema = z
  .object({
    activityTypeId: idSchema,
    displayName: z.string().meta({ example: 'Call' }),
    iconName: z.enum(activityIcons),
    description: z.string(),
    isActive: z.boolean().meta({ description: 'Whether it can be chosen for new activities' }),
    usageCount: z
      .int()
      .optional()
      .meta({ description: 'Number of activities of this type; with withUsage=true' }),
  })
  .meta({ id: 'ActivityType' })

export type ActivityType = z.infer<typeof activityTypeSchema>

export const activityTypeListQuery = z.object({
  displayName: z
    .string()
    .trim()
    .min(1, 'No Value Entered!')
    .optional()
    .meta({ description: 'Only the type with this name, case-insensitive' }),
  format: z.enum(['list', 'object']).default('list').meta({ description: 'object: types keyed by id' }),
  withUsage: flagSchema.optional().meta({ description: 'Include the number of activities of each type' }),
})

/** By name; with format=object under their ids. */
export const activityTypeListSchema = dataOf(
  z.union([z.array(activityTypeSchema), z.record(z.string(), activityTypeSchema)]),
)

export const createActivityTypeSchema = z.strictObject({
  displayName: nameSchema,
  iconName: iconSchema.default('calendar-event'),
  description: descriptionSchema.default(''),
  isActive: z.boolean().default(true),
})

export type CreateActivityType = z.output<typeof createActivityTypeSchema>

export const changeActivityTypeSchema = z.strictObject({
  activityTypeId: idSchema.optional().meta({ description: 'If sent, must match the path' }),
  displayName: nameSchema.optional(),
  iconName: iconSchema.optional(),
  description: descriptionSchema.optional(),
  isActive: z.boolean().optional(),
})

export type ChangeActivityType = z.output<typeof changeActivityTypeSchema>
