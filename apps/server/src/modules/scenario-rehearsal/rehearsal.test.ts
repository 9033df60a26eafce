import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, defineField, edit, read } from '../record/record.fixture.ts'
import {
  createScenario,
  good,
  node,
  runNow,
  scenario,
  scenariosPath,
} from '../scenario-management/scenario.fixture.ts'

let app: TestApp
let manager: Client

const day = 24 * 3600_000
const size = 'size'

beforeAll(async () => {
  app = await startTestApp()
  manager = await app.as('manager')
  await defineField(await app.as('administrator'), 'account', size, 'number')
  await app.application.startWorker()
})
afterAll(() => app.stop())

const account = (name: string, fields: object = {}) => create(manager, 'accounts', { name, ...fields })
const urlOf = (scenarioId: number) => `${scenariosPath}/${scenarioId}/rehearsal`

async function rehearse(scenarioId: number, body: object = {}) {
  const url = urlOf(scenarioId)
  good(await manager.post(url, body))
  await expect
    .poll(async () => good(await manager.get(url)).data.state, { timeout: 60_000 })
    .not.toBe('running')
  return good(await manager.get(url)).data
}

const onSize = (next: string) =>
  node(
    'start',
    'onEvent',
    { type: 'change_attribute', attribute: size, changeType: 'any', occurrence: 'immediate' },
    next,
  )

