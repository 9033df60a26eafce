import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { activityIcons } from '@steward/contracts/plain/activity-icon'
import type { ActivityType } from '@steward/contracts/activity-type'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { seededByMigration } from '../../../test/seeded-by-migration.ts'
import { good } from '../record/record.fixture.ts'
import { firstTypes } from './activity-type.rules.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

const url = 'core/activity-type'
const list = async (client = admin, query = ''): Promise<ActivityType[]> =>
  good(await client.get(`${url}${query}`)).data
const make = async (body: object): Promise<ActivityType> => good(await admin.post(url, body)).data

describe('activity types', () => {
  it('of a new company are the usual ones by name, which every role sees', async () => {
    const foreigner = await app.foreigner()
    const types = await list(foreigner)
    expect(types.map(({ displayName }) => displayName)).toEqual([
      'Call',
      'Demo',
      'Email',
      'Meeting',
      'Onboarding',
      'QBR',
      'Support',
      'Training',
    ])
    expect(types.every(({ isActive, description }) => isActive && description.length > 5)).toBe(true)
    expect(types[0]).not.toHaveProperty('usageCount')
    for (const role of ['viewer', 'normalUser', 'manager'] as const) {
      const client = await app.as(role)
      expect((await list(client)).length).toBeGreaterThanOrEqual(8)
      expect((await client.post(url, { displayName: 'Mine' })).status).toBe(403)
      const [first] = await list(client)
      expect((await client.patch(`${url}/${first?.activityTypeId}`, { isActive: false })).status).toBe(403)
    }
  })

  it('of a company that was there before are the same', async () => {
    const rows = await seededByMigration(app, '20261121T0044__activity-type__type.sql', 'activity_type', [
      '20261126T2301__activity-type__phone-call.sql',
      '20261127T1951__activity-type__training.sql',
    ])
    const types = rows.map(({ name, icon, description, active }) => ({
      displayName: name,
      iconName: icon,
      description,
      isActive: active,
    }))
    expect(types).toEqual(expect.arrayContaining([...firstTypes]))
    expect(types).toHaveLength(firstTypes.length)
  })

  it('are made and changed, part by part, and each act is in the audit log', async () => {
    const made = await make({
      displayName: ' Site visit ',
      iconName: 'map-pin',
      description: 'On their site',
    })
    expect(made).toMatchObject({ displayName: 'Site visit', iconName: 'map-pin', isActive: true })
    const path = `${url}/${made.activityTypeId}`
    good(await admin.patch(path, { isActive: false }))
    const whole = { ...made, displayName: 'Visit', iconName: 'car', isActive: false }
    const { usageCount: _, ...body } = whole
    expect(good(await admin.patch(path, body)).data).toEqual(body)
    expect(await list(admin, '?displayName=VISIT')).toEqual([body])
    const entries = good(await admin.get('audit?action=activity_type.changed')).data
    expect(entries[0]).toMatchObject({
      summary: 'Changed the activity type “Site visit”',
      details: { before: { displayName: 'Site visit' }, after: { displayName: 'Visit' } },
    })
    expect(good(await admin.get('audit?action=activity_type.created')).data[0].summary).toContain(
      'Site visit',
    )
  })

  it('that are told to be what they are leave nothing in the audit log', async () => {
    const before = good(await admin.get('audit?action=activity_type.changed')).data.length
    const [type] = await list()
    good(await admin.patch(`${url}/${type?.activityTypeId}`, { displayName: type?.displayName }))
    good(await admin.patch(`${url}/${type?.activityTypeId}`, {}))
    expect(good(await admin.get('audit?action=activity_type.changed')).data).toHaveLength(before)
  })

  it('come as an object under their ids', async () => {
    const object = good(await admin.get(`${url}?format=object`)).data
    expect(Object.values(object)).toHaveLength((await list()).length)
    for (const [id, type] of Object.entries(object))
      expect((type as ActivityType).activityTypeId).toBe(Number(id))
  })

  it('are found by a name, which must not be blank', async () => {
    expect(await list(admin, '?displayName=nothing%20like%20it')).toEqual([])
    for (const blank of ['', '%20%20']) {
      const answer = await admin.get(`${url}?displayName=${blank}`)
      expect([answer.status, answer.body.fields]).toEqual([400, { displayName: 'No Value Entered!' }])
    }
  })

  it('have names of their own, whatever the case', async () => {
    const answer = await admin.post(url, { displayName: 'cALL' })
    expect([answer.status, answer.body.reason]).toEqual([409, 'activity_type.name_taken'])
    expect(answer.body.fields.displayName).toContain('"cALL"')
    const demo = (await list(admin, '?displayName=demo'))[0]
    const renamed = await admin.patch(`${url}/${demo?.activityTypeId}`, { displayName: 'Meeting' })
    expect(renamed.status).toBe(409)
  })

  it.each([
    [{ displayName: '  ' }, { displayName: 'Enter a name.' }],
    [{}, { displayName: 'Enter a name.' }],
    [{ displayName: 'x', iconName: 'nothing' }, { iconName: 'Choose one of the available icons.' }],
    [{ displayName: 'two\nlines' }, { displayName: 'The name must be a single line.' }],
    [{ displayName: 'x'.repeat(61) }, { displayName: expect.stringContaining('60') }],
    [{ displayName: 'x', description: 'x'.repeat(301) }, { description: expect.stringContaining('300') }],
  ])('refuse %j at its field', async (body, fields) => {
    const answer = await admin.post(url, body)
    expect([answer.status, answer.body.fields]).toEqual([400, fields])
  })

  it('of another company, or of none, are unknown', async () => {
    const [theirs] = await list(await app.foreigner())
    expect((await admin.patch(`${url}/${theirs?.activityTypeId}`, { isActive: false })).status).toBe(404)
    const [first, second] = await list()
    const answer = await admin.patch(`${url}/${first?.activityTypeId}`, {
      activityTypeId: second?.activityTypeId,
    })
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, ['activityTypeId']])
  })

  it('have one of 96 icons', () => {
    expect([activityIcons.length, new Set(activityIcons).size]).toEqual([96, 96])
  })
})
