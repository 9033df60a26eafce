import { z } from 'zod'
import { idSchema } from '../api.ts'
import { defineEvent, type PayloadOf } from './event-type.ts'

/** Items that people wrote were added to, removed from or moved between the timelines of records. */
export const timelineChanged = defineEvent({
  name: 'timeline.changed',
  version: 1,
  payload: z.object({ recordIds: z.array(idSchema) }),
  example: { recordIds: [41, 8] },
})

/** Kinds of items that people log, and what they do to them. */
export const loggedKinds = ['note', 'activity', 'pulse'] as const
export const loggedActs = ['create', 'edit', 'delete', 'restore'] as const

const loggedItemSchema = z.object({
  itemId: idSchema,
  kind: z.enum(loggedKinds),
  version: z.int().meta({ description: 'Of the item, which the act gave it' }),
})

/** Notes, activities or pulses were logged, edited, deleted or restored. */
export const timelineLogged = defineEvent({
  name: 'timeline.logged',
  version: 1,
  payload: z.object({
    act: z.enum(loggedActs),
    items: z.array(loggedItemSchema),
    by: idSchema.nullable().meta({ description: 'null for a part of Steward' }),
  }),
  example: { act: 'create', items: [{ itemId: 530, kind: 'note', version: 1 }], by: 2 },
})

export type TimelineLogged = PayloadOf<typeof timelineLogged>

/** Users were mentioned in an item, or in a comment on it, for the first time. */
export const timelineMentioned = defineEvent({
  name: 'timeline.mentioned',
  version: 1,
  payload: z.object({
    itemId: idSchema,
    commentId: idSchema.nullable(),
    userIds: z.array(idSchema),
    by: idSchema,
  }),
  example: { itemId: 530, commentId: null, userIds: [3], by: 2 },
})

export type TimelineMentioned = PayloadOf<typeof timelineMentioned>

/** Someone commented on an item to which these users had written before. */
export const timelineCommented = defineEvent({
  name: 'timeline.commented',
  version: 1,
  payload: z.object({ itemId: idSchema, commentId: idSchema, userIds: z.array(idSchema), by: idSchema }),
  example: { itemId: 530, commentId: 12, userIds: [3], by: 2 },
})

export type TimelineCommented = PayloadOf<typeof timelineCommented>
