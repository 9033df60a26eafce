import type { Rule } from '@steward/conditions'
import { z } from 'zod'
import { daySchema, idSchema, instantSchema } from './api.ts'
import { levelSchema, levels } from './level.ts'
import { listQuerySchema, sortSchema } from './record.ts'

export const segmentTabs = ['All', 'Public', 'Private', 'Pinned'] as const

export type SegmentTab = (typeof segmentTabs)[number]

const levelName = z.enum(levels.map((level) => level.name) as [string, ...string[]])

const ruleSchema = z
  .custom<Rule>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), {
    error: 'Enter a rule: a condition, or a group of conditions.',
  })
  .meta({
    description: 'A rule: conditions of field, operator and value, nested with and, or, not',
    example: { and: [{ field: 'system:pulse', operator: 'isSetTo', value: [1, 2] }] },
  })

/** How the members are shown: what the list's address would say. */
export const segmentViewSchema = z.strictObject({
  columns: z
    .array(z.string().max(200))
    .max(200, 'A view can have at most 200 columns.')
    .nullable()
    .default(null),
  sort: sortSchema.optional(),
  sortColumn: z.string().max(200).nullable().default(null),
  sortDirection: z.enum(['ASC', 'DESC']).default('ASC'),
  mode: z.enum(['list', 'board']).default('list'),
})

export type SegmentView = z.infer<typeof segmentViewSchema>

/** A named rule over the records of one level, with the view in which its members are shown. */
export const segmentSchema = z
  .object({
    segmentId: idSchema,
    name: z.string().meta({ example: 'Renewals at risk' }),
    description: z.string(),
    segmentLevel: levelName.meta({ example: 'account' }),
    isPrivate: z.boolean().meta({ description: 'Visible to its creator only' }),
    isPinned: z.boolean().meta({ description: 'By the caller' }),
    logic: ruleSchema,
    view: segmentViewSchema,
    mayEdit: z.boolean(),
    brokenConditions: z
      .array(z.object({ field: z.string(), message: z.string() }))
      .meta({ description: 'Conditions on deleted items; they match nothing' }),
    createdBy: z.object({ id: idSchema, name: z.string() }),
    createdAt: instantSchema,
    updatedAt: instantSchema,
  })
  .meta({ id: 'Segment' })

export type Segment = z.infer<typeof segmentSchema>

const nameSchema = z
  .string({ error: 'Enter a name.' })
  .trim()
  .min(1, 'Enter a name.')
  .max(120, 'The name can have at most 120 characters.')

const descriptionSchema = z.string().trim().max(1000, 'The description can have at most 1,000 characters.')

export const createSegmentSchema = z.strictObject({
  name: nameSchema,
  description: descriptionSchema.default(''),
  segmentLevel: levelSchema,
  isPrivate: z.boolean().default(true),
  logic: ruleSchema,
  view: segmentViewSchema.prefault({}),
})

export const changeSegmentSchema = z.strictObject({
  name: nameSchema.optional(),
  description: descriptionSchema.optional(),
  isPrivate: z.boolean().optional(),
  logic: ruleSchema.optional(),
  view: segmentViewSchema.optional(),
})

export type ChangeSegment = z.output<typeof changeSegmentSchema>

export const segmentListQuery = z.object({
  level: levelSchema.optional(),
  tab: z.enum(segmentTabs).default('All'),
})

export const segmentParams = z.object({ id: idSchema })

export const segmentPinParams = z.object({
  id: idSchema,
  action: z.enum(['pin', 'unpin'], { error: 'The action must be pin or unpin.' }),
})

/** The records that match a rule, whether or not it is a segment already. A page of one record is a count. */
export const segmentFilterSchema = z.strictObject({
  logic: ruleSchema,
  segmentLevel: levelSchema,
  ...listQuerySchema.pick({
    page: true,
    pageSize: true,
    sortColumn: true,
    sortDirection: true,
    sort: true,
    columns: true,
  }).shape,
})

export const deletedSegmentSchema = z.object({ segmentId: idSchema })

export const segmentChangesQuery = z.object({ since: daySchema })

const membersSchema = z.object({
  count: z.int(),
  records: z.array(z.object({ id: idSchema, name: z.string() })),
})

/** List records that entered or left a segment since a day. */
export const segmentMembershipSchema = z
  .object({ since: daySchema, entered: membersSchema, left: membersSchema })
  .meta({ id: 'SegmentMembership' })

export type SegmentMembership = z.infer<typeof segmentMembershipSchema>
