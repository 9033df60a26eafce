import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, good } from '../record/record.fixture.ts'
import { applyPlaybook, createPlaybook, instances, readInstance, templates } from './playbook.fixture.ts'

let app: TestApp
let manager: Client
let owner: Client

/** A Thursday. */
const thursday = Date.parse('2026-11-26T09:00:00Z')

beforeAll(async () => {
  app = await startTestApp()
  app.clock.advance(thursday - app.clock.now().getTime())
  manager = await app.as('manager')
  owner = await app.as('normalUser')
})
afterAll(() => app.stop())

const account = (name = 'Northwind', client = manager) => create(client, 'accounts', { name })

const playbook = (change: object = {}) => createPlaybook(manager, change)
const apply = (templateId: number, entities: number[], change: object = {}) =>
  applyPlaybook(manager, templateId, { entities, ...change })
const instance = (id: number) => readInstance(manager, id)

async function applied(templateId: number, recordId: number, change: object = {}) {
  const { instanceIds, changeSetId } = await apply(templateId, [recordId], change)
  const id = instanceIds[0] as number
  return { id, changeSetId, ...(await instance(id)) }
}

const dates = (steps: { key: string; dueDate: string | null }[]) =>
  Object.fromEntries(steps.map(({ key, dueDate }) => [key, dueDate]))

describe('applying a playbook', () => {
  it('shows dates and assignees first, and writes nothing', async () => {
    const templateId = await playbook()
    const [one, other] = [await account('Northwind'), await account('Southwind')]
    await apply(templateId, [other])
    const { data } = good(
      await manager.post(`${templates}/${templateId}/preview`, { entities: [one, other, 999_999] }),
    )
    expect(data).toMatchObject({ matched: 3, applicable: 1, runningCount: 1, refusedCount: 1, heldOut: 0 })
    expect(data.running).toEqual([{ id: other, name: 'Southwind', reason: 'It already runs this playbook.' }])
    expect(data.refused[0].reason).toBe("It doesn't exist, or you can't see it.")
    const [{ steps }] = data.sample
    expect(steps.map(({ title, dueDate }: { title: string; dueDate: string }) => [title, dueDate])).toEqual([
      ['Call Northwind', '2026-11-26'],
      ['Write', '2026-11-30'],
      ['Close', '2026-12-21'],
    ])
    expect(steps[0].assignee.id).toBe(manager.actor.userId)
    expect(data.load[0]).toMatchObject({ week: expect.any(String), added: expect.any(Number) })
    const { data: found } = good(await manager.get(`${instances}?templateId=${templateId}`))
    expect(found).toHaveLength(1)
  })

  it('creates an instance with tasks, once, and one undo takes it back', async () => {
    const templateId = await playbook()
    const recordId = await account()
    const both = await Promise.all([apply(templateId, [recordId]), apply(templateId, [recordId])])
    expect(both.map(({ applied: number }) => number).toSorted()).toEqual([0, 1])
    const id = both.flatMap(({ instanceIds }) => instanceIds)[0] as number
    const changeSetId = both.map((one) => one.changeSetId).find((set) => set !== null)
    const made = await instance(id)
    expect(made).toMatchObject({
      status: 'OPEN',
      stepCount: 3,
      completedCount: 0,
      progress: 0,
      dueDate: '2026-12-26',
    })
    const task = good(await manager.get(`tasks/${made.steps[0].taskId}`)).data
    expect(task).toMatchObject({
      title: 'Call Northwind',
      taskType: 'playbook',
      playbookInstanceId: id,
      checklist: [{ text: 'Ask about goals' }],
    })
    const { data } = good(await manager.get(`${instances}/search?level=account&parentIdentifier=${recordId}`))
    expect(data).toHaveLength(1)
    good(await manager.post(`core/change-sets/${changeSetId}/undo`))
    expect((await manager.get(`${instances}/${id}`)).status).toBe(404)
    expect((await manager.get(`tasks/${made.steps[0].taskId}`)).status).toBe(404)
  })

  it('keeps what someone worked on when it is undone', async () => {
    const { id, steps, changeSetId } = await applied(await playbook(), await account())
    good(await manager.post('tasks/in-progress', { taskIds: [steps[0].taskId] }))
    good(await manager.post(`core/change-sets/${changeSetId}/undo`))
    const left = await instance(id)
    expect(left.steps[0].taskId).toBe(steps[0].taskId)
    expect(left.steps[1].taskId).toBeNull()
  })

  it('leaves out steps whose condition does not hold, and records without the date', async () => {
    const condition = { field: 'name', operator: 'startsWith', value: 'North' }
    const steps = [
      { key: 'north', title: 'North', condition },
      { key: 'all', title: 'All' },
    ]
    const { steps: made } = await applied(await playbook({ steps }), await account('Southwind'))
    expect(made.map(({ state }: { state: string }) => state)).toEqual(['unmet', 'task'])
    const byDate = await playbook({
      steps: [{ key: 'a', title: 'A', offset: { from: 'field', field: 'churnDate', days: -10 } }],
    })
    const refused = await apply(byDate, [await account()])
    expect(refused).toMatchObject({ applied: 0, refused: 1, changeSetId: null })
  })

  it('of an inactive one, of none, and of one record unseen is refused', async () => {
    const templateId = await playbook()
    good(await manager.post(`${templates}/${templateId}/inactive`))
    const recordId = await account()
    const refused = await manager.post(`${templates}/${templateId}/apply`, { entities: [recordId] })
    expect(refused).toMatchObject({ status: 409, body: { reason: 'playbook.not_active' } })
    good(await manager.post(`${templates}/${templateId}/active`))
    const { body } = await manager.post(`${templates}/${templateId}/apply`, {
      selection: { filter: '{"field":"name","operator":"equals","value":"Nothing"}' },
    })
    expect(body.reason).toBe('selection.empty')
    const unseen = good(await owner.post(`${templates}/${templateId}/apply`, { entities: [recordId] })).data
    expect(unseen).toMatchObject({ applied: 0, refused: 1 })
  })
})

