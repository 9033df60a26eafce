import type { Rule } from '@steward/conditions'
import { z } from 'zod'
import { daySchema, idSchema } from '../api.ts'
import { selectionSchema } from '../bulk-update.ts'
import { formulaTextSchema } from '../calculation.ts'
import { richTextSchema } from '../logged-item.ts'
import {
  attributeOperations,
  scenarioEvents,
  scenarioLimits as limits,
  scheduleRepeats,
  waitPeriods,
} from '../plain/scenario.ts'
import { taskPriorities } from '../plain/task.ts'
import { isOneLine } from '../value.ts'

/** What each built-in type of node is set to. */

const line = (most: number, what: string) =>
  z
    .string({ error: `Enter ${what}.` })
    .trim()
    .min(1, `Enter ${what}.`)
    .max(most, `At most ${most} characters.`)
    .refine(isOneLine, 'Enter a single line.')

const fieldName = z.string({ error: 'Choose a field.' }).min(1, 'Choose a field.').max(200)

const ruleSchema = z.custom<Rule>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  { error: 'Enter a rule: a condition, or a group of conditions.' },
)

/** Names a branch within its node. */
const branchKey = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,40}$/, 'A key has 1 to 40 letters, digits, hyphens or underscores.')

export const runNowSettings = z.strictObject({ selection: selectionSchema })
export type RunNowSettings = z.output<typeof runNowSettings>

export const scheduleSettings = z.strictObject({
  selection: selectionSchema,
  day: daySchema,
  hour: z.int('Enter an hour from 0 to 23.').min(0).max(23),
  repeat: z.enum(scheduleRepeats, { error: 'Choose how often it runs.' }).default('once'),
})
export type ScheduleSettings = z.output<typeof scheduleSettings>

const whole = (what: string, most: number) =>
  z
    .int(`Enter a whole number of ${what}.`)
    .min(1, 'At least 1.')
    .max(most, `At most ${most.toLocaleString('en-US')}.`)

/** A value as records have it in requests; null for none. */
const attributeValue = z.unknown().refine((value) => value !== undefined, 'Enter a value, or null for none.')

const changed = { type: z.literal('change_attribute'), attribute: fieldName }

const anyChange = { ...changed, changeType: z.literal('any') }

const attributeChange = z.discriminatedUnion(
  'changeType',
  [
    z.discriminatedUnion(
      'occurrence',
      [
        z.strictObject({ ...anyChange, occurrence: z.literal('immediate') }),
        z.strictObject({
          ...anyChange,
          occurrence: z.literal('previous'),
          timespan: whole('days, weeks or months', limits.timespan),
          period: z.enum(['day', 'week', 'month'], { error: 'Choose day, week or month.' }),
        }),
      ],
      { error: 'Choose immediate or previous.' },
    ),
    z.strictObject({
      ...changed,
      changeType: z.literal('specific'),
      from: attributeValue,
      to: attributeValue,
    }),
    z.strictObject({
      ...changed,
      changeType: z.literal('percentage'),
      deviationType: z.enum(['increase', 'decrease'], { error: 'Choose increase or decrease.' }),
      value: whole('percent', limits.percent),
      precision: z.enum(['at_least', 'at_most', 'exactly'], {
        error: 'Choose at least, at most or exactly.',
      }),
    }),
  ],
  { error: 'Choose any, specific or percentage.' },
)
export type AttributeChange = z.output<typeof attributeChange>

const stage = idSchema.nullable().default(null)

const segmentId = z.int('Choose a segment.').positive('Choose a segment.')

export const eventSettings = z.discriminatedUnion(
  'type',
  [
    z.strictObject({ type: z.literal('created') }),
    attributeChange,
    z.strictObject({
      type: z.literal('stage_changed'),
      from: stage.meta({ description: 'null: from any stage' }),
      to: stage.meta({ description: 'null: to any stage' }),
    }),
    z.strictObject({ type: z.literal('churned') }),
    z.strictObject({ type: z.literal('task_completed') }),
    z.strictObject({
      type: z.literal('playbook_completed'),
      templateId: idSchema
        .nullable()
        .default(null)
        .meta({ description: 'null: any playbook', example: null }),
    }),
    z.strictObject({ type: z.literal('entered_segment'), segmentId }),
    z.strictObject({ type: z.literal('left_segment'), segmentId }),
    z.strictObject({ type: z.literal('note_added') }),
    z.strictObject({ type: z.literal('activity_logged') }),
    z.strictObject({ type: z.literal('pulse_logged') }),
    z.strictObject({ type: z.literal('email_received') }),
    z.strictObject({ type: z.literal('plan_completed') }),
    z.strictObject({ type: z.literal('milestone_completed') }),
    z.strictObject({ type: z.literal('kpi_target_met') }),
    z.strictObject({
      type: z.literal('survey_answered'),
      surveyId: idSchema.nullable().default(null).meta({ description: 'null: any survey', example: null }),
      scoreFrom: z.number().nullable().default(null).meta({ description: 'null: any score', example: 0 }),
      scoreTo: z.number().nullable().default(null).meta({ example: 6 }),
    }),
  ],
  { error: `Choose an event: ${scenarioEvents.join(', ')}.` },
)
export type EventSettings = z.output<typeof eventSettings>

