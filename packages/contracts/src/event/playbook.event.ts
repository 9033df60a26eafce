import { z } from 'zod'
import { idSchema } from '../api.ts'
import { changeCauseSchema } from '../record-history.ts'
import { defineEvent, type PayloadOf } from './event-type.ts'

/** Playbooks that were applied to records are completed: by their last task, or by a person. */
export const playbookCompleted = defineEvent({
  name: 'playbook.completed',
  version: 1,
  payload: z.object({
    changeSetId: idSchema,
    instances: z.array(z.object({ instanceId: idSchema, templateId: idSchema, recordId: idSchema })),
    causes: z.array(changeCauseSchema),
    depth: z.int().min(0),
  }),
  example: {
    changeSetId: 905,
    instances: [{ instanceId: 17, templateId: 3, recordId: 41 }],
    causes: [],
    depth: 0,
  },
})

export type PlaybookCompleted = PayloadOf<typeof playbookCompleted>
