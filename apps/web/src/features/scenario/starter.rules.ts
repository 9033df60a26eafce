import type { Rule } from '@steward/conditions'
import type { LevelName } from '@steward/contracts/level'
import type { Reentry, ScenarioNode } from '@steward/contracts/scenario/scenario'
import type { LevelField } from '../../entities/field/index.ts'
import { newKey } from './editor/graph.rules.ts'
import { emptyDraft, type Draft } from './editor/draft.rules.ts'

/** What a starter needs to know where it begins. */
interface StartPlace {
  timeZone: string
  /** The first day of a schedule. */
  today: string
  /** Of the level of the starter. */
  fields: readonly LevelField[]
}

export interface Starter {
  starter: string
  name: string
  description: string
  level: LevelName
  reentry: Reentry
  nodes: (place: StartPlace) => readonly Step[]
}

type Step = Pick<ScenarioNode, 'type' | 'settings'>

const step = (type: string, settings: ScenarioNode['settings'] = {}): Step => ({ type, settings })

const task = (
  title: string,
  dueInDays: number,
  priority = 'NORMAL',
  description: string | null = null,
): Step => step('createTask', { title, dueInDays, priority, description, assignee: { rule: 'primaryOwner' } })

const daily = (today: string, rule: Rule | undefined): Step =>
  step('scheduleLater', {
    ...(rule && { selection: { filter: JSON.stringify(rule) } }),
    day: today,
    hour: 8,
    repeat: 'daily',
  })

/** The first field of a type whose name has one of some words. */
const named = (fields: readonly LevelField[], dataTypes: readonly string[], words: RegExp) =>
  fields.find(({ dataType, displayName }) => dataTypes.includes(dataType) && words.test(displayName))

const current: readonly Rule[] = [{ not: { or: [{ field: 'churned', operator: 'isTrue' }] } }]

/** Scenarios to start from. Where one needs a field that the company does not have, the field is left to choose. */
export const starters: readonly Starter[] = [
  {
    starter: 'welcome',
    name: 'Welcome a new customer',
    description: 'Plans the first call when an account is created, and a check-in a week later.',
    level: 'account',
    reentry: { rule: 'once', whileRunning: false },
    nodes: () => [
      step('onEvent', { type: 'created' }),
      task('Welcome {{record.name}}', 1, 'HIGH', 'Introduce yourself, and agree on the first goal.'),
      step('wait', { mode: 'period', amount: 7, period: 'day' }),
      task('Check in with {{record.name}}', 2),
    ],
  },
  {
    starter: 'silent',
    name: 'Silent for 30 days',
    description: 'Looks every morning for accounts on which nothing has changed in 30 days.',
    level: 'account',
    reentry: { rule: 'limited', times: 1, days: 30, whileRunning: false },
    nodes: ({ today }) => [
      daily(today, {
        and: [...current, { not: { or: [{ field: 'updatedAt', operator: 'inLast', value: 30 }] } }],
      }),
      task('Get in touch with {{record.name}}', 2, 'NORMAL', 'Nothing has happened here for 30 days.'),
    ],
  },
  {
    starter: 'score-down',
    name: 'Score down by 20%',
    description: 'Creates an urgent task when the health score of an account drops by 20% or more.',
    level: 'account',
    reentry: { rule: 'limited', times: 1, days: 14, whileRunning: false },
    nodes: () => [
      step('onEvent', {
        type: 'change_attribute',
        attribute: 'system:health',
        changeType: 'percentage',
        deviationType: 'decrease',
        value: 20,
        precision: 'at_least',
      }),
      task('Find out why the score of {{record.name}} dropped', 2, 'URGENT'),
    ],
  },
  {
    starter: 'renewal',
    name: 'Renewal in 120 days',
    description: 'Starts the talk about the renewal 120 days before its date.',
    level: 'account',
    reentry: { rule: 'limited', times: 1, days: 300, whileRunning: false },
    nodes({ today, fields }) {
      const date = named(fields, ['date'], /renew|contract end|expir/i)
      const isDue = date && { field: date.name, operator: 'inNext' as const, value: 120 }
      return [
        daily(today, isDue && { and: [...current, isDue] }),
        task('Prepare the renewal of {{record.name}}', 14, 'HIGH'),
      ]
    },
  },
  {
    starter: 'champion',
    name: 'Champion left',
    description: 'Creates a task to find a new champion when a contact stops being one.',
    level: 'contact',
    reentry: { rule: 'limited', times: 1, days: 90, whileRunning: false },
    nodes({ fields }) {
      const champion = named(fields, ['boolean'], /champion/i)
      return [
        step('onEvent', {
          type: 'change_attribute',
          ...(champion && { attribute: champion.name }),
          changeType: 'specific',
          from: true,
          to: false,
        }),
        task('Find a new champion at {{account.name}}', 5, 'HIGH', 'Until now it was {{record.name}}.'),
      ]
    },
  },
]

export const starterOf = (name: unknown): Starter | undefined =>
  starters.find(({ starter }) => starter === name)

/** A new scenario that begins as a starter does: its steps one after the other, and an end. */
export function draftOfStarter(starter: Starter, place: StartPlace): Draft {
  const { name, description, level, reentry } = starter
  const steps = [...starter.nodes(place), step('end')].map((one) => ({ ...one, key: newKey(one.type) }))
  const nodes = steps.map((one, at) => {
    const next = steps[at + 1]
    return { ...one, next: Object.fromEntries(next ? [['next', next.key]] : []) as ScenarioNode['next'] }
  })
  const { form } = emptyDraft(level, place.timeZone)
  return { form: { ...form, name, description, reentry }, nodes }
}
