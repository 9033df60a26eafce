import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, edit } from '../record/record.fixture.ts'
import {
  activate,
  activated,
  good,
  node,
  onCreated,
  runNow,
  scenario,
  scenariosPath,
} from '../scenario-management/scenario.fixture.ts'
import { executions, settle, summaryOf, taskTitles } from './run.fixture.ts'

let app: TestApp
let manager: Client

beforeAll(async () => {
  app = await startTestApp()
  manager = await app.as('manager')
  await app.application.startWorker()
})
afterAll(() => app.stop())

const hour = 3600_000
const account = (name: string, fields: object = {}) => create(manager, 'accounts', { name, ...fields })

const addNote = async (recordId: number) =>
  good(
    await manager.post('core/notes', {
      level: 'account',
      parentIdentifier: recordId,
      title: 'Met',
      description: 'At the fair',
    }),
  )

const noteAdded = { type: 'note_added' }
const pulseChanged = {
  type: 'change_attribute',
  attribute: 'system:pulse',
  changeType: 'any',
  occurrence: 'immediate',
}

/** Waits for an event, with a task on each way. */
const waiting = (event: object) => [
  node(
    'wait',
    'wait',
    { mode: 'event', event, amount: 2, period: 'hour' },
    { happened: 'good', timeout: 'late' },
  ),
  node('good', 'createTask', { title: 'It happened' }),
  node('late', 'createTask', { title: 'Too late' }),
]

async function started(recordIds: readonly number[], event: object): Promise<number> {
  const scenarioId = await activated(
    manager,
    scenario([runNow({ ids: recordIds }, 'wait'), ...waiting(event)]),
  )
  await settle(app)
  expect(await summaryOf(manager, scenarioId, 'wait')).toMatchObject({ in_progress: recordIds.length })
  return scenarioId
}

/** Lets the time pass in which it should have happened, and waits until so many records took the way for it. */
async function passTime(scenarioId: number, late: number): Promise<void> {
  app.clock.advance(2 * hour + 120_000)
  await expect
    .poll(async () => (await summaryOf(manager, scenarioId, 'late'))['completed'], { timeout: 30_000 })
    .toBe(late)
}

