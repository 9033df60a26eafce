import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { startMailServer, type MailServer } from '../messenger/messenger.fixture.ts'
import {
  activate,
  createScenario,
  good,
  node,
  onCreated,
  scenario,
  scenariosPath,
} from '../scenario-management/scenario.fixture.ts'
import { executions, settle } from '../scenario-run/run.fixture.ts'
import { addressOf, becomes, makeCustomer, runAction, setLimits } from '../../../test/scenarios/deliveries.ts'

let server: MailServer
let app: TestApp
let manager: Client

beforeAll(async () => {
  server = await startMailServer()
  app = await startTestApp({ SMTP_URL: server.url, MAIL_FROM: 'Steward <steward@company.example>' })
  manager = await app.as('manager')
  await app.application.startWorker()
})
afterAll(async () => {
  await app.stop()
  await server.stop()
})
beforeEach(async () => {
  server.mails.length = 0
  server.attempts.length = 0
  server.refusal = undefined
  await setLimits(manager, {})
})

const email = (settings: object = {}) =>
  [
    'sendEmail',
    { subject: 'Welcome, {{contact.name}}', body: 'Hello from {{owner.name}}.', ...settings },
  ] as const

const customer = (name: string, contacts: readonly string[]) =>
  makeCustomer(manager, manager.actor.userId, name, contacts)

/** The mail to a contact, with each header in a line. */
const sourceFor = (name: string): string =>
  (server.mails.find(({ to }) => to.includes(addressOf(name)))?.source ?? '').replaceAll(/\r\n[ \t]+/g, '')

const recipients = () => server.mails.flatMap(({ to }) => to).toSorted()

