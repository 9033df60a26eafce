import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { node, onCreated, scenario, scenariosPath as url } from './scenario.fixture.ts'

let app: TestApp
let manager: Client

beforeAll(async () => {
  app = await startTestApp()
  manager = await app.as('manager')
})
afterAll(() => app.stop())

const call = node('call', 'createTask', { title: 'Call {{record.name}}' })
const faultsOf = async (body: object) => (await manager.post(url, body)).body.fields

describe('is refused where it is wrong', () => {
  it.each<[string, object[], string]>([
    ['without a trigger', [call], 'nodes'],
    ['with two triggers', [onCreated(), { ...onCreated(), key: 'other' }], 'nodes.1.type'],
    ['with a key twice', [onCreated('call'), call, call], 'nodes.2.key'],
    [
      'with a branch that leads nowhere',
      [node('start', 'onEvent', { type: 'created' }, {})],
      'nodes.0.next.next',
    ],
    ['with a branch to a node that is gone', [onCreated('call')], 'nodes.0.next.next'],
    [
      'with a branch that its node has not',
      [{ ...onCreated(), next: { next: 'end', yes: 'end' } }],
      'nodes.0.next.yes',
    ],
    ['with a node that nothing leads to', [onCreated(), call], 'nodes.1.key'],
    [
      'with a circle',
      [
        onCreated('a'),
        node('a', 'wait', { mode: 'period', amount: 1, period: 'day' }, 'b'),
        node('b', 'createTask', { title: 'B' }, 'a'),
      ],
      'nodes.1.next',
    ],
    ['with an unknown type', [onCreated('x'), node('x', 'sendPigeon')], 'nodes.1.type'],
    [
      'with a setting that is missing',
      [onCreated('call'), node('call', 'createTask')],
      'nodes.1.settings.title',
    ],
    [
      'with an unknown field',
      [onCreated('set'), node('set', 'setAttribute', { field: 'nothing', value: 1 })],
      'nodes.1.settings.field',
    ],
    [
      'with a value that its field does not take',
      [onCreated('set'), node('set', 'setAttribute', { field: 'system:pulse', value: 'x' })],
      'nodes.1.settings.value',
    ],
    [
      'with an unknown playbook',
      [onCreated('play'), node('play', 'assignPlaybook', { templateId: 999 })],
      'nodes.1.settings.templateId',
    ],
    [
      'with an unknown segment',
      [node('start', 'runNow', { selection: { segmentId: 999 } })],
      'nodes.0.settings.selection',
    ],
    [
      'with parts that do not add up',
      [
        onCreated('s'),
        node(
          's',
          'split',
          {
            parts: [
              { key: 'a', name: 'A', percent: 50 },
              { key: 'b', name: 'B', percent: 40 },
            ],
          },
          { a: 'end', b: 'end' },
        ),
      ],
      'nodes.1.settings.parts',
    ],
  ])('%s', async (_, nodes, at) => {
    expect(Object.keys((await faultsOf(scenario(nodes))) ?? {})).toContain(at)
  })

  it.each<[string, object, string]>([
    ['no type', {}, 'type'],
    ['no attribute', { type: 'change_attribute', changeType: 'any', occurrence: 'immediate' }, 'attribute'],
    ['no change type', { type: 'change_attribute', attribute: 'health' }, 'changeType'],
    [
      'any without an occurrence',
      { type: 'change_attribute', attribute: 'health', changeType: 'any' },
      'occurrence',
    ],
    [
      'previous without a timespan',
      {
        type: 'change_attribute',
        attribute: 'health',
        changeType: 'any',
        occurrence: 'previous',
        period: 'day',
      },
      'timespan',
    ],
    [
      'previous with half a day',
      {
        type: 'change_attribute',
        attribute: 'health',
        changeType: 'any',
        occurrence: 'previous',
        timespan: 0.5,
        period: 'day',
      },
      'timespan',
    ],
    [
      'previous without a period',
      {
        type: 'change_attribute',
        attribute: 'health',
        changeType: 'any',
        occurrence: 'previous',
        timespan: 2,
      },
      'period',
    ],
    [
      'specific without from',
      { type: 'change_attribute', attribute: 'health', changeType: 'specific', to: 1 },
      'from',
    ],
    [
      'specific without to',
      { type: 'change_attribute', attribute: 'health', changeType: 'specific', from: 1 },
      'to',
    ],
    [
      'percentage without a deviation',
      {
        type: 'change_attribute',
        attribute: 'health',
        changeType: 'percentage',
        value: 20,
        precision: 'at_least',
      },
      'deviationType',
    ],
    [
      'percentage without a value',
      {
        type: 'change_attribute',
        attribute: 'health',
        changeType: 'percentage',
        deviationType: 'decrease',
        precision: 'at_least',
      },
      'value',
    ],
    [
      'percentage without a precision',
      {
        type: 'change_attribute',
        attribute: 'health',
        changeType: 'percentage',
        deviationType: 'decrease',
        value: 20,
      },
      'precision',
    ],
    [
      'percentage of a text',
      {
        type: 'change_attribute',
        attribute: 'name',
        changeType: 'percentage',
        deviationType: 'decrease',
        value: 20,
        precision: 'at_least',
      },
      'attribute',
    ],
  ])('On Event with %s', async (_, settings, at) => {
    const faults = await faultsOf(scenario([node('start', 'onEvent', settings as Record<string, unknown>)]))
    expect(Object.keys(faults ?? {})).toContain(`nodes.0.settings.${at}`)
  })

  it('for contacts with a playbook, and with more nodes than a scenario can have', async () => {
    const contacts = scenario([onCreated('play'), node('play', 'assignPlaybook', { templateId: 1 })], {
      level: 'contact',
    })
    expect(Object.keys(await faultsOf(contacts))).toContain('nodes.1.type')
    const many = Array.from({ length: 5000 }, (_, at) =>
      node(`n${at}`, 'createTask', { title: 'T' }, `n${at + 1}`),
    )
    expect(await faultsOf(scenario([onCreated('n0'), ...many]))).toMatchObject({
      nodes: expect.stringContaining('200'),
    })
  })
})

const check = async (nodes: object[]) => {
  const formData = { level: 'account', timeZone: 'UTC', reentry: { rule: 'once' } }
  const { status, body } = await manager.post(`${url}/check`, { formData, nodes })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

describe('an unfinished scenario', () => {
  it('is checked without being saved', async () => {
    expect(await check([])).toEqual([
      { path: 'nodes', message: 'A scenario begins with a trigger. Add one.' },
    ])
    expect(
      (await check([onCreated('call'), node('call', 'createTask'), ...scenario([]).nodes])).map(
        ({ path }: { path: string }) => path,
      ),
    ).toEqual(['nodes.1.settings.title'])
    expect(await check(scenario([onCreated('call'), call]).nodes)).toEqual([])
    expect((await manager.get(url)).body.totalItemCount).toBe(0)
  })
})
