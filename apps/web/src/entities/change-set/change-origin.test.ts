import { describe, expect, it } from 'vitest'
import { originText } from './change-origin.ts'

const person = { kind: 'person', id: 1, name: 'Priya Raman' } as const
const token = { kind: 'apiToken', id: 12, name: 'Billing export' } as const
const file = { kind: 'import', id: 7, name: 'customers.csv' } as const
const bulk = { kind: 'bulkUpdate', id: 8 } as const

describe('the way a change came in', () => {
  it.each([
    ['In the app', { source: 'person', actor: person, causes: [] }],
    ['In the app', { source: 'person', actor: null, causes: [] }],
    ['Bulk update', { source: 'person', actor: person, causes: [bulk] }],
    ['API token Billing export', { source: 'api', actor: token, causes: [] }],
    ['API token Billing export', { source: 'api', actor: token, causes: [bulk] }],
    ['API', { source: 'api', actor: person, causes: [] }],
    ['Import customers.csv', { source: 'import', actor: person, causes: [file] }],
    ['Import', { source: 'import', actor: person, causes: [{ kind: 'import', id: 7 }] }],
    ['Import customers.csv · API token Billing export', { source: 'import', actor: token, causes: [file] }],
    ['Undo', { source: 'undo', actor: person, causes: [] }],
    ['Undo · API token Billing export', { source: 'undo', actor: token, causes: [] }],
    [
      'Scenario Renewal reminder',
      { source: 'scenario', actor: { kind: 'scenario', id: 4, name: 'Renewal reminder' }, causes: [] },
    ],
    ['System', { source: 'system', actor: { kind: 'health', id: null, name: 'Health score' }, causes: [] }],
  ] as const)('is "%s"', (text, origin) => expect(originText(origin)).toBe(text))
})
