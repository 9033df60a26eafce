import { z } from 'zod'
import { defineEvent } from './define.ts'

const payload = z.object({ userId: z.int() })

/** Someone was invited to the company. */
export const userInvited = defineEvent({
  name: 'user.invited',
  version: 1,
  payload,
  example: { userId: 3 },
})

/** The name, the role or another property of a user changed, or a deactivated user was reactivated. */
export const userChanged = defineEvent({
  name: 'user.changed',
  version: 1,
  payload,
  example: { userId: 3 },
})

/** A user was deactivated, or an open invitation was revoked. */
export const userDeactivated = defineEvent({
  name: 'user.deactivated',
  version: 1,
  payload,
  example: { userId: 3 },
})
