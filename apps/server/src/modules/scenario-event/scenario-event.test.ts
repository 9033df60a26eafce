import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, defineField, edit } from '../record/record.fixture.ts'
import {
  activated,
  createScenario,
  good,
  node,
  scenario,
  scenariosPath,
} from '../scenario-management/scenario.fixture.ts'
import { applyPlaybook, createPlaybook, instances } from '../playbook/playbook.fixture.ts'
import { rehearsedEntries, settle, summaryOf } from '../scenario-run/run.fixture.ts'
import { createKpi, createMilestone, createPlan, root } from '../success-plan/plan.fixture.ts'

let app: TestApp
let manager: Client
const size = 'size'

beforeAll(async () => {
  app = await startTestApp()
  manager = await app.as('manager')
  await defineField(await app.as('administrator'), 'account', size, 'number')
  await app.application.startWorker()
})
afterAll(() => app.stop())

const account = (fields: object = {}) => create(manager, 'accounts', { name: 'Northwind', ...fields })

const following = (settings: Record<string, unknown>) =>
  scenario([node('start', 'onEvent', settings)], { reentry: { rule: 'always', whileRunning: true } })

/** How many records entered a scenario, once everything that happened was followed. */
async function entered(scenarioId: number): Promise<number | undefined> {
  await settle(app)
  return (await summaryOf(manager, scenarioId, 'start'))['completed']
}

const rehearsed = (scenarioId: number) => rehearsedEntries(manager, scenarioId)

describe('a segment', () => {
  it('lets records enter that come into it or leave it, and not those that only change', async () => {
    const organization = await create(manager, 'organizations', { name: 'Large' })
    const logic = {
      and: [
        { field: size, operator: 'greater', value: 10 },
        { field: 'organization.name', operator: 'equals', value: 'Large' },
      ],
    }
    const body = { name: 'Large accounts', segmentLevel: 'account', isPrivate: false, logic }
    const { segmentId } = good(await manager.post('segment', body)).data
    const into = await activated(manager, following({ type: 'entered_segment', segmentId }))
    const out = await activated(manager, following({ type: 'left_segment', segmentId }))
    const id = await account({ [size]: 5, organization })
    await account({ [size]: 50, organization })
    await account({ [size]: 50 })
    await edit(manager, 'accounts', id, { [size]: 20 })
    await edit(manager, 'accounts', id, { [size]: 30, name: 'Southwind' })
    await edit(manager, 'accounts', id, { [size]: null })
    expect([await entered(into), await entered(out)]).toEqual([2, 1])
    expect([await rehearsed(into), await rehearsed(out)]).toEqual([2, 1])
    good(await manager.delete(`segment/${segmentId}`))
    const { problems } = good(await manager.get(`${scenariosPath}/${into}`)).data
    expect(problems).toMatchObject([{ path: 'nodes.0.settings.segmentId' }])
    await account({ [size]: 60, organization })
    expect(await entered(into)).toBe(2)
  })

  it('of another level, or that is not there, is refused', async () => {
    const logic = { field: 'email', operator: 'set' }
    const body = { name: 'All contacts', segmentLevel: 'contact', isPrivate: false, logic }
    const { segmentId } = good(await manager.post('segment', body)).data
    for (const other of [segmentId, 999_999]) {
      const refused = await manager.post(
        scenariosPath,
        following({ type: 'entered_segment', segmentId: other }),
      )
      expect(refused).toMatchObject({
        status: 400,
        body: { fields: { 'nodes.0.settings.segmentId': expect.any(String) } },
      })
    }
  })
})

