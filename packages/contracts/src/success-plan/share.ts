import { z } from 'zod'
import { dataOf, daySchema, flagSchema, idSchema, instantSchema } from '../api.ts'
import { planLimits } from '../plain/success-plan.ts'
import { personSchema } from '../timeline.ts'
import { planNameSchema } from './shared.ts'

const ids = (what: string) =>
  z.array(idSchema).max(planLimits.items).default([]).meta({ example: [], description: what })

/** What a shared page shows besides the name of the plan: only what is ticked. */
const shownSchema = z.strictObject({
  description: z.boolean().default(false),
  dates: z.boolean().default(false),
  status: z.boolean().default(false),
  itemIds: ids('Items of the plan that are shown'),
  taskIds: ids('Tasks of shown milestones that are shown'),
})

export type ShownPlan = z.output<typeof shownSchema>

const fields = {
  label: planNameSchema.meta({ example: 'For Ada Okafor', description: 'For whom it is; not on the page' }),
  expiresOn: daySchema.meta({ example: '2099-12-31', description: 'The last day, in UTC' }),
  mayCheck: z.boolean().meta({ description: 'Whether shown tasks can be ticked on the page' }),
  mayComment: z.boolean().meta({ description: 'Whether comments can be written on the page' }),
  shown: shownSchema,
}

export const createShareSchema = z.strictObject({
  ...fields,
  mayCheck: fields.mayCheck.default(false),
  mayComment: fields.mayComment.default(false),
})

export const changeShareSchema = z.strictObject({
  label: fields.label.optional(),
  expiresOn: fields.expiresOn.optional(),
  mayCheck: fields.mayCheck.optional(),
  mayComment: fields.mayComment.optional(),
  shown: shownSchema.optional(),
})

export type CreateShare = z.output<typeof createShareSchema>
export type ChangeShare = z.output<typeof changeShareSchema>

export const shareSchema = z
  .object({
    shareId: idSchema,
    ...fields,
    address: z.string().meta({ description: 'Anyone who has it sees the page, without a sign-in' }),
    createdBy: personSchema.nullable(),
    createdAt: instantSchema,
    revokedAt: instantSchema.nullable(),
    isOpen: z.boolean().meta({ description: 'Neither revoked nor expired' }),
    views: z.int(),
    lastViewedAt: instantSchema.nullable(),
  })
  .meta({ id: 'PlanShare' })

export type PlanShare = z.infer<typeof shareSchema>

export const sharesSchema = dataOf(z.array(shareSchema))

export const shareViewsSchema = dataOf(
  z.array(
    z.object({
      at: instantSchema,
      address: z.string().nullable().meta({ description: 'The IP address' }),
      browser: z.string().nullable().meta({ description: 'As it named itself' }),
    }),
  ),
)

export type ShareView = z.infer<typeof shareViewsSchema>['data'][number]

export const shareParams = z.object({ id: idSchema, shareId: idSchema })
export const sharedPageParams = z.object({ token: z.string().max(200) })
export const sharedTaskParams = z.object({ token: z.string().max(200), taskId: idSchema })
export const sharedTaskQuery = z.object({
  isDone: flagSchema.optional().meta({
    description: 'Whether the task is to be done afterwards; the opposite of what it is when absent',
  }),
})

/** A comment as the form of the page sends it; the page says what is wrong with it. */
const commentText = z.string().max(20_000).default('')
export const sharedCommentSchema = z.object({ author: commentText, text: commentText })
export type SharedCommentForm = z.output<typeof sharedCommentSchema>

/** An answer of the team. */
export const answerCommentSchema = z.strictObject({
  text: z
    .string()
    .trim()
    .min(1, 'Enter a comment.')
    .max(planLimits.comment, `Enter at most ${planLimits.comment.toLocaleString('en-US')} characters.`)
    .meta({ example: 'We have added the Leeds stores.' }),
})

export const planCommentSchema = z
  .object({
    commentId: idSchema,
    author: z.string().meta({
      description: 'The name that was entered on the page, which no one has proved; of a teammate their own',
    }),
    user: personSchema.nullable().meta({ description: 'The teammate who wrote it; null: a customer' }),
    text: z.string(),
    at: instantSchema,
    shareId: idSchema,
    label: z.string().meta({ description: 'Of the link by which it was written' }),
  })
  .meta({ id: 'PlanComment' })

export type PlanComment = z.infer<typeof planCommentSchema>

export const planCommentsSchema = dataOf(z.array(planCommentSchema))
export const planCommentParams = z.object({ commentId: idSchema })
