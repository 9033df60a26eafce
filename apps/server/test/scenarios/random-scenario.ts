import { end, node } from '../../src/modules/scenario-management/scenario.fixture.ts'
import type { Random } from '../fuzz/random.ts'

/** The fields that one scenario follows, asks about and writes; no other one touches them. */
export interface OwnFields {
  first: string
  second: string
  /** Of texts; the others are of numbers. */
  text: string
}

interface Made {
  key: string
  nodes: object[]
}

interface Growing {
  random: Random
  fields: OwnFields
  url: string
  nextKey: (type: string) => string
  nextHours: () => number
}

const numbers = [null, 0, 1, 2, 3, 4]

/**
 * How long the waits of a scenario are. Sums of up to three of them differ, as two runs of a record would otherwise go
 * on at the same time, and no one could say which of them acts first.
 */
const hours = [5, 17, 23, 27, 29, 36]

const ruleOf = (random: Random, { first, second }: OwnFields): object => {
  const field = random.pick([first, second])
  const operator = random.pick(['equals', 'greater', 'lesser', 'set', 'notSet'])
  return operator.toLowerCase().includes('set')
    ? { field, operator }
    : { field, operator, value: random.below(5) }
}

/** A change of one of the fields. */
function changeOf(random: Random, { first, second }: OwnFields): object {
  const changed = { type: 'change_attribute', attribute: random.pick([first, second]) }
  return random.pick([
    { ...changed, changeType: 'any', occurrence: 'immediate' },
    { ...changed, changeType: 'any', occurrence: 'previous', timespan: 1 + random.below(3), period: 'day' },
    { ...changed, changeType: 'specific', from: random.pick(numbers), to: random.pick(numbers) },
    {
      ...changed,
      changeType: 'percentage',
      deviationType: random.pick(['increase', 'decrease']),
      value: random.pick([25, 50, 100]),
      precision: random.pick(['at_least', 'at_most', 'exactly']),
    },
  ])
}

const triggerOf = (random: Random, fields: OwnFields): object =>
  random.pick([
    { type: 'created' },
    { type: 'note_added' },
    changeOf(random, fields),
    changeOf(random, fields),
  ])

const reentryOf = (random: Random): object => ({
  ...random.pick([{ rule: 'once' }, { rule: 'always' }, { rule: 'limited', times: 2, days: 3 }]),
  whileRunning: random.chance(0.3),
})

function splitOf(random: Random): { settings: Record<string, unknown>; branches: string[] } {
  const percent = random.below(101)
  const parts = [
    { key: 'a', name: 'A', percent },
    { key: 'b', name: 'B', percent: 100 - percent },
  ]
  return { settings: { parts }, branches: ['a', 'b'] }
}

/** Nodes that send something, ask someone, or wait for an event. */
function furtherOf({ random, fields, url, nextHours }: Growing) {
  const empty = random.pick(['skip', 'leaveOut'])
  return random.pick([
    () => ({
      type: 'sendEmail',
      settings: {
        subject: 'Hello {{contact.name}}',
        body: '{{account.name}}, {{owner.name}}',
        whenEmpty: empty,
      },
      branches: ['next'],
    }),
    () => ({ type: 'callUrl', settings: { url, text: '{{record.name}}' }, branches: ['next'] }),
    () => ({
      type: 'askApproval',
      settings: {
        question: 'Go on with {{record.name}}?',
        approver: { rule: 'primaryOwner' },
        amount: nextHours(),
        period: 'hour',
      },
      branches: ['approved', 'rejected', 'timeout'],
    }),
    () => ({
      type: 'wait',
      settings: {
        mode: 'event',
        event: random.pick([{ type: 'note_added' }, changeOf(random, fields), changeOf(random, fields)]),
        amount: nextHours(),
        period: 'hour',
      },
      branches: ['happened', 'timeout'],
    }),
  ])()
}

/** Settings by which each record gets a value of its own. */
function ownValueOf(random: Random, { first, second, text }: OwnFields): Record<string, unknown> {
  const formula = random.pick([
    `{${first}} + 1`,
    `mod({${first}} * {${second}}, 5)`,
    `round({${first}} / {${second}}, 1)`,
    `ifBlank({${second}}, 0) + day(today())`,
  ])
  return random.pick([
    { field: first, operation: 'formula', formula },
    {
      field: text,
      operation: 'append',
      value: random.pick(['Seen', 'Of {{record.name}}', '{{organization.name}}']),
    },
  ])
}

/** The type of a random node, its settings and ways out. */
function kindOf(growing: Growing) {
  const { random, fields, nextHours } = growing
  if (random.chance(0.3)) return furtherOf(growing)
  const one = ['next']
  const rule = () => ruleOf(random, fields)
  const field = random.pick([fields.first, fields.second])
  return random.pick([
    () => ({ type: 'condition', settings: { rule: rule() }, branches: ['yes', 'no'] }),
    () => ({
      type: 'branches',
      settings: {
        branches: ['x', 'y'].map((key) => ({ key, name: key, rule: rule() })),
      },
      branches: ['x', 'y', 'else'],
    }),
    () => ({ type: 'filter', settings: { rule: rule() }, branches: one }),
    () => ({ type: 'split', ...splitOf(random) }),
    () => ({
      type: 'wait',
      settings: { mode: 'period', amount: nextHours(), period: 'hour' },
      branches: one,
    }),
    () => ({
      type: 'setAttribute',
      settings: { field, operation: 'set', value: random.below(5) },
      branches: one,
    }),
    () => ({ type: 'setAttribute', settings: { field, operation: 'clear' }, branches: one }),
    () => ({ type: 'setAttribute', settings: ownValueOf(random, fields), branches: one }),
    () => ({ type: 'createTask', settings: { title: 'Call {{record.name}}' }, branches: one }),
  ])()
}

function grow(growing: Growing, depth: number): Made {
  const { random, nextKey } = growing
  if (depth === 0 || random.chance(0.15)) return { key: 'end', nodes: [] }
  const { type, settings, branches } = kindOf(growing)
  const key = nextKey(type)
  const ways = branches.map((branch) => ({ branch, to: grow(growing, depth - 1) }))
  const next = Object.fromEntries(ways.map(({ branch, to }) => [branch, to.key]))
  return { key, nodes: [node(key, type, settings, next), ...ways.flatMap(({ to }) => to.nodes)] }
}

/** The nodes after the trigger. Draws again where there are more waits than times for them. */
function bodyOf(random: Random, fields: OwnFields, url: string): Made {
  for (;;) {
    let count = 0
    let waits = 0
    const nextKey = (type: string) => `${type}${(count += 1)}`
    const free = [...hours]
    const nextHours = () => {
      waits += 1
      return free.splice(random.below(free.length), 1)[0] ?? 0
    }
    const made = grow({ random, fields, url, nextKey, nextHours }, 3)
    if (waits <= hours.length) return made
  }
}

/** A random scenario of accounts, which calls an address. The keys of its nodes begin with their types. */
export function randomScenario(random: Random, fields: OwnFields, name: string, url: string): object {
  const first = bodyOf(random, fields, url)
  const start = node('start', 'onEvent', triggerOf(random, fields) as Record<string, unknown>, first.key)
  const formData = { name, level: 'account', reentry: reentryOf(random) }
  return { formData, nodes: [start, ...first.nodes, end] }
}