describe('a wait for an event', () => {
  it('ends for the record that it happens to; the others go another way when their time is over', async () => {
    const [met, other] = [await account('Met'), await account('Other')]
    const scenarioId = await started([met, other], noteAdded)
    await addNote(met)
    await settle(app)
    expect(await taskTitles(manager, met)).toEqual(['It happened'])
    expect(await taskTitles(manager, other)).toEqual([])
    await passTime(scenarioId, 1)
    expect(await taskTitles(manager, other)).toEqual(['Too late'])
    const [late] = await executions(manager, scenarioId, 'wait')
    expect(late).toMatchObject({ record: { id: other }, reason: 'It did not happen in time.' })
    expect(await summaryOf(manager, scenarioId, 'wait')).toMatchObject({ completed: 2, in_progress: 0 })
  })

  it('is not ended by what happened before, nor by what its own scenario does', async () => {
    const id = await account('Own', { pulse: 3 })
    await edit(manager, 'accounts', id, { pulse: 4 })
    const scenarioId = await activated(
      manager,
      scenario([
        runNow({ ids: [id] }, 'set'),
        node('set', 'setAttribute', { field: 'system:pulse', value: 1 }, 'wait'),
        ...waiting(pulseChanged),
      ]),
    )
    await settle(app)
    expect(await summaryOf(manager, scenarioId, 'wait')).toMatchObject({ in_progress: 1, completed: 0 })
    await edit(manager, 'accounts', id, { name: 'Own, renamed' })
    await settle(app)
    expect(await summaryOf(manager, scenarioId, 'wait')).toMatchObject({ in_progress: 1 })
    await edit(manager, 'accounts', id, { pulse: 5 })
    await settle(app)
    expect(await taskTitles(manager, id)).toEqual(['It happened'])
  })

  it('is ended by what happens after the record came there, also where clocks differ', async () => {
    const id = await account('Clocks')
    await started([id], pulseChanged)
    // As of a server whose clock is behind that of the database.
    app.clock.advance(-hour)
    await edit(manager, 'accounts', id, { pulse: 2 })
    await settle(app)
    app.clock.advance(hour)
    expect(await taskTitles(manager, id)).toEqual(['It happened'])
  })

  it('is not ended by the event that let the record enter', async () => {
    const scenarioId = await activated(
      manager,
      scenario([node('start', 'onEvent', pulseChanged, 'wait'), ...waiting(pulseChanged)]),
    )
    const id = await account('Twice')
    app.clock.advance(hour)
    await edit(manager, 'accounts', id, { pulse: 2 })
    await settle(app)
    expect(await summaryOf(manager, scenarioId, 'wait')).toMatchObject({ in_progress: 1, completed: 0 })
    await edit(manager, 'accounts', id, { pulse: 3 })
    await settle(app)
    expect(await taskTitles(manager, id)).toEqual(['It happened'])
  })

  it('notices what happens while its scenario is stopped, and continues when it is active again', async () => {
    const [heard, late] = [await account('Heard'), await account('Never')]
    const scenarioId = await started([heard, late], noteAdded)
    good(await manager.patch(`${scenariosPath}/${scenarioId}/deactivate`))
    await addNote(heard)
    await settle(app)
    expect(await taskTitles(manager, heard)).toEqual([])
    app.clock.advance(3 * hour)
    await addNote(late)
    await settle(app)
    await activate(manager, scenarioId)
    await settle(app)
    expect(await taskTitles(manager, heard)).toEqual(['It happened'])
    await expect.poll(() => taskTitles(manager, late), { timeout: 30_000 }).toEqual(['Too late'])
  })

  it('is the one of the version that the record is in', async () => {
    const id = await account('Old version')
    const scenarioId = await started([id], noteAdded)
    good(await manager.patch(`${scenariosPath}/${scenarioId}/deactivate`))
    const { formData } = good(await manager.get(`${scenariosPath}/${scenarioId}`)).data
    const next = scenario([runNow({ ids: [id] }, 'wait'), ...waiting(pulseChanged)])
    good(await manager.put(`${scenariosPath}/${scenarioId}`, { ...next, formData }))
    await activate(manager, scenarioId)
    await edit(manager, 'accounts', id, { pulse: 5 })
    await settle(app)
    expect(await summaryOf(manager, scenarioId, 'wait')).toMatchObject({ in_progress: 1 })
    await addNote(id)
    await settle(app)
    expect(await taskTitles(manager, id)).toEqual(['It happened'])
  })

  it('is refused where its event can’t happen, or is about what is gone', async () => {
    for (const [event, path] of [
      [{ type: 'created' }, 'event.type'],
      [{ type: 'entered_segment', segmentId: 999_999 }, 'event.segmentId'],
      [{ type: 'playbook_completed', templateId: 999_999 }, 'event.templateId'],
    ] as const) {
      const body = scenario([onCreated('wait'), ...waiting(event)])
      expect(await manager.post(scenariosPath, body)).toMatchObject({
        status: 400,
        body: { fields: { [`nodes.1.settings.${path}`]: expect.any(String) } },
      })
    }
  })

  it('is answered from the past in a rehearsal', async () => {
    const body = scenario([onCreated('wait'), ...waiting(noteAdded)])
    const scenarioId = good(await manager.post(scenariosPath, body)).data.scenarioId
    const [met, never] = [await account('Met then'), await account('Never met')]
    app.clock.advance(hour)
    await addNote(met)
    app.clock.advance(24 * hour)
    good(await manager.post(`${scenariosPath}/${scenarioId}/rehearsal`, {}))
    const wayOf = async (id: number) => {
      const { runs } = good(await manager.get(`${scenariosPath}/${scenarioId}/rehearsal/records/${id}`)).data
      return runs.map(({ steps }: { steps: { nodeKey: string }[] }) => steps.map(({ nodeKey }) => nodeKey))
    }
    expect(await wayOf(met)).toEqual([['start', 'wait', 'good', 'end']])
    expect(await wayOf(never)).toEqual([['start', 'wait', 'late', 'end']])
  })
})
