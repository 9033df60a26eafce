import { expect, test } from 'vitest'
import type { LatestItem } from '@steward/contracts/overview'
import { bylineOf, headingOf } from './latest-words.ts'
import { sinceText } from './since-text.ts'

const item = (more: Partial<LatestItem>): LatestItem => ({
  itemId: 1,
  kind: 'note',
  occurredAt: '2026-03-14T09:00:00Z',
  author: { id: 1, name: 'Priya Raman', imageId: null },
  record: { level: 3, id: 7, name: 'Nora Berg' },
  inherited: false,
  title: '',
  text: '',
  pulse: null,
  activity: null,
  from: null,
  ...more,
})
const call = { name: 'Call', iconName: 'phone' }

test('an item is called by its title, else by what it is', () => {
  expect(headingOf(item({ title: 'Kick-off' }))).toBe('Kick-off')
  expect(headingOf(item({}))).toBe('Note')
  expect(headingOf(item({ kind: 'activity', activity: call }))).toBe('Call')
  expect(headingOf(item({ kind: 'pulse', pulse: 4, title: '' }))).toBe('Pulse: Satisfied')
})

test('below stands as what, by whom, and on which record it lies', () => {
  expect(bylineOf(item({ inherited: true }))).toBe('Priya Raman · on Nora Berg')
  expect(bylineOf(item({ kind: 'activity', activity: call, title: 'Review' }))).toBe('Call · Priya Raman')
  expect(bylineOf(item({ kind: 'email', author: null, from: 'Nora Berg' }))).toBe('Nora Berg')
})

test('the time since is told in days, then months, then years', () => {
  const now = new Date('2026-03-14T12:00:00')
  expect(sinceText('2026-03-14T09:00:00', now)).toBe('today')
  expect(sinceText('2026-03-13T23:00:00', now)).toBe('yesterday')
  expect(sinceText('2026-02-12T12:00:00', now)).toBe('30 days ago')
  expect(sinceText('2025-12-14T12:00:00', now)).toBe('3 months ago')
  expect(sinceText('2021-03-01T12:00:00', now)).toBe('5 years ago')
})
