import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import {
  activated,
  createScenario,
  good,
  node,
  onCreated,
  runNow,
  scenario,
  scenariosPath,
} from '../scenario-management/scenario.fixture.ts'
import { executions, taskTitles } from '../scenario-run/run.fixture.ts'
import { startReceiver, verified, type Receiver } from '../webhook-management/webhook.fixture.ts'
import { becomes, makeCustomer, runAction } from '../../../test/scenarios/deliveries.ts'

let receiver: Receiver
let app: TestApp
let manager: Client
let administrator: Client

beforeAll(async () => {
  receiver = await startReceiver()
  app = await startTestApp({ ALLOW_PRIVATE_ADDRESSES: 'on' })
  manager = await app.as('manager')
  administrator = await app.as('administrator')
  await app.application.startWorker()
})
afterAll(async () => {
  await app.stop()
  await receiver.stop()
})
beforeEach(() => {
  receiver.received.length = 0
  receiver.answer(undefined)
})

const customer = async (name: string) => (await makeCustomer(manager, manager.actor.userId, name, [])).account

const call = () => ['callUrl', { url: receiver.url, text: 'About {{record.name}}' }] as const

describe('a URL that a scenario calls', () => {
  it('gets each record once, signed with the secret of the company', async () => {
    const id = await customer('Northwind')
    const scenarioId = await runAction(app, manager, [id], call())
    await becomes(manager, scenarioId, { completed: 1, in_progress: 0 })
    const { secret } = good(await administrator.get('scenario-management/call-signing')).data
    expect(good(await manager.get('scenario-management/call-signing')).data).toEqual({ secret: null })
    expect(receiver.received).toHaveLength(1)
    const [received] = receiver.received
    expect(received && verified(received, secret)).toMatchObject({
      type: 'scenario.called',
      data: {
        scenario: { id: scenarioId },
        record: { id, level: 'account', name: 'Northwind' },
        text: 'About Northwind',
      },
    })
  })

  it('is called once for a record that came through other nodes, which then goes on', async () => {
    const id = await customer('Traveller')
    const scenarioId = await activated(
      manager,
      scenario([
        runNow({ ids: [id] }, 'ask'),
        node('ask', 'filter', { rule: { field: 'name', operator: 'contains', value: 'Travel' } }, 'act'),
        node('act', call()[0], call()[1], 'call'),
        node('call', 'createTask', { title: 'Call back' }),
      ]),
    )
    await expect.poll(() => taskTitles(manager, id), { timeout: 60_000 }).toEqual(['Call back'])
    await becomes(manager, scenarioId, { completed: 1, in_progress: 0 })
    expect(receiver.received).toHaveLength(1)
  })

  it('fails at once where the endpoint refuses the call, and is called again with a retry', async () => {
    const id = await customer('Refused')
    receiver.answer((response) => response.writeHead(404).end())
    const scenarioId = await runAction(app, manager, [id], call())
    await becomes(manager, scenarioId, { unattended_failure: 1 })
    const [failed] = await executions(manager, scenarioId, 'act')
    expect(failed.reason).toBe('The endpoint answered with the status 404.')
    expect(receiver.received).toHaveLength(1)
    receiver.answer(undefined)
    good(
      await manager.post('scenario-management/nodes/node-execution-runs/retry', {
        ids: [failed.nodeExecutionRunId],
      }),
    )
    await becomes(manager, scenarioId, { completed: 1, unattended_failure: 0 })
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids).size).toBe(2)
  })

  it('is called again with the same id while the endpoint can not cope', async () => {
    const id = await customer('Busy')
    receiver.answer((response) => response.writeHead(503).end())
    const scenarioId = await runAction(app, manager, [id], call())
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(1)
    await becomes(manager, scenarioId, { in_progress: 1 })
    receiver.answer(undefined)
    app.clock.advance(10_000)
    await becomes(manager, scenarioId, { completed: 1 })
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids).size).toBe(1)
    const bodies = receiver.received.map(({ body }) => body)
    expect(new Set(bodies).size).toBe(1)
  })
})

describe('a call that arrived', () => {
  it('lets its record continue, also where the process is lost before the outbox knows of it', async () => {
    const { owner } = app.application.platform.database
    await owner.query(`
      create function lose_ending() returns trigger language plpgsql as $$ begin raise 'lost'; end $$;
      create trigger lost_ending before update on outbox_item for each row
        when (new.state = 'delivered') execute function lose_ending()`)
    try {
      const scenarioId = await runAction(app, manager, [await customer('Lost')], call())
      await becomes(manager, scenarioId, { completed: 1, in_progress: 0 })
      expect(receiver.received).toHaveLength(1)
    } finally {
      await owner.query('drop function lose_ending cascade')
    }
  })
})

describe('what is not connected', () => {
  it('can be saved and rehearsed, and keeps a scenario from being activated', async () => {
    for (const [type, settings, message] of [
      ['slackMessage', { channel: '#success', text: 'Hello' }, 'Slack is not connected'],
      ['sendEmail', { subject: 'Hello', body: 'You' }, 'No mail server is connected.'],
    ] as const) {
      const scenarioId = await createScenario(
        manager,
        scenario([onCreated('act'), node('act', type, settings)]),
      )
      const { problems } = good(await manager.get(`${scenariosPath}/${scenarioId}`)).data
      expect(problems).toEqual([
        { path: 'nodes.1.type', message: expect.stringContaining(message), onlyActivation: true },
      ])
      const refused = await manager.patch(`${scenariosPath}/${scenarioId}/activate`)
      expect(refused).toMatchObject({
        status: 400,
        body: { reason: 'scenario.not_connected', fields: { 'nodes.1.type': problems[0].message } },
      })
    }
  })
})
