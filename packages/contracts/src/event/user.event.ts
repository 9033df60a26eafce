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

/** A user's profile, role or status changed. */
export const userChanged = defineEvent({
  name: 'user.changed',
  version: 1,
  payload: z.object({ userId: idSchema }),
  example: { userId: 9 },
})