describe('what people log', () => {
  it('lets its record enter, once for each note, activity and pulse', async () => {
    const id = await account()
    const ids = {
      note: await activated(manager, following({ type: 'note_added' })),
      activity: await activated(manager, following({ type: 'activity_logged' })),
      pulse: await activated(manager, following({ type: 'pulse_logged' })),
      mail: await activated(manager, following({ type: 'email_received' })),
    }
    const about = { level: 'account', parentIdentifier: id }
    good(await manager.post('core/notes', { ...about, title: 'Met', description: 'At the fair' }))
    good(await manager.post('core/notes', { ...about, title: 'Called', description: 'By phone' }))
    const [type] = good(await manager.get('core/activity-type')).data
    good(
      await manager.post('core/entity-action/activity', {
        ...about,
        title: 'Call',
        activityTypeId: type.activityTypeId,
      }),
    )
    good(await manager.post('core/entity-action/pulse?level=account', { parentIdentifier: id, pulse: 4 }))
    await edit(manager, 'accounts', id, { name: 'Southwind' })
    expect([
      await entered(ids.note),
      await entered(ids.activity),
      await entered(ids.pulse),
      await entered(ids.mail),
    ]).toEqual([2, 1, 1, 0])
    expect([await rehearsed(ids.note), await rehearsed(ids.activity), await rehearsed(ids.pulse)]).toEqual([
      2, 1, 1,
    ])
    expect(await createScenario(manager, following({ type: 'email_received' }))).toBeGreaterThan(0)
  })
})

describe('a success plan', () => {
  it('lets its record enter when it, a milestone or the target of a KPI is reached, also by a field', async () => {
    await defineField(await app.as('administrator'), 'account', 'stores', 'number')
    const ids = {
      plan: await activated(manager, following({ type: 'plan_completed' })),
      milestone: await activated(manager, following({ type: 'milestone_completed' })),
      kpi: await activated(manager, following({ type: 'kpi_target_met' })),
    }
    const id = await account({ stores: 20 })
    const { successPlanId } = await createPlan(manager, id)
    const { milestoneId } = await createMilestone(manager, successPlanId)
    const byHand = await createKpi(manager, successPlanId, { currentKpiValue: 99 })
    await createKpi(manager, successPlanId, { sourceField: 'stores' })
    const url = `${root}/${successPlanId}`
    good(await manager.put(`${url}/milestone/${milestoneId}/complete`, {}))
    good(await manager.put(`${url}/kpi/${byHand.kpiId}`, { currentKpiValue: 100 }))
    good(await manager.put(`${url}/kpi/${byHand.kpiId}`, { currentKpiValue: 120 }))
    await edit(manager, 'accounts', id, { stores: 90 })
    await settle(app)
    await edit(manager, 'accounts', id, { stores: 100 })
    await settle(app)
    good(await manager.put(`${url}/complete`, {}))
    const counts = async (read: (scenarioId: number) => Promise<number | undefined>) => [
      await read(ids.plan),
      await read(ids.milestone),
      await read(ids.kpi),
    ]
    expect(await counts(entered)).toEqual([1, 1, 2])
    expect(await counts(rehearsed)).toEqual([1, 1, 2])
  })
})

describe('a playbook', () => {
  it('lets its record enter when it is completed, by hand or by its last task, and not when it is archived', async () => {
    const [templateId, other] = [await createPlaybook(manager), await createPlaybook(manager)]
    const any = await activated(manager, following({ type: 'playbook_completed' }))
    const one = await activated(manager, following({ type: 'playbook_completed', templateId }))
    const ids = [await account(), await account(), await account()]
    const running = async (id: number, of: number): Promise<number> => {
      const { instanceIds } = await applyPlaybook(manager, of, { entities: [id] })
      return instanceIds[0] as number
    }
    const byHand = await running(ids[0] as number, templateId)
    const byTasks = await running(ids[1] as number, other)
    const archived = await running(ids[2] as number, templateId)
    good(await manager.post(`${instances}/${byHand}/complete`, {}))
    good(await manager.post(`${instances}/${archived}/archive`, {}))
    const { steps } = good(await manager.get(`${instances}/${byTasks}`)).data
    const taskIds = steps.map(({ taskId }: { taskId: number }) => taskId)
    good(await manager.post('tasks/complete', { taskIds }))
    await expect.poll(() => entered(any), { timeout: 30_000 }).toBe(2)
    expect(await entered(one)).toBe(1)
    expect([await rehearsed(any), await rehearsed(one)]).toEqual([2, 1])
  })
})
