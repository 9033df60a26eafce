import { describe, expect, it } from 'vitest'
import { levelOf } from '@steward/contracts/level'
import type { HistoryEntry, RecordBody } from '@steward/contracts/record'
import { mergeFields } from '../../api/fields.ts'
import { fieldGroups } from './fields/field-groups.ts'
import { actText, historyDays } from './history/history-days.ts'
import { readOnlyReason } from './fields/read-only-reason.ts'
import { childLevels, tabOf } from './record-tabs.ts'
import { agoText, dayHeading } from '../../components/time-text.ts'

const change = { field: 'system:pulse', label: 'Pulse', dataType: 'pulse', restorable: true } as const
const entry = (changeSetId: number, at: string, more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  changeSetId,
  at,
  by: { id: 1, name: 'Priya Raman' },
  source: 'person',
  action: 'edit',
  kind: 'update',
  undoneBy: null,
  changes: [{ ...change, before: null, after: 4, beforeText: null, afterText: 'Satisfied' }],
  ...more,
})

describe('the history', () => {
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

  it('says what was done', () => {
    const [only] = entry(1, '').changes
    expect(actText(entry(1, ''))).toBe('changed Pulse')
    expect(actText(entry(1, '', { changes: [only!, only!] }))).toBe('changed 2 fields')
    expect(actText(entry(1, '', { action: 'import', kind: 'create' }))).toBe('created this by an import')
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

describe('a record page', () => {
  it('falls back to the overview for a tab its level does not have', () => {
    expect(tabOf(levelOf('account'), 'accounts')).toBe('overview')
    expect(tabOf(levelOf('organization'), 'accounts')).toBe('accounts')
    expect(childLevels(levelOf('contact'))).toEqual([])
  })

  it('puts what is about the surroundings of a record to the side', () => {
    const fields = mergeFields(levelOf('account'), [], [])
    const groups = fieldGroups(fields, [
      section('Whose', 'system:owners'),
      section('Mixed', 'about', 'churned'),
    ])
    expect(groups.map(({ title, column, collapsed }) => [title, column, collapsed])).toEqual([
      ['Whose', 'side', true],
      ['Mixed', 'main', true],
      ['Other fields', 'main', false],
    ])
  })

  it('shows every field once, the name and the primary owner elsewhere', () => {
    const fields = mergeFields(levelOf('contact'), [], [])
    const shown = fieldGroups(fields, undefined).flatMap((group) => group.fields.map(({ name }) => name))
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
      'The organization comes with the account.',
    )
    expect(readOnlyReason(contact, alone, find('organization'))).toBeUndefined()
    expect(readOnlyReason(contact, alone, find('system:health'))).toContain('score settings')
  })
})
