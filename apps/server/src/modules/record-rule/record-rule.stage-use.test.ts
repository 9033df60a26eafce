import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { defineField, good } from '../record/record.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  await defineField(admin, 'account', 'worked_out', 'number')
})
afterAll(() => app.stop())

const use = (name: string) => ({ kind: 'scenario', name, count: 1 })
const end = { key: 'end', type: 'end', settings: {}, next: {} }
const yesNo = { yes: 'end', no: 'end' }

const triggered = (name: string, type: string, settings: object, more: object[] = []) => ({
  formData: { name, level: 'account' },
  nodes: [{ key: 'start', type, settings, next: { next: more.length > 0 ? 'work' : 'end' } }, ...more, end],
})
/** A scenario of accounts with one node between its trigger and its end. */
const scenario = (name: string, type: string, settings: object, next: object = { next: 'end' }) =>
  triggered(name, 'onEvent', { type: 'created' }, [{ key: 'work', type, settings, next }])

const createScenario = async (body: object): Promise<number> =>
  good(await admin.post('scenario-management/scenarios', body)).data.scenarioId

const stagesUrl = 'core/lifecycles'
const stage = async (entityLevel: string, displayName: string): Promise<number> =>
  good(await admin.post(stagesUrl, { entityLevel, displayName })).data.lifecycleStageId
const usesOfStage = async (id: number): Promise<object[]> =>
  good(await admin.get(`${stagesUrl}/${id}/systemUsage`)).data.uses
const isIn = (id: number, of = 'lifecycleStage') => ({ field: of, operator: 'isSetTo', value: [id] })

describe('stages', () => {
  const moved = { type: 'change_attribute', changeType: 'specific', attribute: 'lifecycleStage' }

  it.each([
    ['a condition', (id: number) => scenario('', 'condition', { rule: isIn(id) }, yesNo)],
    ['a change of stage', (id: number) => scenario('', 'changeStage', { stageId: id })],
    [
      'an attribute that is set',
      (id: number) => scenario('', 'setAttribute', { field: 'lifecycleStage', value: id }),
    ],
    ['a move', (id: number) => triggered('', 'onEvent', { type: 'stage_changed', from: null, to: id })],
    ['a specific change', (id: number) => triggered('', 'onEvent', { ...moved, from: null, to: id })],
    [
      'the filter of a selection',
      (id: number) => triggered('', 'runNow', { selection: { filter: JSON.stringify(isIn(id)) } }),
    ],
    [
      'a formula',
      (id: number) =>
        scenario('', 'setAttribute', {
          field: 'worked_out',
          operation: 'formula',
          formula: `if({lifecycleStageId} = "stage of a formula", ${id}, 0)`,
        }),
    ],
  ])('are used by %s of a scenario', async (by, build) => {
    const id = await stage('account', `Stage of ${by}`)
    const other = await stage('account', `Other than ${by}`)
    const body = build(id)
    body.formData.name = `Watch ${by}`
    const scenarioId = await createScenario(body)
    expect(await usesOfStage(id)).toEqual([use(`Watch ${by}`)])
    expect(await usesOfStage(other)).toEqual([])
    good(await admin.delete(`scenario-management/scenarios/${scenarioId}/archive`))
    expect(await usesOfStage(id)).toEqual([])
  })

  it('are used by views of tasks; private ones are not named', async () => {
    const id = await stage('account', 'Stage of a view')
    const view = { filter: { not: isIn(id, 'account.lifecycleStage') } }
    good(await admin.post('task-views', { name: 'Others', isPrivate: false, view }))
    good(await admin.post('task-views', { name: 'Mine', view }))
    const names = (await usesOfStage(id)).map((one) => (one as { name: string }).name)
    expect(names).toEqual(expect.arrayContaining(['Others', 'A private view']))
    expect(names).toHaveLength(2)
  })

  it('are those of the level that is meant', async () => {
    const [parent, own] = [await stage('organization', 'Twin'), await stage('account', 'Twin')]
    await createScenario(
      scenario('Parents', 'condition', { rule: isIn(parent, 'organization.lifecycleStage') }, yesNo),
    )
    const formula = 'if({lifecycleStageId} = "Twin", 1, 0)'
    await createScenario(
      scenario('By name', 'setAttribute', { field: 'worked_out', operation: 'formula', formula }),
    )
    expect(await usesOfStage(parent)).toEqual([use('Parents')])
    expect(await usesOfStage(own)).toEqual([use('By name')])
  })
})
