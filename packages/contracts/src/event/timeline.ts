import { z } from 'zod'
import { defineEvent, type PayloadOf } from './define.ts'

/** Something that people logged was added to, removed from, or moved between the timelines of records. */
export const timelineChanged = defineEvent({
  name: 'timeline.changed',
  version: 1,
  payload: z.object({ recordIds: z.array(z.int()) }),
  example: { recordIds: [5012] },
})

/** Users were mentioned for the first time in an item or a comment. */
export const timelineMentioned = defineEvent({
  name: 'timeline.mentioned',
  version: 1,
  payload: z.object({
    itemId: z.int(),
    commentId: z.int().nullable(),
    userIds: z.array(z.int()),
    by: z.int(),
  }),
  example: { itemId: 77, commentId: null, userIds: [3], by: 2 },
})

/** An item was commented on. `userIds` took part in it before. */
export const timelineCommented = defineEvent({
  name: 'timeline.commented',
  version: 1,
  payload: z.object({ itemId: z.int(), commentId: z.int(), userIds: z.array(z.int()), by: z.int() }),
  example: { itemId: 77, commentId: 5, userIds: [3], by: 2 },
})

export type TimelineMentioned = PayloadOf<typeof timelineMentioned>
export type TimelineCommented = PayloadOf<typeof timelineCommented>
