import { z } from 'zod'
import { levelIdSchema } from '../level.ts'
import { defineEvent, type PayloadOf } from './define.ts'

const payload = z.object({ fieldId: z.int(), level: levelIdSchema, name: z.string() })

/** A custom field was defined. */
export const fieldCreated = defineEvent({
  name: 'field.created',
  version: 1,
  payload,
  example: { fieldId: 17, level: 2, name: 'seats' },
})

/** The definition of a custom field, or one of its options, changed. */
export const fieldChanged = defineEvent({
  name: 'field.changed',
  version: 1,
  payload,
  example: { fieldId: 17, level: 2, name: 'seats' },
})

/** A custom field was deleted. */
export const fieldDeleted = defineEvent({
  name: 'field.deleted',
  version: 1,
  payload,
  example: { fieldId: 17, level: 2, name: 'seats' },
})

export type FieldEvent = PayloadOf<typeof fieldChanged>