describe('an instance', () => {
  it('is absent for whoever does not see its record', async () => {
    const recordId = await account()
    const { id } = await applied(await playbook(), recordId)
    for (const client of [owner, await app.foreigner()]) {
      expect((await client.get(`${instances}/${id}`)).status).toBe(404)
      expect((await client.get(`${instances}/${id}/changelog`)).status).toBe(404)
      expect((await client.post(`${instances}/${id}/archive`, {})).status).toBe(404)
      const { data } = good(
        await client.get(`${instances}/search?level=account&parentIdentifier=${recordId}`),
      )
      expect(data).toEqual([])
    }
  })

  it('shows which steps move before it is rescheduled; dates that people set stay', async () => {
    const { id, steps } = await applied(await playbook(), await account())
    const version = good(await manager.get(`tasks/${steps[1].taskId}`)).data.version
    good(await manager.put(`tasks/${steps[1].taskId}`, { dueDate: '2026-12-10', version }))
    const change = { startDate: '2026-11-30' }
    const { moves } = good(await manager.patch(`${instances}/${id}`, { ...change, preview: true }))
    expect(moves).toMatchObject([
      { title: 'Call Northwind', kind: 'moved', from: '2026-11-26', to: '2026-11-30' },
      { title: 'Write', kind: 'pinned', from: '2026-12-10' },
    ])
    expect(dates((await instance(id)).steps)['call']).toBe('2026-11-26')
    const { data, changeSetId } = good(await manager.patch(`${instances}/${id}`, change))
    expect(dates(data.steps)).toEqual({ call: '2026-11-30', write: '2026-12-10', close: '2026-12-21' })
    good(await manager.post(`core/change-sets/${changeSetId}/undo`))
    expect(dates((await instance(id)).steps)['call']).toBe('2026-11-26')
    const { data: log } = good(await manager.get(`${instances}/${id}/changelog`))
    expect(log.length).toBeGreaterThan(1)
  })

  it('is skipped a step with a reason, completed, started again and archived', async () => {
    const { id, steps } = await applied(await playbook(), await account())
    const skip = `${instances}/${id}/steps/${steps[2].stepId}/skip`
    expect((await manager.post(skip, { reason: ' ' })).status).toBe(400)
    const skipped = good(await manager.post(skip, { reason: 'Sales did it.' })).data
    expect(skipped).toMatchObject({ stepCount: 2 })
    expect(skipped.steps[2]).toMatchObject({ state: 'skipped', reason: 'Sales did it.' })
    const completed = good(await manager.post(`${instances}/${id}/complete`, {})).data
    expect(completed).toMatchObject({ status: 'COMPLETED', completedAt: expect.any(String) })
    expect(completed.steps[0].status).toBe('ARCHIVED')
    expect(good(await manager.post(`${instances}/${id}/in-progress`)).data.status).toBe('IN_PROGRESS')
    expect(good(await manager.post(`${instances}/${id}/archive`, {})).data.status).toBe('ARCHIVED')
  })

  it('keeps its version until it is moved, with a preview', async () => {
    const templateId = await playbook()
    const { id, steps } = await applied(templateId, await account())
    const { data: template } = good(await manager.get(`${templates}/${templateId}`))
    const [call] = template.steps
    good(
      await manager.put(`${templates}/${templateId}`, {
        name: template.name,
        level: 'account',
        durationDays: 30,
        steps: [
          { ...call, stepId: undefined, offset: { from: 'start', days: 1, unit: 'calendar' } },
          { key: 'new', title: 'New', offset: { from: 'start', days: 4, unit: 'calendar' } },
        ],
      }),
    )
    expect(await instance(id)).toMatchObject({ version: 1, latestVersion: 2, stepCount: 3 })
    const { moves } = good(await manager.patch(`${instances}/${id}`, { version: 2, preview: true }))
    expect(moves.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual([
      'added',
      'moved',
      'removed',
      'removed',
    ])
    const { data } = good(await manager.patch(`${instances}/${id}`, { version: 2 }))
    expect(dates(data.steps)).toEqual({ call: '2026-11-27', new: '2026-11-30' })
    expect(good(await manager.get(`tasks/${steps[1].taskId}`)).data.status).toBe('ARCHIVED')
  })

  it('ends with its template where that is asked for', async () => {
    const templateId = await playbook()
    const [one, other] = [
      await applied(templateId, await account()),
      await applied(templateId, await account()),
    ]
    good(await manager.post(`${templates}/${templateId}/archive`, { action: 'archive' }))
    expect([(await instance(one.id)).status, (await instance(other.id)).status]).toEqual([
      'ARCHIVED',
      'ARCHIVED',
    ])
    const kept = await playbook()
    const running = await applied(kept, await account())
    good(await manager.post(`${templates}/${kept}/archive`, {}))
    expect((await instance(running.id)).status).toBe('OPEN')
  })
})
