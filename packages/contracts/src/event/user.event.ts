import { z } from 'zod'
import { idSchema } from '../api.ts'
import { defineEvent } from './event-type.ts'

/** A user was invited. */
export const userInvited = defineEvent({
  name: 'user.invited',
  version: 1,
  payload: z.object({ userId: idSchema }),
  example: { userId: 9 },
})

/** A user's profile or role changed, or a deactivated user was reactivated. */
export const userChanged = defineEvent({
  name: 'user.changed',
  version: 1,
  payload: z.object({ userId: idSchema }),
  example: { userId: 9 },
})

/** A user was deactivated, or an open invitation was revoked. */
export const userDeactivated = defineEvent({
  name: 'user.deactivated',
  version: 1,
  payload: z.object({ userId: idSchema }),
  example: { userId: 9 },
})