describe('an email of a scenario', () => {
  it('goes to each contact in the name of the owner, asks for answers to them, and is kept on the timeline', async () => {
    const { account, contacts } = await customer('Northwind', ['Ada Lovelace', 'Grace Hopper'])
    const scenarioId = await runAction(app, manager, [account], email())
    await becomes(manager, scenarioId, { completed: 1, in_progress: 0 })
    expect(recipients()).toEqual(['ada.lovelace@example.com', 'grace.hopper@example.com'])
    const source = sourceFor('Ada Lovelace')
    expect(source).toMatch(/^From: .*<steward@company\.example>/m)
    expect(source).toMatch(/^Reply-To: .+@/m)
    expect(source).toContain('Subject: Welcome, Ada Lovelace')
    expect(source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m)
    expect(source).toMatch(/^List-Unsubscribe: *<http/m)
    expect(source).toMatch(/^Auto-Submitted: auto-generated/m)
    const threads = `email-v3/threads?level=contact&entity=${contacts[0]}`
    await expect
      .poll(async () => JSON.stringify((await manager.get(threads)).body), { timeout: 20_000 })
      .toContain('Welcome, Ada Lovelace')
  })

  it('never goes to contacts who are archived or have unsubscribed, by link or by address', async () => {
    const { account, contacts } = await customer('Fabrikam', ['Left Behind', 'Stays Here', 'Opted Out'])
    const scenarioId = await runAction(app, manager, [account], email())
    await becomes(manager, scenarioId, { completed: 1 })
    const address = /^List-Unsubscribe: *<http:\/\/[^/]+\/([^>]+)>/m.exec(sourceFor('Opted Out'))?.[1]
    const page = await app.application.app.inject({ url: `/${address}` })
    expect(page.body).toContain('<button type="submit">Unsubscribe</button>')
    const posted = await app.application.app.inject({
      method: 'POST',
      url: `/${address}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
    expect(posted.statusCode).toBe(200)
    good(await manager.put(`core/contacts/${contacts[0]}/archive`))
    server.mails.length = 0
    const second = await runAction(app, manager, [account], email({ subject: 'Again' }))
    await becomes(manager, second, { completed: 1 })
    expect(recipients()).toEqual(['stays.here@example.com'])
    const subscription = `scenario-management/records/${contacts[2]}/subscription`
    expect(good(await manager.get(subscription)).data).toEqual({ unsubscribed: true })
    good(await manager.put(subscription, { unsubscribed: false }))
    expect(good(await manager.get(subscription)).data).toEqual({ unsubscribed: false })
  })

  it('skips a contact for whom a placeholder is empty, or leaves it out, as the node says', async () => {
    const { contacts } = await customer('Contoso', ['Solo Walker'])
    const ids = contacts
    const text = { subject: 'For {{organization.name}}{{account.name}}!' }
    const orphan = await runAction(app, manager, ids, email(text), { level: 'contact' })
    await becomes(manager, orphan, { completed: 1 })
    await app.application.platform.database.owner.query(
      `update record set account_id = null where record_id = $1`,
      [ids[0]],
    )
    const skipped = await runAction(app, manager, ids, email(text), { level: 'contact' })
    await becomes(manager, skipped, { unattended_skip: 1 })
    expect((await executions(manager, skipped, 'act'))[0].reason).toBe(
      '{{account.name}} is empty for Solo Walker.',
    )
    server.mails.length = 0
    const left = await runAction(app, manager, ids, email({ ...text, whenEmpty: 'leaveOut' }), {
      level: 'contact',
    })
    await becomes(manager, left, { completed: 1 })
    expect(server.mails[0]?.source).toContain('Subject: For Contoso Group!')
  })

  it('fails where the mail server refuses it for good, in its words, and goes out with a retry', async () => {
    const { account } = await customer('Refused', ['Un Known'])
    server.unknown.add(addressOf('Un Known'))
    const scenarioId = await runAction(app, manager, [account], email())
    await becomes(manager, scenarioId, { unattended_failure: 1 })
    const [failed] = await executions(manager, scenarioId, 'act')
    expect(failed.reason).toContain('No such mailbox')
    server.unknown.clear()
    good(
      await manager.post('scenario-management/nodes/node-execution-runs/retry', {
        ids: [failed.nodeExecutionRunId],
      }),
    )
    await becomes(manager, scenarioId, { completed: 1, unattended_failure: 0 })
    expect(recipients()).toEqual([addressOf('Un Known')])
  })

  it('waits while the mail server refuses it for now, and while the scenario is stopped', async () => {
    const { account } = await customer('Delayed', ['Slow Post'])
    server.refusal = 'Try again later'
    const scenarioId = await runAction(app, manager, [account], email())
    await expect.poll(() => server.attempts.length, { timeout: 20_000 }).toBeGreaterThan(0)
    await becomes(manager, scenarioId, { in_progress: 1 })
    good(await manager.patch(`${scenariosPath}/${scenarioId}/deactivate`))
    server.refusal = undefined
    server.mails.length = 0
    app.clock.advance(15_000)
    const state = async () => {
      const { rows } = await app.application.platform.database.owner.query(
        'select state from scenario_delivery where scenario_id = $1',
        [scenarioId],
      )
      return rows[0]?.state
    }
    await expect.poll(state, { timeout: 20_000 }).toBe(4)
    expect(server.mails).toEqual([])
    good(await manager.patch(`${scenariosPath}/${scenarioId}/activate`))
    await becomes(manager, scenarioId, { completed: 1 })
    expect(recipients()).toEqual([addressOf('Slow Post')])
  })

  it('skips a record without an owner, and fails for one whose owner is deactivated before it goes out', async () => {
    const { owner } = app.application.platform.database
    const { account: unowned } = await customer('Unowned', ['No One'])
    // Its organization as well, whose owner would write for it.
    await owner.query(`update record set owners = '{}' where name like 'Unowned%'`)
    const skipping = await runAction(app, manager, [unowned], email())
    await becomes(manager, skipping, { unattended_skip: 1 })
    expect((await executions(manager, skipping, 'act'))[0].reason).toContain('There is no owner')
    const leaving = await app.newUser('manager')
    const { account } = await makeCustomer(manager, leaving.actor.userId, 'Left', ['Late Post'])
    server.refusal = 'Try again later'
    const failing = await runAction(app, manager, [account], email())
    await expect.poll(() => server.attempts.length, { timeout: 20_000 }).toBeGreaterThan(0)
    const admin = await app.as('administrator')
    good(await admin.patch(`user-management/users/${leaving.actor.userId}`, { active: false }))
    server.refusal = undefined
    app.clock.advance(15_000)
    await becomes(manager, failing, { unattended_failure: 1 })
    expect((await executions(manager, failing, 'act'))[0].reason).toContain('The owner was deactivated.')
    expect(server.mails).toEqual([])
  })

  it('goes out once a week at most as the company says, and within the hours of a business day', async () => {
    const { account } = await customer('Capped', ['Often Written'])
    await setLimits(manager, { messagesPerWeek: 1 })
    const first = await runAction(app, manager, [account], email())
    await becomes(manager, first, { completed: 1 })
    const second = await runAction(app, manager, [account], email())
    await becomes(manager, second, { unattended_skip: 1 })
    expect((await executions(manager, second, 'act'))[0].reason).toBe(
      'Often Written has got 1 email of scenarios within a week.',
    )
    const hour = app.clock.now().getUTCHours()
    const closed = hour < 12 ? { from: 13, to: 14 } : { from: 1, to: 2 }
    await setLimits(manager, { hours: closed })
    const third = await runAction(app, manager, [account], email())
    const [waiting] = await executions(manager, third, 'act')
    expect(new Date(waiting.wakesAt).getUTCHours()).toBe(closed.from)
  })

  it('is rehearsed without being sent, and refused with an unknown placeholder', async () => {
    const { account } = await customer('Rehearsed', ['Dry Run'])
    const body = scenario([
      node('start', 'runNow', { selection: { ids: [account] } }, 'act'),
      node('act', 'sendEmail', email()[1]),
    ])
    const scenarioId = await createScenario(manager, body)
    const url = `${scenariosPath}/${scenarioId}/rehearsal`
    good(await manager.post(url, {}))
    await expect.poll(async () => good(await manager.get(url)).data.state, { timeout: 60_000 }).toBe('done')
    const { data } = good(await manager.get(`${url}/actions`))
    expect(data).toMatchObject([{ effect: 'Email “Welcome, Dry Run” to Dry Run.' }])
    await settle(app)
    expect(server.mails).toEqual([])
    const wrong = scenario([onCreated('act'), node('act', 'sendEmail', email({ subject: '{{first}}' })[1])])
    expect((await manager.post(scenariosPath, wrong)).body.fields).toEqual({
      'nodes.1.settings.subject': expect.stringContaining('There is no placeholder {{first}}.'),
    })
    await activate(manager, scenarioId)
    await becomes(manager, scenarioId, { completed: 1 })
    const { data: sent, total } = good(
      await manager.get(`${scenariosPath}/${scenarioId}/deliveries?since=2020-01-01T00:00:00Z`),
    )
    expect(total).toBe(1)
    expect(sent).toMatchObject([
      { kind: 'email', target: addressOf('Dry Run'), subject: 'Welcome, Dry Run', record: { id: account } },
    ])
  })
})
