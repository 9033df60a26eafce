import { z } from 'zod'
import { flagSchema, idSchema, instantSchema } from '../api.ts'
import { approvalStates, scenarioLimits as limits, waitPeriods } from '../plain/scenario.ts'
import { levels } from '../level.ts'
import { personSchema } from '../timeline.ts'
import { isOneLine } from '../value.ts'

const levelName = z.enum(levels.map((level) => level.name) as [string, ...string[]])
const person = z.int('Choose a user.').positive('Choose a user.')

export const askApprovalSettings = z.strictObject({
  question: z
    .string({ error: 'Enter a question.' })
    .trim()
    .min(1, 'Enter a question.')
    .max(limits.notice, `At most ${limits.notice} characters.`)
    .refine(isOneLine, 'Enter a single line.')
    .meta({ example: 'Offer {{record.name}} a discount?' }),
  approver: z.discriminatedUnion(
    'rule',
    [
      z.strictObject({ rule: z.literal('primaryOwner') }),
      z.strictObject({ rule: z.literal('user'), userId: person }),
    ],
    { error: 'Choose who decides.' },
  ),
  amount: z
    .int('Enter a whole number.')
    .min(1, 'At least 1.')
    .max(limits.wait, `At most ${limits.wait.toLocaleString('en-US')}.`)
    .default(3),
  period: z.enum(waitPeriods, { error: 'Choose hour, day, week or month.' }).default('day'),
})
export type AskApprovalSettings = z.output<typeof askApprovalSettings>

export const approvalQuery = z.object({
  state: z.enum(approvalStates).default('open'),
  everyone: flagSchema
    .default(false)
    .meta({ description: 'Also those of others, for those who may edit scenarios' }),
  before: idSchema.optional().meta({ description: 'Only older ones; for the next page' }),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})

export const approvalSchema = z
  .object({
    approvalId: idSchema,
    state: z.enum(approvalStates),
    question: z.string(),
    scenario: z.object({ id: idSchema, name: z.string() }),
    record: z.object({ id: idSchema, level: levelName, name: z.string() }),
    approver: personSchema.nullable(),
    askedAt: instantSchema,
    expiresAt: instantSchema,
    decidedAt: instantSchema.nullable(),
    decidedBy: personSchema.nullable(),
  })
  .meta({ id: 'ScenarioApproval' })
export type ScenarioApproval = z.infer<typeof approvalSchema>

export const approvalsSchema = z.object({ data: z.array(approvalSchema), hasMore: z.boolean() })

export const decisionSchema = z.strictObject({
  approved: z.boolean({ error: 'Say whether you approve.' }),
})