export const waitSettings = z.discriminatedUnion(
  'mode',
  [
    z.strictObject({
      mode: z.literal('period'),
      amount: z
        .int('Enter a whole number.')
        .min(0, 'At least 0.')
        .max(limits.wait, `At most ${limits.wait.toLocaleString('en-US')}.`),
      period: z.enum(waitPeriods, { error: 'Choose hour, day, week or month.' }),
    }),
    z.strictObject({
      mode: z.literal('date'),
      field: fieldName,
      days: z
        .int()
        .min(-limits.offset)
        .max(limits.offset)
        .default(0)
        .meta({ description: 'Less than zero: before' }),
      hour: z.int('Enter an hour from 0 to 23.').min(0).max(23).default(8),
    }),
    z
      .strictObject({
        mode: z.literal('businessHours'),
        from: z.int('Enter an hour from 0 to 23.').min(0).max(23).default(9),
        to: z.int('Enter an hour from 1 to 24.').min(1).max(24).default(17),
      })
      .refine(({ from, to }) => from < to, {
        path: ['to'],
        error: 'Choose a later hour than the first one.',
      }),
    z.strictObject({
      mode: z.literal('event'),
      event: eventSettings,
      amount: whole('hours, days, weeks or months', limits.wait).meta({
        description: 'How long at most: after that, the record takes the branch `timeout`',
      }),
      period: z.enum(waitPeriods, { error: 'Choose hour, day, week or month.' }),
    }),
  ],
  { error: 'Choose a period, a date field, business hours or an event.' },
)
export type WaitSettings = z.output<typeof waitSettings>

export const conditionSettings = z.strictObject({ rule: ruleSchema })
export type ConditionSettings = z.output<typeof conditionSettings>

export const branchSettings = z.strictObject({
  branches: z
    .array(z.strictObject({ key: branchKey, name: line(limits.name, 'a name'), rule: ruleSchema }))
    .min(1, 'Add at least one branch.')
    .max(limits.branches, `At most ${limits.branches} branches.`),
})
export type BranchSettings = z.output<typeof branchSettings>

export const splitSettings = z.strictObject({
  parts: z
    .array(
      z.strictObject({ key: branchKey, name: line(limits.name, 'a name'), percent: z.int().min(0).max(100) }),
    )
    .min(2, 'Add at least two parts.')
    .max(limits.branches, `At most ${limits.branches} parts.`),
})
export type SplitSettings = z.output<typeof splitSettings>

export const endSettings = z.strictObject({})

export const setAttributeSettings = z.strictObject({
  field: fieldName,
  operation: z.enum(attributeOperations, { error: 'Choose what happens to the value.' }).default('set'),
  value: z.unknown().optional(),
  formula: formulaTextSchema.optional(),
})
export type SetAttributeSettings = z.output<typeof setAttributeSettings>

export const createTaskSettings = z.strictObject({
  title: line(limits.title, 'a title').meta({ example: 'Call {{record.name}}' }),
  description: richTextSchema.nullable().default(null),
  priority: z.enum(taskPriorities).default('NORMAL'),
  activityTypeId: idSchema.nullable().default(null),
  assignee: z
    .discriminatedUnion('rule', [
      z.strictObject({ rule: z.literal('primaryOwner') }),
      z.strictObject({ rule: z.literal('user'), userId: idSchema }),
      z.strictObject({ rule: z.literal('nobody') }),
    ])
    .default({ rule: 'primaryOwner' }),
  dueInDays: z.int('Enter a whole number of days.').min(0).max(limits.dueDays).nullable().default(null),
  estimateMinutes: z.int().min(1).max(120_000).nullable().default(null),
  checklist: z
    .array(line(limits.checklistText, 'a text'))
    .max(limits.checklist, `At most ${limits.checklist} items.`)
    .default([]),
})
export type CreateTaskSettings = z.output<typeof createTaskSettings>

export const assignPlaybookSettings = z.strictObject({ templateId: idSchema })
export type AssignPlaybookSettings = z.output<typeof assignPlaybookSettings>
