import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { readHolidayFile } from './holiday-file.reading.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

const url = 'work-calendar/calendars'
const germany = {
  name: 'Germany',
  workingDays: [5, 1, 2, 3, 4, 1],
  region: 'de',
  holidays: [{ day: '2026-12-25', name: 'Christmas Day' }],
}

async function list(client = admin) {
  const { body } = await client.get(url)
  return body.data
}

describe('calendars', () => {
  it('of a new company are one, from Monday to Friday', async () => {
    expect(await list(await app.foreigner())).toMatchObject([
      { name: 'Standard', workingDays: [1, 2, 3, 4, 5], isDefault: true, holidays: [], userIds: [] },
    ])
  })

  it('are created, changed and deleted by administrators, with an entry in the audit log', async () => {
    const { status, body } = await admin.post(url, { ...germany, userIds: [admin.actor.userId] })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ ...germany, region: 'DE', workingDays: [1, 2, 3, 4, 5] })
    const path = `${url}/${body.data.calendarId}`
    const changed = await admin.put(path, { ...germany, name: 'Deutschland', workingDays: [1, 2, 3, 4] })
    expect(changed.body.data).toMatchObject({ name: 'Deutschland', workingDays: [1, 2, 3, 4], userIds: [] })
    expect(await list(await app.as('viewer'))).toHaveLength(2)
    expect((await admin.delete(path)).status).toBe(200)
    expect((await admin.put(path, germany)).status).toBe(404)
    const { body: log } = await admin.get('audit')
    const actions = log.data.map((entry: { action: string }) => entry.action)
    expect(actions.filter((action: string) => action.startsWith('work_calendar'))).toEqual([
      'work_calendar.deleted',
      'work_calendar.changed',
      'work_calendar.created',
    ])
  })

  it('are kept from others', async () => {
    const standard = (await list())[0]
    for (const role of ['viewer', 'normalUser', 'manager'] as const) {
      const client = await app.as(role)
      expect((await client.post(url, germany)).status).toBe(403)
    }
    const foreigner = await app.foreigner()
    expect((await foreigner.put(`${url}/${standard.calendarId}`, germany)).status).toBe(404)
  })

  it('have a working day, distinct holidays, their own names and regions, and people of the company', async () => {
    const faults = async (change: object) => (await admin.post(url, { ...germany, ...change })).body.fields
    expect(await faults({ workingDays: [] })).toEqual({ workingDays: 'Choose at least one working day.' })
    expect(await faults({ holidays: [germany.holidays[0], germany.holidays[0]] })).toEqual({
      'holidays.1.day': '2026-12-25 is already a holiday. Remove one of the two.',
    })
    expect(await faults({ holidays: [{ day: '2026-02-29', name: '' }] })).toHaveProperty(['holidays.0.day'])
    expect(await faults({ name: 'STANDARD' })).toHaveProperty(['name'])
    expect(await faults({ userIds: [999_999] })).toEqual({ 'userIds.0': 'There is no user 999999.' })
  })

  it('always include a default', async () => {
    const [standard] = await list()
    const path = `${url}/${standard.calendarId}`
    expect((await admin.delete(path)).status).toBe(409)
    const { calendarId: _, ...input } = standard
    expect((await admin.put(path, { ...input, isDefault: false })).body.fields).toHaveProperty('isDefault')
    const { body } = await admin.post(url, { ...germany, name: 'New default', region: null, isDefault: true })
    expect(
      (await list()).map((one: { name: string; isDefault: boolean }) => [one.name, one.isDefault]),
    ).toEqual([
      ['New default', true],
      ['Standard', false],
    ])
    await admin.put(path, { ...input, isDefault: true })
    await admin.delete(`${url}/${body.data.calendarId}`)
  })
})

const event = (lines: string) => `BEGIN:VEVENT\r\nUID:1\r\n${lines}\r\nEND:VEVENT\r\n`
const file = (events: string) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\n${events}END:VCALENDAR\r\n`

describe('holidays', () => {
  it('are read from a file, with those that repeat and those of several days', () => {
    const text = file(
      event('SUMMARY:Christmas\r\nDTSTART;VALUE=DATE:20261225\r\nDTEND;VALUE=DATE:20261227') +
        event('SUMMARY:Leap day\r\nDTSTART;VALUE=DATE:20240229\r\nRRULE:FREQ=YEARLY') +
        event('SUMMARY:Party\r\nDTSTART:20270105T100000\r\nDTEND:20270105T120000'),
    )
    expect(readHolidayFile({ text, from: '2026-01-01', to: '2033-12-31', most: 100 })).toEqual({
      holidays: [
        { day: '2026-12-25', name: 'Christmas' },
        { day: '2026-12-26', name: 'Christmas' },
        { day: '2027-01-05', name: 'Party' },
        { day: '2028-02-29', name: 'Leap day' },
        { day: '2032-02-29', name: 'Leap day' },
      ],
    })
  })

  it('are read through the API, and a file that is none is refused at its field', async () => {
    const text = file(event('SUMMARY:New Year\r\nDTSTART;VALUE=DATE:20270101'))
    const { body } = await admin.post('work-calendar/holidays/read', { calendar: text })
    expect(body.data).toEqual([{ day: '2027-01-01', name: 'New Year' }])
    const refused = await admin.post('work-calendar/holidays/read', { calendar: 'day;name' })
    expect(refused.status).toBe(400)
    expect(refused.body.fields.calendar).toContain('not a calendar file')
  })

  it('of a file that repeats every second are refused', () => {
    const text = file(event('SUMMARY:All\r\nDTSTART:19700101T000000Z\r\nRRULE:FREQ=DAILY'))
    expect(readHolidayFile({ text, from: '1971-01-01', to: '2033-12-31', most: 100 })).toEqual({
      unreadable: 'The file has more than 100 holidays.',
    })
  })

  it('of countries and states are known', async () => {
    const regions = (await admin.get('work-calendar/holiday-regions')).body.data
    expect(regions).toContainEqual({ region: 'DE-BY', name: 'Germany, Bayern' })
    const of = async (region: string) =>
      (await admin.get(`work-calendar/public-holidays?region=${region}&from=2026&to=2027`)).body
    const bavaria = await of('DE-BY')
    expect(bavaria.data).toContainEqual({ day: '2026-01-06', name: 'Epiphany' })
    expect((await of('DE')).data).not.toContainEqual({ day: '2026-01-06', name: 'Epiphany' })
    // Boxing Day of 2026 is a Saturday.
    expect((await of('GB')).data).toContainEqual(expect.objectContaining({ day: '2026-12-28' }))
    expect((await of('XX')).fields).toEqual({ region: 'No public holidays are known for XX.' })
  })
})
