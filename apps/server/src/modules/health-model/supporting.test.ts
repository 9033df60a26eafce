import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { good } from '../record/record.fixture.ts'
import { measureOf, publishModel, saveDraft } from './health-model.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

const settings = 'health-management/score-settings'
const addTo = (wish: object) => admin.post(settings, wish)

describe('supporting measures of a model', () => {
  it('are those that say so; one that says no is like one that says nothing', async () => {
    const plain = await publishModel(admin, 2, { measures: [measureOf()] })
    const [measure] = plain.draft.measures
    expect(measure).not.toHaveProperty('supporting')
    const again = await saveDraft(admin, 2, {
      ...plain.draft,
      measures: [{ ...measure!, supporting: false }],
    })
    expect(again).toMatchObject({ changed: false, draft: plain.draft })
    const other = await saveDraft(admin, 2, {
      ...plain.draft,
      measures: [measure!, measureOf({ name: 'Beside', supporting: true })],
    })
    expect(other).toMatchObject({
      changed: true,
      problems: [],
      draft: { measures: [{}, { supporting: true }] },
    })
  })

  it('need another one beside them, in every scope', async () => {
    const { problems } = await saveDraft(admin, 2, {
      measures: [measureOf({ supporting: true }), measureOf({ name: 'More', supporting: true })],
    })
    expect(problems.map(({ path }) => path)).toEqual(['measures.0.supporting'])
    const stages = good(await admin.get('core/lifecycles?level=account')).data
    const ofStage = { scope: 2 as const, scopeReferenceId: stages[0].lifecycleStageId as number }
    const staged = await saveDraft(admin, 2, {
      measures: [measureOf(), measureOf({ supporting: true, ...ofStage })],
    })
    expect(staged.problems.map(({ path }) => path)).toEqual(['measures.1.supporting'])
  })

  it('are added one by one through the API, which keeps one that is not', async () => {
    const { draft } = await publishModel(admin, 2, { measures: [measureOf()] })
    const added = good(await addTo(measureOf({ name: 'Beside', supporting: true }))).data
    expect(added).toMatchObject({ name: 'Beside', supporting: true })
    expect(good(await addTo(measureOf({ name: 'More', supporting: false }))).data).not.toHaveProperty(
      'supporting',
    )
    const listed = good(await admin.get(`${settings}?level=account`)).data as {
      name: string
      scoreId: number
    }[]
    const more = listed.find(({ name }) => name === 'More')
    good(await admin.delete(`${settings}/${more?.scoreId}`))
    const refused = await admin.delete(`${settings}/${draft.measures[0]?.scoreId}`)
    expect(refused).toMatchObject({ status: 400, body: { reason: 'health.invalid' } })
    expect(refused.body.fields['measures.0.supporting']).toMatch(/^All measures of this scope are supporting/)
  })
})
