import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create } from '../record/record.fixture.ts'
import {
  activated,
  createScenario,
  end,
  good,
  node,
  onCreated,
  runNow,
  scenario,
  scenariosPath,
} from '../scenario-management/scenario.fixture.ts'
import { executions, settle, summaryOf, taskTitles } from '../scenario-run/run.fixture.ts'

let app: TestApp
let manager: Client
let approver: Client
let other: Client

beforeAll(async () => {
  app = await startTestApp()
  manager = await app.as('manager')
  approver = await app.newUser('normalUser')
  other = await app.newUser('normalUser')
  await app.application.startWorker()
})
afterAll(() => app.stop())

const approvals = 'scenario-management/approvals'
const account = (name: string) => create(manager, 'accounts', { name, owners: [approver.actor.userId] })

const ask = (recordId: number, settings: object = {}) => ({
  formData: scenario([]).formData,
  nodes: [
    runNow({ ids: [recordId] }, 'act'),
    node(
      'act',
      'askApproval',
      { question: 'Offer {{record.name}} a discount?', approver: { rule: 'primaryOwner' }, ...settings },
      { approved: 'task', rejected: 'end', timeout: 'late' },
    ),
    node('task', 'createTask', { title: 'Send the offer' }),
    node('late', 'createTask', { title: 'Too late' }),
    end,
  ],
})

async function started(recordId: number, settings: object = {}): Promise<number> {
  const scenarioId = await activated(manager, ask(recordId, settings))
  await settle(app)
  return scenarioId
}

const openOf = async (client: Client, query = '') => good(await client.get(`${approvals}?${query}`)).data

describe('a question of a scenario', () => {
  it('goes to the primary owner, and its answer decides the way of the record', async () => {
    const id = await account('Northwind')
    const scenarioId = await started(id)
    const [question] = await openOf(approver)
    expect(question).toMatchObject({
      question: 'Offer Northwind a discount?',
      record: { id, level: 'account', name: 'Northwind' },
      scenario: { id: scenarioId },
    })
    const { data: notices } = good(await approver.get('notification/notification?category=entity'))
    expect(JSON.stringify(notices)).toContain('Approve? Offer Northwind a discount?')
    good(await approver.post(`${approvals}/${question.approvalId}/decide`, { approved: true }))
    await settle(app)
    expect(await taskTitles(manager, id)).toEqual(['Send the offer'])
    const [done] = await executions(manager, scenarioId, 'act')
    expect(done).toMatchObject({ status: 'completed', reason: expect.stringContaining('approved this.') })
    expect(await openOf(approver)).toEqual([])
    expect(await openOf(approver, 'state=approved')).toHaveLength(1)
    const again = await approver.post(`${approvals}/${question.approvalId}/decide`, { approved: false })
    expect(again).toMatchObject({ status: 409, body: { reason: 'scenario.approval_decided' } })
  })

  it('is no one else’s to see or to decide, but for those who edit scenarios', async () => {
    const id = await account('Private')
    await started(id)
    const [question] = await openOf(approver)
    const url = `${approvals}/${question.approvalId}/decide`
    expect(await openOf(other, 'everyone=true')).toEqual([])
    expect((await other.post(url, { approved: true })).status).toBe(404)
    expect((await (await app.foreigner()).post(url, { approved: true })).status).toBe(404)
    expect(await openOf(manager, 'everyone=true')).toMatchObject([{ approvalId: question.approvalId }])
    good(await manager.post(url, { approved: false }))
    await settle(app)
    expect(await taskTitles(manager, id)).toEqual([])
  })

  it('takes the way of no answer when its time is over', async () => {
    const id = await account('Silent')
    const scenarioId = await started(id, { amount: 2, period: 'hour' })
    expect(await summaryOf(manager, scenarioId, 'act')).toMatchObject({ in_progress: 1 })
    app.clock.advance(2 * 3600_000 + 120_000)
    await expect.poll(() => taskTitles(manager, id), { timeout: 60_000 }).toEqual(['Too late'])
    expect(await openOf(approver, 'state=expired')).toHaveLength(1)
  })

  it('is closed with its record: one that is archived meanwhile leaves, and is asked about no more', async () => {
    const id = await account('Archived')
    const scenarioId = await started(id)
    good(await manager.put(`core/accounts/${id}/archive`))
    expect(await openOf(approver)).toEqual([])
    const { data: all } = good(await manager.get(`${scenariosPath}/${scenarioId}`))
    expect(all.status).toBe('active')
  })

  it('is refused for users who can’t decide, and rehearsed as approved', async () => {
    const id = await account('Rehearsed')
    const wrong = {
      formData: scenario([]).formData,
      nodes: [
        onCreated('act'),
        node(
          'act',
          'askApproval',
          { question: 'Go on?', approver: { rule: 'user', userId: 999 } },
          {
            approved: 'end',
            rejected: 'end',
            timeout: 'end',
          },
        ),
        end,
      ],
    }
    expect(Object.keys((await manager.post(scenariosPath, wrong)).body.fields)).toEqual([
      'nodes.1.settings.approver.userId',
    ])
    const scenarioId = await createScenario(manager, ask(id))
    const url = `${scenariosPath}/${scenarioId}/rehearsal`
    good(await manager.post(url, {}))
    await expect.poll(async () => good(await manager.get(url)).data.state, { timeout: 60_000 }).toBe('done')
    const effects = good(await manager.get(`${url}/actions`)).data.map(
      ({ effect }: { effect: string }) => effect,
    )
    expect(effects).toEqual([
      expect.stringContaining('“Offer Rehearsed a discount?”.'),
      expect.stringContaining('Create the task “Send the offer”'),
    ])
  })
})
