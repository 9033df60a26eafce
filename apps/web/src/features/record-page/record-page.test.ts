import { afterEach, describe, expect, it } from 'vitest'
import { levelOf } from '@steward/contracts/level'
import type { RecordBody } from '@steward/contracts/record'
import type { HistoryEntry } from '@steward/contracts/record-history'
import { mergeFields } from '../../entities/field/index.ts'
import { fieldGroups } from './fields/field-groups.ts'
import { actText, historyDays } from './history/history-days.ts'
import { readOnlyReason } from './fields/read-only-reason.ts'
import { chosenTab, type RecordTab, tabsOf, toldTab } from '../../entities/record-screen/index.ts'
import { childLevels } from './child-levels.ts'
import { pulseLine } from './overview/pulse-line.ts'
import { agoText, dayHeading } from '../../components/time-text.ts'
import { setReader } from '../../ui/reader.ts'

const change = { field: 'system:pulse', label: 'Pulse', dataType: 'pulse', restorable: true } as const
const entry = (changeSetId: number, at: string, more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  changeSetId,
  at,
  by: { id: 1, name: 'Priya Raman' },
  source: 'person',
  actor: { kind: 'person', id: 1, name: 'Priya Raman' },
  causes: [],
  action: 'edit',
  kind: 'update',
  undoneBy: null,
  changes: [{ ...change, before: null, after: 4, beforeText: null, afterText: 'Satisfied' }],
  ...more,
})

describe('the history', () => {
  afterEach(() => setReader({ locale: undefined, timeZone: undefined }))

  it('is grouped by the calendar day of the reader', () => {
    const days = historyDays([
      entry(3, '2026-03-14T12:30:00'),
      entry(2, '2026-03-14T09:00:00'),
      entry(1, '2026-03-13T12:00:00'),
    ])
    expect(days.map(({ day, entries }) => [day, entries.length])).toEqual([
      ['2026-03-14', 2],
      ['2026-03-13', 1],
    ])
  })

  it('is grouped by the day where the reader is, wherever the device is', () => {
    for (const [timeZone, day] of [
      ['Pacific/Kiritimati', '2026-03-15'],
      ['Pacific/Pago_Pago', '2026-03-14'],
    ] as const) {
      setReader({ locale: 'en-GB', timeZone })
      expect(historyDays([entry(1, '2026-03-14T12:30:00Z')])[0]!.day).toBe(day)
    }
  })

  it('says what was done', () => {
    const [only] = entry(1, '').changes
    expect(actText(entry(1, ''))).toBe('changed Pulse')
    expect(actText(entry(1, '', { changes: [only!, only!] }))).toBe('changed 2 fields')
    expect(actText(entry(1, '', { action: 'import', kind: 'create' }))).toBe('imported this record')
  })

  it('tells time in words for a week, then as a day', () => {
    const now = Date.parse('2026-03-14T12:00:00Z')
    expect(agoText('2026-03-14T11:59:40Z', now)).toBe('just now')
    expect(agoText('2026-03-14T09:00:00Z', now)).toBe('3 hours ago')
    expect(agoText('2026-03-01T09:00:00Z', now)).toBe('Mar 1, 2026')
    expect(dayHeading('2026-03-13', new Date('2026-03-14T12:00:00'))).toBe('Yesterday')
  })
})

const section = (name: string, ...fields: string[]) => ({ sectionId: 1, name, collapsed: true, fields })

const tab = (value: string, order: number, levels: RecordTab['levels']): RecordTab => ({
  value,
  label: value,
  levels,
  order,
  Body: () => null,
})
const tabs = [tab('history', 90, [1, 2]), tab('overview', 10, [1, 2]), tab('accounts', 50, [1])]

const valuesOf = (name: 'account' | 'organization') => tabsOf(tabs, levelOf(name)).map(({ value }) => value)

const dayAt = (day: number) => `2026-03-${String(day).padStart(2, '0')}T00:00:00Z`

describe('a record page', () => {
  it('has the tabs of its level in their order', () => {
    expect(valuesOf('organization')).toEqual(['overview', 'accounts', 'history'])
    expect(valuesOf('account')).toEqual(['overview', 'history'])
    expect(childLevels(levelOf('contact'))).toEqual([])
  })

  it('shows the tab of the address, else the last one, else the first', () => {
    const shown = tabsOf(tabs, levelOf('account'))
    expect(chosenTab(shown, 'history', 'overview').value).toBe('history')
    expect(chosenTab(shown, undefined, 'history').value).toBe('history')
    expect(chosenTab(shown, 'accounts', 'accounts').value).toBe('overview')
  })

  it('leaves the first tab in an address that names it, so that the last one does not take its place', () => {
    const shown = tabsOf(tabs, levelOf('account'))
    const told = (asked: string | undefined, last: string | null) =>
      toldTab(shown, chosenTab(shown, asked, last), asked)
    expect(told('overview', 'history')).toBe('overview')
    expect(told(undefined, null)).toBeUndefined()
    expect(told(undefined, 'history')).toBe('history')
    expect(told('accounts', null)).toBeUndefined()
  })

  it('arranges the fields as the company did, the rest last', () => {
    const fields = mergeFields(levelOf('account'), [], [])
    const groups = fieldGroups(
      fields,
      [section('Whose', 'system:owners'), section('Mixed', 'about', 'churned')],
      { churned: true, pinned: [] },
    )
    expect(groups.map(({ title, collapsed }) => [title, collapsed])).toEqual([
      ['Whose', true],
      ['Mixed', true],
      ['Other fields', false],
    ])
  })

  it('draws pulses over time, the best on top', () => {
    const line = pulseLine([
      { at: dayAt(1), pulse: 1 },
      { at: dayAt(2), pulse: 5 },
      { at: dayAt(5), pulse: 3 },
    ])
    expect(line.map(({ x, y }) => [x, y])).toEqual([
      [0, 100],
      [25, 0],
      [100, 50],
    ])
    expect(pulseLine([{ at: dayAt(1), pulse: 2 }])).toMatchObject([{ x: 50, y: 75 }])
  })

  it('shows every field once, the name and the primary owner elsewhere', () => {
    const fields = mergeFields(levelOf('contact'), [], [])
    const shown = fieldGroups(fields, undefined, { churned: true, pinned: [] }).flatMap((group) =>
      group.fields.map(({ name }) => name),
    )
    expect(shown.toSorted()).toEqual(
      fields
        .map(({ name }) => name)
        .filter((name) => name !== 'name')
        .toSorted(),
    )
  })

  it('says why a value cannot be edited', () => {
    const contact = levelOf('contact')
    const record = { globalFields: { account: { id: 1, name: 'Northwind' } } } as RecordBody
    const alone = { globalFields: { account: null } } as RecordBody
    const find = (name: string) => mergeFields(contact, [], []).find((field) => field.name === name)!
    expect(readOnlyReason(contact, record, find('organization'))).toBe(
      'The organization is set by the account.',
    )
    expect(readOnlyReason(contact, alone, find('organization'))).toBeUndefined()
    expect(readOnlyReason(contact, alone, find('system:health'))).toContain('calculated')
  })
})
