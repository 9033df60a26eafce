import { expect } from 'vitest'
import { client, page, unique } from '../journey.ts'
import { panel } from './build.ts'
import type { Hands } from './hands.ts'

/** The fields that two of the starters are about. */
export async function makeStarterFields(): Promise<void> {
  await client.post('/core/fields', {
    displayName: 'Renewal date',
    dataType: 'date',
    columnLevel: 'account',
  })
  await client.post('/core/fields', { displayName: 'Champion', dataType: 'boolean', columnLevel: 'contact' })
}

interface Task {
  title: string
  days: string
  priority?: string
}

/** How one of the starters is built from nothing, and what it is then. */
export interface Recipe {
  name: string
  build(hands: Hands): Promise<void>
  /** The nodes but the end, by type, each with some of its settings. */
  nodes: readonly (readonly [type: string, settings: object])[]
}

async function addTask(hands: Hands, after: string, { title, days, priority }: Task): Promise<void> {
  await hands.add(after, 'Create Task')
  await hands.fill('Title', title)
  await hands.fill('Due in days', days)
  if (priority !== undefined) await hands.choose('Priority', priority)
}

async function enterAtMostOnceIn(hands: Hands, days: string): Promise<void> {
  await hands.choose('A record may enter', 'A limited number of times')
  await hands.fill('In days', days)
}

const current = { field: 'Churned', operator: 'is true' }

export const recipes: readonly Recipe[] = [
  {
    name: 'Welcome a new customer',
    async build(hands) {
      await hands.trigger('On Event')
      await addTask(hands, 'On Event', { title: 'Welcome {{record.name}}', days: '1', priority: 'High' })
      await hands.add('Create Task', 'Wait')
      await hands.fill('Wait for', '7')
      await addTask(hands, 'Wait', { title: 'Check in with {{record.name}}', days: '2' })
    },
    nodes: [
      ['onEvent', { type: 'created' }],
      ['createTask', { title: 'Welcome {{record.name}}', dueInDays: 1, priority: 'HIGH' }],
      ['wait', { mode: 'period', amount: 7, period: 'day' }],
      ['createTask', { title: 'Check in with {{record.name}}', dueInDays: 2 }],
    ],
  },
  {
    name: 'Silent for 30 days',
    async build(hands) {
      await enterAtMostOnceIn(hands, '30')
      await hands.trigger('Schedule Later')
      await hands.choose('Records', 'Conditions')
      await hands.group('None of', current)
      await hands.group('None of', { field: 'Last changed', operator: 'is in the last', value: '30' })
      await addTask(hands, 'Schedule Later', { title: 'Get in touch with {{record.name}}', days: '2' })
    },
    nodes: [
      [
        'scheduleLater',
        { repeat: 'daily', hour: 8, selection: { filter: expect.stringContaining('inLast') } },
      ],
      ['createTask', { title: 'Get in touch with {{record.name}}', dueInDays: 2 }],
    ],
  },
  {
    name: 'Score down by 20%',
    async build(hands) {
      await enterAtMostOnceIn(hands, '14')
      await hands.trigger('On Event')
      await hands.choose('Event', 'Attribute changed')
      await hands.find('Attribute', 'Health')
      await hands.choose('Change', 'By a percentage')
      await hands.fill('Percentage', '20')
      await panel('On Event').getByText('When Health goes down by at least 20%.').waitFor()
      const title = 'Find out why the score of {{record.name}} dropped'
      await addTask(hands, 'On Event', { title, days: '2', priority: 'Urgent' })
    },
    nodes: [
      [
        'onEvent',
        {
          type: 'change_attribute',
          attribute: 'system:health',
          changeType: 'percentage',
          deviationType: 'decrease',
          precision: 'at_least',
          value: 20,
        },
      ],
      ['createTask', { dueInDays: 2, priority: 'URGENT' }],
    ],
  },
  {
    name: 'Renewal in 120 days',
    async build(hands) {
      await enterAtMostOnceIn(hands, '300')
      await hands.trigger('Schedule Later')
      await hands.choose('Records', 'Conditions')
      await hands.condition({ field: 'Renewal date', operator: 'is in the next', value: '120' })
      await hands.group('None of', current)
      const title = 'Prepare the renewal of {{record.name}}'
      await addTask(hands, 'Schedule Later', { title, days: '14', priority: 'High' })
    },
    nodes: [
      ['scheduleLater', { repeat: 'daily', selection: { filter: expect.stringContaining('inNext') } }],
      ['createTask', { title: 'Prepare the renewal of {{record.name}}', dueInDays: 14, priority: 'HIGH' }],
    ],
  },
  {
    name: 'Champion left',
    async build(hands) {
      await hands.choose('Records', 'Contacts')
      await enterAtMostOnceIn(hands, '90')
      await hands.trigger('On Event')
      await hands.choose('Event', 'Attribute changed')
      await hands.find('Attribute', 'Champion')
      await hands.choose('Change', 'From one value to another')
      await hands.find('From', 'Yes')
      await hands.find('To', 'No')
      await panel('On Event').getByText('When Champion changes from Yes to No.').waitFor()
      const title = 'Find a new champion at {{account.name}}'
      await addTask(hands, 'On Event', { title, days: '5', priority: 'High' })
    },
    nodes: [
      ['onEvent', { type: 'change_attribute', changeType: 'specific', from: true, to: false }],
      ['createTask', { title: 'Find a new champion at {{account.name}}', dueInDays: 5, priority: 'HIGH' }],
    ],
  },
]

interface Saved {
  data: { nodes: { type: string; settings: object }[] }
}

/** Builds a starter from an empty canvas, and looks at what was saved. */
export async function buildFromNothing(hands: Hands, recipe: Recipe): Promise<void> {
  await hands.begin(unique(recipe.name))
  await recipe.build(hands)
  await hands.save()
  const { nodes } = (await client.get<Saved>(`/scenario-management${new URL(page.url()).pathname.slice(4)}`))
    .data
  expect(nodes.filter((node) => node.type !== 'end')).toMatchObject(
    recipe.nodes.map(([type, settings]) => ({ type, settings })),
  )
}
