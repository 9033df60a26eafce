import { describe, expect, it } from 'vitest'
import type { UserDirectory } from '../user-management/index.ts'
import { reminderAt, startOf } from './task.reminder-time.ts'

const directory = (timeZone: string | null) =>
  ({ byId: new Map([[7, { timeZone }]]) }) as unknown as UserDirectory

describe('the morning of a reminder', () => {
  it.each([
    ['before clocks go forward', 'America/New_York', '2027-03-13', '2027-03-13T13:00:00.000Z'],
    ['on the day on which clocks go forward', 'America/New_York', '2027-03-14', '2027-03-14T12:00:00.000Z'],
    ['on the day on which clocks go back', 'Europe/Berlin', '2027-10-31', '2027-10-31T07:00:00.000Z'],
    ['on 29 February', 'Europe/Berlin', '2028-02-29', '2028-02-29T07:00:00.000Z'],
    ['half an hour beside the others', 'Asia/Kolkata', '2027-03-14', '2027-03-14T02:30:00.000Z'],
    ['without a time zone', null, '2027-03-14', '2027-03-14T08:00:00.000Z'],
  ])('%s', (_, zone, day, at) => {
    expect(reminderAt({ userId: 7, day }, directory(zone)).toISOString()).toBe(at)
  })

  it('of a task without an assignee is that of UTC', () => {
    const at = reminderAt({ userId: null, day: '2027-03-14' }, directory('America/New_York'))
    expect(at.toISOString()).toBe('2027-03-14T08:00:00.000Z')
  })
})

describe('the beginning of a day', () => {
  it.each([
    ['that has no midnight, since clocks go forward at it', 'America/Santiago', '2027-09-05', '04:00'],
    ['whose midnight is twice, the first', 'America/Havana', '2027-11-07', '04:00'],
    ['as usual', 'America/Santiago', '2027-09-06', '03:00'],
  ])('%s', (_, zone, day, time) => {
    expect(startOf(day, zone).toISOString()).toBe(`${day}T${time}:00.000Z`)
  })
})
