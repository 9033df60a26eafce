import { z } from 'zod'
import { idSchema } from '../api.ts'
import { changeActions, changeActorSchema, changeCauseSchema, changeSources } from '../record-history.ts'
import { defineEvent, type PayloadOf } from './event-type.ts'

/** Tasks were created, changed or deleted. A large operation publishes one event for each of its batches. */
export const taskChanged = defineEvent({
  name: 'task.changed',
  version: 1,
  payload: z.object({
    changeSetId: idSchema,
    kind: z.enum(['created', 'changed', 'deleted']),
    taskIds: z.array(idSchema),
    keys: z
      .array(z.string())
      .meta({ description: 'What was changed in any of them, as in the ledger; empty for other kinds' }),
    completedIds: z.array(idSchema).meta({ description: 'Those that were completed by it' }),
    reopenedIds: z.array(idSchema).meta({ description: 'Those that were completed before it' }),
    instanceIds: z.array(idSchema).meta({ description: 'The playbook instances that they belong to' }),
    source: z.enum(changeSources),
    operation: z.enum(changeActions),
    actor: changeActorSchema.omit({ name: true }),
    causes: z.array(changeCauseSchema),
    depth: z.int().min(0),
  }),
  example: {
    changeSetId: 901,
    kind: 'changed',
    taskIds: [41],
    keys: ['status', 'completedAt', 'completedBy'],
    completedIds: [41],
    reopenedIds: [],
    instanceIds: [],
    source: 'person',
    operation: 'complete',
    actor: { kind: 'person', id: 3 },
    causes: [],
    depth: 0,
  },
})

export type TaskChanged = PayloadOf<typeof taskChanged>