describe('a rehearsal', () => {
  it('says what would have happened by day, with the way of each record, and changes nothing', async () => {
    const [small, large] = [await account('Small', { [size]: 1 }), await account('Large', { [size]: 50 })]
    app.clock.advance(2 * day)
    await edit(manager, 'accounts', small, { [size]: 5 })
    await edit(manager, 'accounts', large, { [size]: 60 })
    app.clock.advance(2 * day)
    const scenarioId = await createScenario(
      manager,
      scenario(
        [
          onSize('ask'),
          node(
            'ask',
            'condition',
            { rule: { field: size, operator: 'greater', value: 10 } },
            { yes: 'set', no: 'call' },
          ),
          node('set', 'setAttribute', { field: 'system:pulse', value: 2 }, 'wait'),
          node('wait', 'wait', { mode: 'period', amount: 1, period: 'calendarMonth' }),
          node('call', 'createTask', { title: 'Call {{record.name}}' }),
        ],
        { actionsPerDay: 1 },
      ),
    )
    expect(good(await manager.get(urlOf(scenarioId))).data).toBeNull()
    const rehearsal = await rehearse(scenarioId)
    expect(rehearsal).toMatchObject({ state: 'done', version: 1, days: 90, entered: 2, actions: 2 })
    const counts = rehearsal.counts.map(
      ({ nodeKey, status, count }: { nodeKey: string; status: string; count: number }) =>
        `${nodeKey} ${status} ${count}`,
    )
    expect(counts.toSorted()).toEqual([
      'ask completed 2',
      'call completed 1',
      'end completed 1',
      'set completed 1',
      'start completed 2',
      'wait in_progress 1',
    ])
    const [{ day: changedOn }] = rehearsal.counts
    expect(rehearsal.ceilings).toEqual([{ day: changedOn, actions: 2 }])
    const actions = good(await manager.get(`${urlOf(scenarioId)}/actions?day=${changedOn}`)).data
    expect(actions).toMatchObject([
      {
        nodeKey: 'call',
        record: { id: small, name: 'Small' },
        effect: expect.stringContaining('“Call Small”'),
      },
      { nodeKey: 'set', record: { id: large, name: 'Large' }, effect: 'Set Pulse.', status: 'completed' },
    ])
    expect(good(await manager.get(`${urlOf(scenarioId)}/actions?nodeKey=set`)).data).toHaveLength(1)
    const { runs } = good(await manager.get(`${urlOf(scenarioId)}/records/${large}`)).data
    expect(runs[0].steps.map(({ nodeKey }: { nodeKey: string }) => nodeKey)).toEqual([
      'start',
      'ask',
      'set',
      'wait',
    ])
    expect(runs[0]).toMatchObject({ endedAt: null, outcome: null })
    expect((await read(manager, 'accounts', large)).globalFields.pulse).toBeNull()
    expect(good(await manager.get(`scenario-management/records/${large}/runs`)).data).toEqual([])
  })

  it('sees what it would have changed itself, and stops where that leads back to its start', async () => {
    const id = await account('Again', { [size]: 1 })
    await edit(manager, 'accounts', id, { [size]: 2 })
    const scenarioId = await createScenario(
      manager,
      scenario([
        onSize('raise'),
        node('raise', 'setAttribute', { field: size, value: 9 }, 'ask'),
        node('ask', 'filter', { rule: { field: size, operator: 'equals', value: 9 } }),
      ]),
    )
    await rehearse(scenarioId)
    const { runs } = good(await manager.get(`${urlOf(scenarioId)}/records/${id}`)).data
    expect(runs.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['completed', 'loop'])
  })

  it('of Run Now takes the records as they are, and of a schedule as they were at its times', async () => {
    const id = await account('Chosen', { [size]: 100 })
    const rule = JSON.stringify({ field: size, operator: 'equals', value: 100 })
    app.clock.advance(10 * day)
    await edit(manager, 'accounts', id, { [size]: 200 })
    app.clock.advance(day)
    const now = await createScenario(manager, scenario([runNow({ filter: rule })]))
    expect(await rehearse(now)).toMatchObject({ entered: 0, actions: 0 })
    const settings = { selection: { filter: rule }, day: '2026-03-02', hour: 8, repeat: 'daily' }
    const daily = await createScenario(
      manager,
      scenario([node('start', 'scheduleLater', settings)], {
        reentry: { rule: 'always', whileRunning: true },
      }),
    )
    expect(await rehearse(daily, { days: 30 })).toMatchObject({ entered: 10 })
  })

  it('is about the version that was saved then, and another one takes its place', async () => {
    const body = scenario([onSize('end')])
    const scenarioId = await createScenario(manager, body)
    await rehearse(scenarioId)
    good(
      await manager.put(`${scenariosPath}/${scenarioId}`, {
        ...body,
        formData: { ...body.formData, description: 'New' },
      }),
    )
    expect(good(await manager.get(urlOf(scenarioId))).data.state).toBe('outdated')
    expect(await rehearse(scenarioId)).toMatchObject({ state: 'done', version: 2 })
    expect(await manager.get(`${urlOf(999_999)}`)).toMatchObject({ status: 404 })
    expect(await manager.post(urlOf(scenarioId), { days: 91 })).toMatchObject({ status: 400 })
  })

  it('takes its actions with it when another one takes its place, and with its scenario', async () => {
    const { owner } = app.application.platform.database
    const actions = async (scenarioId: number): Promise<number[]> => {
      const { rows } = await owner.query(
        `select (select count(*)::int from scenario_rehearsal_action a join scenario_rehearsal r using (tenant_id, rehearsal_id)
           where r.scenario_id = $1) as own,
         (select count(*)::int from scenario_rehearsal_action a where not exists (select from scenario_rehearsal r
           where r.rehearsal_id = a.rehearsal_id)) as orphans`,
        [scenarioId],
      )
      return [rows[0].own, rows[0].orphans]
    }
    const id = await account('Acted on')
    const nodes = [runNow({ ids: [id] }, 'call'), node('call', 'createTask', { title: 'Call' })]
    const scenarioId = await createScenario(manager, scenario(nodes))
    await rehearse(scenarioId)
    await rehearse(scenarioId)
    expect(await actions(scenarioId)).toEqual([1, 0])
    good(await manager.delete(`${scenariosPath}/${scenarioId}/delete`))
    expect(await actions(scenarioId)).toEqual([0, 0])
  })
})
