import type { LifecycleStage } from '@steward/contracts/lifecycle'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, defineField, good } from '../record/record.fixture.ts'
import { stagesOf } from './lifecycle.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

const url = 'core/lifecycles'
const names = (stages: readonly LifecycleStage[]) => stages.map(({ displayName }) => displayName)
const named = async (name: string, level = 'account') =>
  (await stagesOf(admin, level)).find(({ displayName }) => displayName === name) as LifecycleStage
const add = (displayName: string, more: object = {}) =>
  admin.post(url, { entityLevel: 'account', displayName, ...more })

describe('stages', () => {
  it('are added at the end, with a colour of their own or of their place', async () => {
    const made = good(await add(' Expansion ', { colour: 2 })).data
    expect(made).toMatchObject({
      displayName: 'Expansion',
      entityLevel: 2,
      order: 6,
      isDefault: false,
      colour: 2,
      ownColour: 2,
      closing: false,
    })
    const plain: LifecycleStage = good(await add('Advocacy')).data
    expect([plain.order, plain.colour, plain.ownColour]).toEqual([7, 1, null])
    const { body } = await admin.get('audit?action=lifecycle_stage.created')
    expect(names(await stagesOf(admin)).slice(-2)).toEqual(['Expansion', 'Advocacy'])
    expect(body.data[0].summary).toBe('Added the lifecycle stage “Advocacy”')
  })

  it('are renamed, and records and history tell the new name at once', async () => {
    const { lifecycleStageId } = await named('Adoption')
    const id = await create(admin, 'accounts', { name: 'Adopting', lifecycleStage: lifecycleStageId })
    const renamed = await admin.post(`${url}/${lifecycleStageId}/rename`, {
      entityLevel: 2,
      displayName: 'Growing',
    })
    expect(good(renamed).data).toMatchObject({ lifecycleStageId, displayName: 'Growing', order: 2 })
    const { globalFields } = good(await admin.get(`core/accounts/${id}`)).data
    expect(globalFields.lifecycleStage).toBe('Growing')
    const back = { entityLevel: 'account', displayName: 'adoption' }
    expect(good(await admin.post(`${url}/${lifecycleStageId}/rename`, back)).data.displayName).toBe(
      'adoption',
    )
    const same = { entityLevel: 'account', displayName: 'Adoption' }
    expect((await admin.post(`${url}/${lifecycleStageId}/rename`, same)).status).toBe(200)
  })

  it('take another place, and the others close up', async () => {
    const before = names(await stagesOf(admin, 'organization'))
    const { lifecycleStageId: id } = await named('Renewal', 'organization')
    const move = (reorderTo: number) =>
      admin.post(`${url}/${id}/reorder`, { entityLevel: 'organization', reorderTo })
    const moved = good(await move(1)).data as LifecycleStage[]
    expect(names(moved)).toEqual(['Renewal', 'Onboarding', 'Adoption', 'Value realised', 'At risk'])
    expect(moved.map(({ order }) => order)).toEqual([1, 2, 3, 4, 5])
    expect(names(good(await move(5)).data).at(-1)).toBe('Renewal')
    expect(names(good(await move(4)).data)).toEqual(before)
    expect((await move(6)).body.fields).toEqual({
      reorderTo: 'There are 5 stages. Choose a position from 1 to 5.',
    })
  })

  it('have one default, which new records get at once', async () => {
    const { lifecycleStageId } = await named('Champion', 'contact')
    const before = await named('Active', 'contact')
    const set = (id: number) => admin.post(`${url}/default`, { entityLevel: 'contact', lifecycleStageId: id })
    const stages = good(await set(lifecycleStageId)).data as LifecycleStage[]
    expect(stages.filter(({ isDefault }) => isDefault).map(({ displayName }) => displayName)).toEqual([
      'Champion',
    ])
    const organization = await create(admin, 'organizations', { name: 'Employer' })
    const id = await create(admin, 'contacts', { name: 'New', organization })
    expect(good(await admin.get(`core/contacts/${id}`)).data.globalFields.lifecycleStage).toBe('Champion')
    good(await set(before.lifecycleStageId))
  })

  it('get another colour, and lose it again', async () => {
    const { lifecycleStageId } = await named('At risk')
    const colour = (wanted: number | null) =>
      admin.post(`${url}/${lifecycleStageId}/colour`, { entityLevel: 'account', colour: wanted })
    expect(good(await colour(6)).data).toMatchObject({ colour: 6, ownColour: 6 })
    expect(good(await colour(null)).data).toMatchObject({ colour: 5, ownColour: null })
    expect((await colour(7)).body.fields).toEqual({ colour: 'Choose a color from 1 to 6.' })
  })

  it('are refused with what is wrong, at its field', async () => {
    const { lifecycleStageId: id } = await named('Renewal')
    const taken = await add('RENEWAL')
    expect([taken.status, taken.body.reason]).toEqual([409, 'lifecycle.name_taken'])
    expect(taken.body.fields.displayName).toContain('There is already a lifecycle stage named "RENEWAL"')
    const cases: [string, object, number, object | undefined][] = [
      [url, { entityLevel: 'account', displayName: ' ' }, 400, { displayName: 'Enter a name.' }],
      [
        url,
        { entityLevel: 'account', displayName: 'a\nb' },
        400,
        { displayName: 'The name must be a single line.' },
      ],
      [
        url,
        { entityLevel: 'pipeline', displayName: 'Won' },
        400,
        { entityLevel: 'Pipelines have no lifecycle stages. Choose organization, account or contact.' },
      ],
      [`${url}/${id}/rename`, { entityLevel: 'account', displayName: 'onboarding' }, 409, undefined],
      [
        `${url}/${id}/rename`,
        { entityLevel: 'contact', displayName: 'Fine' },
        400,
        { entityLevel: 'This is a stage of accounts, not of contacts.' },
      ],
      [
        `${url}/${id}/reorder`,
        { entityLevel: 'account', reorderTo: 0 },
        400,
        { reorderTo: 'reorderTo starts at 1.' },
      ],
      [`${url}/999999/rename`, { entityLevel: 'account', displayName: 'Fine' }, 404, undefined],
      [`${url}/999999/reorder`, { entityLevel: 'account', reorderTo: 1 }, 404, undefined],
      [`${url}/default`, { entityLevel: 'account', lifecycleStageId: 999_999 }, 404, undefined],
      [
        `${url}/default`,
        { entityLevel: 'account', lifecycleStageId: 'x' },
        400,
        { lifecycleStageId: 'An id must be a whole number.' },
      ],
    ]
    for (const [path, body, status, fields] of cases) {
      const answer = await admin.post(path, body)
      expect([path, answer.status], JSON.stringify(answer.body)).toEqual([path, status])
      if (fields) expect(answer.body.fields).toEqual(fields)
    }
  })

  it('are defined by administrators of their own company only', async () => {
    const { lifecycleStageId: id } = await named('Renewal')
    const body = { entityLevel: 'account', displayName: 'Taken over' }
    for (const role of ['viewer', 'normalUser', 'manager'] as const) {
      const client = await app.as(role)
      expect((await client.post(url, body)).status).toBe(403)
      expect((await client.get(`${url}/${id}/systemUsage`)).status).toBe(403)
    }
    const foreigner = await app.foreigner()
    expect((await foreigner.post(`${url}/${id}/rename`, body)).status).toBe(404)
    expect((await foreigner.get(`${url}/${id}/systemUsage`)).status).toBe(404)
    expect((await foreigner.post(`${url}/${id}/colour`, { entityLevel: 'account', colour: 1 })).status).toBe(
      404,
    )
  })

  it('of one name are added once, when two ask at the same time', async () => {
    const answers = await Promise.all([add('Twice'), add('twice'), add('TWICE')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })
})

describe('the usage of a stage', () => {
  it('counts its records and names what asks for it', async () => {
    const { lifecycleStageId: id } = good(await add('In use')).data
    const record = (name: string) => create(admin, 'accounts', { name, lifecycleStage: id })
    await record('Live')
    const archived = await record('Archived')
    const churned = await record('Churned')
    good(await admin.put(`core/accounts/${archived}/archive`))
    good(await admin.put(`core/accounts/${churned}/churn-status`, { churned: true }))
    const logic = { not: { or: [{ field: 'system:lifecycleStageId', operator: 'isSetTo', value: [id] }] } }
    const segment = { segmentLevel: 'account', logic }
    good(await admin.post('segment', { ...segment, name: 'Those in use', isPrivate: false }))
    good(await admin.post('segment', { ...segment, name: 'My own', isPrivate: true }))
    const reaching = {
      and: [{ field: 'account.system:lifecycleStageId', operator: 'isSetTo', value: [id] }],
    }
    good(
      await admin.post('segment', {
        name: 'People of those',
        segmentLevel: 'contact',
        logic: reaching,
        isPrivate: false,
      }),
    )
    const short = { and: [{ field: 'lifecycleStage', operator: 'isSetTo', value: [id] }] }
    const byShortName = { segmentLevel: 'account', name: 'By its short name', isPrivate: false, logic: short }
    good(await admin.post('segment', byShortName))
    await defineField(admin, 'account', 'is_in_use', 'boolean', {
      horizontal: true,
      calculatedFields: { formula: '{lifecycleStageId} = "In use"' },
    })
    const usage = good(await admin.get(`${url}/${id}/systemUsage`)).data
    expect(usage.records).toEqual({ live: 1, churned: 1, archived: 1 })
    const { name } = good(await admin.get(`core/accounts/${churned}`)).data.globalFields
    expect(name).toBe('Churned')
    expect(
      usage.uses.toSorted((a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name)),
    ).toEqual([
      { kind: 'segment', name: 'A private segment', count: 1 },
      { kind: 'segment', name: 'By its short name', count: 1 },
      { kind: 'calculated field', name: 'is_in_use', count: 1 },
      { kind: 'segment', name: 'People of those', count: 1 },
      { kind: 'segment', name: 'Those in use', count: 1 },
    ])
    const listed = await stagesOf(admin, 'account', true)
    expect(listed.find((stage) => stage.lifecycleStageId === id)?.records).toEqual(usage.records)
    const viewer = await app.as('viewer')
    expect((await stagesOf(viewer, 'account', true)).some((stage) => 'records' in stage)).toBe(false)
  })
})
