import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, read } from '../record/record.fixture.ts'
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
import { executions, settle, summaryOf } from '../scenario-run/run.fixture.ts'

let app: TestApp
let manager: Client
let other: Client

beforeAll(async () => {
  app = await startTestApp()
  manager = await app.as('manager')
  other = await app.newUser('normalUser')
  await app.application.startWorker()
})
afterAll(() => app.stop())

const account = (name: string, fields: object = {}) => create(manager, 'accounts', { name, ...fields })

async function run(recordIds: readonly number[], type: string, settings: Record<string, unknown>) {
  const scenarioId = await activated(
    manager,
    scenario([runNow({ ids: recordIds }, 'act'), node('act', type, settings)]),
  )
  await settle(app)
  return scenarioId
}

/** What a rehearsal says that the action would do, in words. */
async function effects(scenarioId: number): Promise<string[]> {
  const url = `${scenariosPath}/${scenarioId}/rehearsal`
  good(await manager.post(url, {}))
  await expect.poll(async () => good(await manager.get(url)).data.state, { timeout: 60_000 }).toBe('done')
  return good(await manager.get(`${url}/actions`)).data.map(({ effect }: { effect: string }) => effect)
}

const refusal = async (type: string, settings: Record<string, unknown>, level = 'account') => {
  const body = scenario([onCreated('act'), node('act', type, settings)], { level })
  return Object.keys((await manager.post(scenariosPath, body)).body.fields ?? {})
}

describe('stage, pulse and owner', () => {
  it('are set, and a record without a parent keeps its owner', async () => {
    const organization = await create(manager, 'organizations', {
      name: 'Group',
      owners: [other.actor.userId],
    })
    const [alone, child] = [await account('Alone'), await account('Child', { organization })]
    const { data: stages } = good(await manager.get('core/lifecycles?level=account'))
    const stageId = stages[1].lifecycleStageId
    await run([child], 'changeStage', { stageId })
    await run([child], 'setPulse', { pulse: 5 })
    const given = await run([child, alone], 'changeOwner', { rule: 'parent' })
    const { globalFields } = await read(manager, 'accounts', child)
    expect(globalFields).toMatchObject({ pulse: 5, owners: [{ id: other.actor.userId }] })
    expect(globalFields.lifecycleStageId).toBe(stageId)
    expect(await summaryOf(manager, given, 'act')).toMatchObject({ completed: 1, unattended_skip: 1 })
    const userIds = [manager.actor.userId, other.actor.userId]
    const turns = await run([child, alone], 'changeOwner', { rule: 'inTurn', userIds })
    expect(await summaryOf(manager, turns, 'act')).toMatchObject({ completed: 2 })
    expect(await effects(turns)).toHaveLength(2)
    expect(await refusal('changeOwner', { rule: 'user', userId: 999 })).toEqual(['nodes.1.settings.userId'])
    expect(await refusal('changeOwner', { rule: 'parent' }, 'organization')).toEqual([
      'nodes.1.settings.rule',
    ])
    expect(await refusal('changeStage', { stageId: 999_999 })).toEqual(['nodes.1.settings.stageId'])
  })
})

describe('notes and activities', () => {
  it('are written on each record with its name, in the name of no one, and start nothing that follows notes', async () => {
    const id = await account('Northwind')
    const following = await activated(
      manager,
      scenario([node('start', 'onEvent', { type: 'note_added' })], {
        reentry: { rule: 'always', whileRunning: true },
      }),
    )
    const noted = await run([id], 'addNote', { title: 'Score down for {{record.name}}' })
    const [type] = good(await manager.get('core/activity-type')).data
    await run([id], 'logActivity', { title: 'Check of {{record.name}}', activityTypeId: type.activityTypeId })
    const { data } = good(await manager.get(`core/notes?level=account&parentIdentifier=${id}`))
    expect(data).toMatchObject([{ title: 'Score down for Northwind', author: null }])
    const { data: activities } = good(
      await manager.get(`core/entity-action/activity?level=account&parentIdentifier=${id}`),
    )
    expect(activities).toMatchObject([{ title: 'Check of Northwind' }])
    expect(await summaryOf(manager, following, 'start')).toMatchObject({ completed: 0 })
    expect(await effects(noted)).toEqual(['Add the note “Score down for Northwind”.'])
    expect(await refusal('logActivity', { title: 'Call', activityTypeId: 999 })).toEqual([
      'nodes.1.settings.activityTypeId',
    ])
  })
})

describe('a notification', () => {
  it('goes to the owner with the text of the node; a record without an owner is skipped', async () => {
    const id = await account('Silent')
    const orphan = await account('Orphan')
    await app.application.platform.database.owner.query(
      `update record set owners = '{}' where record_id = $1`,
      [orphan],
    )
    const told = await run([id, orphan], 'notifyUser', {
      text: '{{record.name}} has been silent',
      recipient: { rule: 'primaryOwner' },
    })
    const { data } = good(await manager.get('notification/notification?category=entity'))
    expect(JSON.stringify(data)).toContain('Silent has been silent')
    expect(await summaryOf(manager, told, 'act')).toMatchObject({ completed: 1, unattended_skip: 1 })
    const text = { text: 'Hello', recipient: { rule: 'user', userId: 999 } }
    expect(await refusal('notifyUser', text)).toEqual(['nodes.1.settings.recipient.userId'])
  })
})

describe('another scenario', () => {
  it('is started with the chain of causes, so that it can not lead back', async () => {
    const id = await account('Chained')
    const second = await createScenario(
      manager,
      scenario([onCreated()], { reentry: { rule: 'always', whileRunning: true } }),
    )
    const first = await activated(
      manager,
      scenario([runNow({ ids: [id] }, 'go'), node('go', 'startScenario', { scenarioId: second })], {
        reentry: { rule: 'always', whileRunning: true },
      }),
    )
    await settle(app)
    const [skipped] = await executions(manager, first, 'go')
    expect(skipped).toMatchObject({ status: 'unattended_skip', reason: 'The other scenario is not active.' })
    const body = good(await manager.get(`${scenariosPath}/${second}`)).data.formData
    good(
      await manager.put(`${scenariosPath}/${second}`, {
        formData: body,
        nodes: scenario([onCreated('back'), node('back', 'startScenario', { scenarioId: first })]).nodes,
      }),
    )
    good(await manager.patch(`${scenariosPath}/${second}/activate`))
    good(await manager.patch(`${scenariosPath}/${first}/deactivate`))
    good(await manager.patch(`${scenariosPath}/${first}/activate`))
    await settle(app)
    expect(await summaryOf(manager, second, 'back')).toMatchObject({ completed: 1 })
    expect(await summaryOf(manager, first, 'start')).toMatchObject({ completed: 2, unattended_skip: 1 })
    const { data: runs } = good(await manager.get(`scenario-management/records/${id}/runs`))
    expect(runs.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'loop',
      'completed',
      'completed',
      'completed',
    ])
    const path = good(await manager.get(`scenario-management/runs/${runs[2].runId}`)).data
    expect(path).toMatchObject({ scenarioId: first, record: { id, name: 'Chained' } })
    expect(path.steps.map(({ nodeKey }: { nodeKey: string }) => nodeKey)).toEqual(['start', 'go', 'end'])
    expect(await refusal('startScenario', { scenarioId: 999_999 })).toEqual(['nodes.1.settings.scenarioId'])
  })
})
