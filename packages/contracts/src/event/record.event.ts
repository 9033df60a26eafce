import { z } from 'zod'
import { idSchema } from '../api.ts'
import { levelIdSchema } from '../level.ts'
import { changeActions, changeActorSchema, changeCauseSchema, changeSources } from '../record-history.ts'
import { defineEvent, type PayloadOf } from './event-type.ts'

/** Records were created, changed or deleted. A large act publishes one event for each of its batches. */
export const recordChanged = defineEvent({
  name: 'record.changed',
  version: 1,
  payload: z.object({
    changeSetId: idSchema,
    level: levelIdSchema,
    records: z.int().meta({ description: 'How many records of the level it changed' }),
    source: z.enum(changeSources),
    operation: z.enum(changeActions),
    actor: changeActorSchema
      .omit({ name: true })
      .meta({ id: 'EventActor', description: 'The user, the API token, or the part of Steward that acted' }),
    causes: z.array(changeCauseSchema).meta({
      description:
        'The chain that led to it, the first cause first; empty where a person made the change directly',
    }),
    depth: z.int().min(0).meta({
      description: 'How many automated steps led to it; an automation that reacts to it ends a loop by this',
    }),
    recordIds: z
      .array(idSchema)
      .optional()
      .meta({ description: 'New records, or those of a batch that continues a change set' }),
    areNew: z.literal(true).optional().meta({ description: 'It created all the records that it names' }),
    areOwn: z.literal(true).optional().meta({
      description:
        'The records that it created have no owner but the user who acted, name no other user, and have no score',
    }),
    firstId: idSchema.optional().meta({ description: 'The lowest record of a bulk write' }),
    lastId: idSchema.optional().meta({ description: 'The highest record of a bulk write' }),
    keys: z
      .array(z.string())
      .optional()
      .meta({ description: 'Of a single update: the keys that it changed, as in the ledger' }),
  }),
  example: {
    changeSetId: 812,
    level: 2,
    records: 1,
    source: 'api',
    operation: 'edit',
    actor: { kind: 'apiToken', id: 12 },
    causes: [],
    depth: 0,
    keys: ['name', '31'],
  },
})

export type RecordChanged = PayloadOf<typeof recordChanged>
