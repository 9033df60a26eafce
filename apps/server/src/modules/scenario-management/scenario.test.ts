import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { defineField } from '../record/record.fixture.ts'
import {
  activated,
  createScenario,
  end,
  good,
  node,
  onCreated,
  readScenario,
  scenario,
  scenariosPath as url,
} from './scenario.fixture.ts'

let app: TestApp
let manager: Client

beforeAll(async () => {
  app = await startTestApp()
  manager = await app.as('manager')
})
afterAll(() => app.stop())

const call = (title = 'Call {{record.name}}') => node('call', 'createTask', { title })

describe('a scenario', () => {
  it('is a draft in versions, and its nodes keep their ids', async () => {
    const input = scenario([onCreated('call'), call()])
    const { data: made } = good(await manager.post(url, input))
    expect(made).toMatchObject({
      status: 'draft',
      version: 1,
      formData: { level: 'account', timeZone: 'UTC', reentry: { rule: 'once' } },
      problems: [],
      nodes: [
        { key: 'start', category: 'trigger', executions: { summary: { completed: 0, in_progress: 0 } } },
        { key: 'call', category: 'action' },
        { key: 'end', category: 'operator' },
      ],
    })
    const path = `${url}/${made.scenarioId}`
    expect(good(await manager.put(path, input)).data.version).toBe(1)
    const changed = { ...input, nodes: [onCreated('call'), call('Write'), end], baseVersion: 1 }
    const { data: saved } = good(await manager.put(path, changed))
    expect(saved).toMatchObject({
      version: 2,
      nodes: made.nodes.map(({ nodeId }: { nodeId: number }) => ({ nodeId })),
    })
    expect(await manager.put(path, changed)).toMatchObject({
      status: 409,
      body: { reason: 'scenario.changed' },
    })
  })

  it('is listed with its counts, and found by a part of its name', async () => {
    const name = 'Welcome a new customer'
    const scenarioId = await createScenario(manager, scenario([onCreated()], { name }))
    const { data } = good(await manager.get(`${url}/search?level=account&name=new%20cust`))
    expect(data).toMatchObject([
      { scenarioId, name, trigger: 'onEvent', entered: 0, inProgress: 0, failed: 0 },
    ])
    expect(good(await manager.get(`${url}/search?level=contact&name=new`)).data).toEqual([])
    const page = good(await manager.get(`${url}?status=draft&pageSize=1`))
    expect(page).toMatchObject({ itemCount: 1, pageSize: 1, page: 1 })
    const taken = await manager.post(url, scenario([onCreated()], { name: 'WELCOME a new customer' }))
    expect(taken).toMatchObject({ status: 409, body: { reason: 'scenario.name_taken' } })
  })

  it('is not edited or deleted while it is active, and not activated once it is archived', async () => {
    const input = scenario([onCreated()])
    const scenarioId = await activated(manager, input)
    const path = `${url}/${scenarioId}`
    expect(await readScenario(manager, scenarioId)).toMatchObject({
      status: 'active',
      activatedAt: expect.any(String),
    })
    expect(await manager.put(path, input)).toMatchObject({ status: 409, body: { reason: 'scenario.active' } })
    expect((await manager.delete(`${path}/delete`)).status).toBe(409)
    expect(good(await manager.patch(`${path}/deactivate`)).data.status).toBe('inactive')
    expect(good(await manager.delete(`${path}/archive`)).data.status).toBe('archived')
    expect(await manager.patch(`${path}/activate`)).toMatchObject({ status: 409 })
    expect(await manager.put(path, input)).toMatchObject({
      status: 409,
      body: { reason: 'scenario.archived' },
    })
    const { data: copy } = good(await manager.post(`${path}/duplicate`))
    expect(copy).toMatchObject({ status: 'draft', formData: { name: `${input.formData.name} (copy)` } })
    good(await manager.delete(`${path}/delete`))
    expect((await manager.get(path)).status).toBe(404)
  })

  it('says what was deleted since, and is not activated with that', async () => {
    const admin = await app.as('administrator')
    const field = await defineField(admin, 'account', 'Tier', 'number')
    const rule = { field: field.name, operator: 'greater', value: 3 }
    const input = scenario([onCreated('ask'), node('ask', 'condition', { rule }, { yes: 'end', no: 'end' })])
    const scenarioId = await createScenario(manager, input)
    good(await admin.delete(`core/fields/${field.customColumnId}`))
    const { problems } = await readScenario(manager, scenarioId)
    expect(problems).toMatchObject([{ path: 'nodes.1.settings.rule' }])
    const refused = await manager.patch(`${url}/${scenarioId}/activate`)
    expect(refused).toMatchObject({
      status: 400,
      body: { fields: { 'nodes.1.settings.rule': expect.any(String) } },
    })
  })

  it('is for managers, and unknown to other companies', async () => {
    const scenarioId = await createScenario(manager, scenario([onCreated()]))
    const user = await app.as('normalUser')
    expect((await user.get(url)).status).toBe(403)
    expect((await user.post(url, scenario([onCreated()]))).status).toBe(403)
    const foreigner = await app.foreigner()
    for (const answer of [
      foreigner.get(`${url}/${scenarioId}`),
      foreigner.put(`${url}/${scenarioId}`, scenario([onCreated()])),
      foreigner.patch(`${url}/${scenarioId}/activate`),
      foreigner.delete(`${url}/${scenarioId}/delete`),
    ]) {
      expect((await answer).status).toBe(404)
    }
  })
})
