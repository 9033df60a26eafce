import { z } from 'zod'
import { idSchema } from '../api.ts'
import { richTextSchema } from '../logged-item.ts'
import { isOneLine } from '../value.ts'
import { scenarioLimits as limits } from '../plain/scenario.ts'

/** What the actions are set to that reach beyond values, tasks and playbooks. */

const line = (most: number, what: string) =>
  z
    .string({ error: `Enter ${what}.` })
    .trim()
    .min(1, `Enter ${what}.`)
    .max(most, `At most ${most} characters.`)
    .refine(isOneLine, 'Enter a single line.')

const person = z.int('Choose a user.').positive('Choose a user.')

export const changeStageSettings = z.strictObject({
  stageId: z.int('Choose a stage.').positive('Choose a stage.'),
})
export type ChangeStageSettings = z.output<typeof changeStageSettings>

export const setPulseSettings = z.strictObject({
  pulse: z.int('Choose a pulse from 1 to 5.').min(1).max(5),
})
export type SetPulseSettings = z.output<typeof setPulseSettings>

export const changeOwnerSettings = z.discriminatedUnion(
  'rule',
  [
    z.strictObject({ rule: z.literal('user'), userId: person }),
    z
      .strictObject({
        rule: z.literal('inTurn'),
        userIds: z.array(person).min(2, 'Choose at least two users.').max(limits.people),
      })
      .meta({ description: 'Spread evenly; a record always gets the same one of them' }),
    z
      .strictObject({ rule: z.literal('parent') })
      .meta({ description: 'The owners of the account, or else of the organization' }),
  ],
  { error: 'Choose how the owner is found.' },
)
export type ChangeOwnerSettings = z.output<typeof changeOwnerSettings>

export const addNoteSettings = z.strictObject({
  title: line(limits.title, 'a title').meta({ example: 'Score down for {{record.name}}' }),
  text: richTextSchema.nullable().default(null),
})
export type AddNoteSettings = z.output<typeof addNoteSettings>

export const logActivitySettings = z.strictObject({
  ...addNoteSettings.shape,
  activityTypeId: idSchema,
})
export type LogActivitySettings = z.output<typeof logActivitySettings>

export const notifyUserSettings = z.strictObject({
  text: line(limits.notice, 'a text').meta({ example: '{{record.name}} has been silent for 30 days' }),
  recipient: z.discriminatedUnion(
    'rule',
    [
      z.strictObject({ rule: z.literal('primaryOwner') }),
      z.strictObject({ rule: z.literal('owners') }),
      z.strictObject({ rule: z.literal('user'), userId: person }),
    ],
    { error: 'Choose who is notified.' },
  ),
})
export type NotifyUserSettings = z.output<typeof notifyUserSettings>

export const startScenarioSettings = z.strictObject({
  scenarioId: z.int('Choose a scenario.').positive('Choose a scenario.'),
})
export type StartScenarioSettings = z.output<typeof startScenarioSettings>
