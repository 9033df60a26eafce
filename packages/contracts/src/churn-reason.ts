import { z } from 'zod'
import { flagSchema, idSchema } from './api.ts'
import { isOneLine, type PicklistOption } from './value.ts'

export const churnReasonLimits = { name: 80, top: 100, below: 100 } as const

/** The separator between a reason and its parent in one text. */
const separator = ' › '

const nameSchema = z
  .string()
  .trim()
  .min(1, 'Enter a name.')
  .max(churnReasonLimits.name, 'The name can have at most 80 characters.')
  .refine(isOneLine, 'The name must be a single line.')

const reasonSchema = z.object({
  reasonId: idSchema,
  name: z.string().meta({ example: 'Too expensive' }),
  retired: z.boolean().meta({ description: "Stays on existing records, but can't be chosen" }),
  records: z.int().meta({
    description:
      "Records of the whole company with this reason, without those with a sub-reason; 0 for callers who can't edit the reasons",
  }),
})

export const churnReasonSchema = reasonSchema
  .extend({ children: z.array(reasonSchema) })
  .meta({ id: 'ChurnReason' })

export type ChurnReason = z.infer<typeof churnReasonSchema>

export const churnReasonsQuery = z.object({
  withRecords: flagSchema
    .default(true)
    .meta({ description: 'false: nothing is counted, and `records` is 0', example: true }),
})

const wishSchema = z.strictObject({
  reasonId: idSchema.nullish().meta({ description: 'Absent for a new reason' }),
  name: nameSchema,
  retired: z.boolean().default(false),
})

export const putChurnReasonsSchema = z.strictObject({
  reasons: z
    .array(
      wishSchema.extend({
        children: z
          .array(wishSchema)
          .max(churnReasonLimits.below, 'A reason can have at most 100 sub-reasons.')
          .default([]),
      }),
    )
    .max(churnReasonLimits.top, 'There can be at most 100 top reasons.')
    .meta({ example: [{ name: 'Price', children: [{ name: 'Too expensive' }] }] }),
})

export type PutChurnReasons = z.infer<typeof putChurnReasonsSchema>

type Named = Pick<ChurnReason, 'reasonId' | 'name' | 'retired'>

/** The reasons as the options of a field: one below another is named with it, and retires with it. */
export function churnReasonOptions(
  tree: readonly (Named & { children: readonly Named[] })[],
): PicklistOption[] {
  return tree.flatMap(({ reasonId, name, retired, children }) => [
    { id: reasonId, value: name, color: null, retired },
    ...children.map((child) => ({
      id: child.reasonId,
      value: `${name}${separator}${child.name}`,
      color: null,
      retired: retired || child.retired,
      above: reasonId,
    })),
  ])
}
