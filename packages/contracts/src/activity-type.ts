import { z } from 'zod'
import { activityIcons } from './plain/activity-icon.ts'
import { dataOf, flagSchema, idSchema } from './api.ts'
import { hasForbiddenCharacters } from './value.ts'

export const activityTypeLimits = { name: 60, description: 300, types: 200 } as const

const isOneLine = (text: string): boolean => !hasForbiddenCharacters(text) && !/[\n\r]/.test(text)

const nameSchema = z
  .string({ error: 'Give the type a name.' })
  .trim()
  .min(1, 'Give the type a name.')
  .max(activityTypeLimits.name, 'A type has a name of at most 60 characters.')
  .refine(isOneLine, 'A name is one line of text.')
  .meta({ example: 'Health check' })

const iconSchema = z
  .enum(activityIcons, { error: 'Choose one of the icons that are offered.' })
  .meta({ example: 'phone' })

const descriptionSchema = z
  .string()
  .trim()
  .max(activityTypeLimits.description, 'A description has at most 300 characters.')
  .refine((text) => !hasForbiddenCharacters(text), 'The description holds characters that cannot be kept.')
  .meta({ example: 'How the customer is doing, gone through together' })

export const activityTypeSchema = z
  .object({
    activityTypeId: idSchema,
    displayName: z.string().meta({ example: 'Call' }),
    iconName: z.enum(activityIcons),
    description: z.string(),
    isActive: z.boolean().meta({ description: 'Whether it can be chosen for new activities' }),
    usageCount: z.int().optional().meta({ description: 'Activities that have it; with withUsage=true' }),
  })
  .meta({ id: 'ActivityType' })

export type ActivityType = z.infer<typeof activityTypeSchema>

export const activityTypeListQuery = z.object({
  displayName: z
    .string()
    .trim()
    .min(1, 'No Value Entered!')
    .optional()
    .meta({ description: 'Only the type with this name, whatever the case' }),
  format: z
    .enum(['list', 'object'])
    .default('list')
    .meta({ description: 'object: the types under their ids' }),
  withUsage: flagSchema.optional().meta({ description: 'Count the activities that have each' }),
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
  activityTypeId: idSchema.optional().meta({ description: 'As in the address, where it is sent' }),
  displayName: nameSchema.optional(),
  iconName: iconSchema.optional(),
  description: descriptionSchema.optional(),
  isActive: z.boolean().optional(),
})

export type ChangeActivityType = z.output<typeof changeActivityTypeSchema>
