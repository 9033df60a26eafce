import { z } from 'zod'
import { idSchema } from '../api.ts'
import { levelIdSchema } from '../level.ts'
import { defineEvent, type PayloadOf } from './event-type.ts'

const payload = z.object({ fieldId: idSchema, level: levelIdSchema, name: z.string() })
const example = { fieldId: 31, level: 2 as const, name: 'contract_value' }

export const fieldCreated = defineEvent({ name: 'field.created', version: 1, payload, example })

/** Its definition changed, or its options. */
export const fieldChanged = defineEvent({ name: 'field.changed', version: 1, payload, example })

export const fieldDeleted = defineEvent({ name: 'field.deleted', version: 1, payload, example })

/** The payload that all three share. */
export type FieldEvent = PayloadOf<typeof fieldCreated>
