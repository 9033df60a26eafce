import { describe, expect, it } from 'vitest'
import type { ImportMapping } from '@steward/contracts/import/mapping'
import type { ColumnGuess, Detection } from '../bulk.calls.ts'
import { choicesFrom } from '../wizard/import-draft.ts'
import { choicesFromMapping, mappingFor, newColumns, savedFrom } from './saved-mapping.ts'

const guess = (name: string, column: number, target: string | null = null) =>
  ({ name, column, target, dateFormat: null, numberFormat: null, match: null }) as ColumnGuess

function detectionOf(...columns: ColumnGuess[]): Detection {
  return { columns, key: [], imports: [] } as unknown as Detection
}

const march = detectionOf(guess('No.', 0, 'system:externalId'), guess('Company', 1, 'name'), guess('Fax', 2))
const choices = {
  ...choicesFrom(march),
  columns: [
    { column: 0, target: 'system:externalId', wholeNumbers: true },
    { column: 1, target: 'name', repairs: [{ from: 'n/a', to: '' }] },
    { column: 2, target: null },
  ],
  key: ['system:externalId'],
  missingRecords: 'archive' as const,
  newFields: ['fax'],
}
const saved = { mappingId: 7, choices: savedFrom(choices, march) } as ImportMapping
const targets = new Set(['system:externalId', 'name', 'fax'])

describe('a saved mapping', () => {
  it('applies to a file with the same headers, in any order', () => {
    const april = detectionOf(guess('Company', 0), guess('Fax', 1), guess('No.', 2))
    expect(mappingFor(april, [saved])).toBe(saved)
    const applied = choicesFromMapping(saved, april, targets)
    expect(applied.columns).toEqual([
      { column: 0, target: 'name', repairs: [{ from: 'n/a', to: '' }] },
      { column: 1, target: null },
      { column: 2, target: 'system:externalId', wholeNumbers: true },
    ])
    expect(applied).toMatchObject({ key: ['system:externalId'], missingRecords: 'archive', newFields: [] })
  })

  it('applies to a file with one more column, which keeps its suggestion; a mapping that knows it comes first', () => {
    const april = detectionOf(...march.columns, guess('Phone', 3, 'phone'))
    expect(mappingFor(april, [saved])).toBe(saved)
    expect(newColumns(april, saved.choices)).toEqual(['Phone'])
    const applied = choicesFromMapping(saved, april, new Set([...targets, 'phone']))
    expect(applied.columns[1]).toMatchObject({ target: 'name', repairs: [{ from: 'n/a', to: '' }] })
    expect(applied.columns[3]).toMatchObject({ column: 3, target: 'phone' })
    const wider = { mappingId: 9, choices: savedFrom(choicesFrom(april), april) } as ImportMapping
    expect(mappingFor(april, [saved, wider])).toBe(wider)
    expect(mappingFor(march, [saved, wider])).toBe(saved)
  })

  it('is no match for a file with other headers, and takes what it knows of one where chosen', () => {
    const other = detectionOf(guess('No.', 0), guess('Firm', 1, 'name'), guess('Phone', 2, 'phone'))
    expect(mappingFor(other, [saved])).toBeUndefined()
    const applied = choicesFromMapping(saved, other, new Set([...targets, 'phone']))
    expect(applied.columns.map(({ target }) => target)).toEqual(['system:externalId', null, 'phone'])
  })

  it('keeps all fields that a column fills', () => {
    const twice = { ...choices, columns: [...choices.columns, { column: 1, target: 'fax' }] }
    const both = { mappingId: 8, choices: savedFrom(twice, march) } as ImportMapping
    expect(mappingFor(march, [both])).toBe(both)
    expect(choicesFromMapping(both, march, targets).columns).toEqual(twice.columns)
    const rest = choicesFromMapping(both, march, new Set(['system:externalId', 'fax']))
    expect(rest.columns.map(({ target }) => target)).toEqual(['system:externalId', 'fax', null])
  })

  it('leaves out fields that were deleted since, and keys of them', () => {
    const applied = choicesFromMapping(saved, march, new Set(['name']))
    expect(applied.columns.map(({ target }) => target)).toEqual([null, 'name', null])
    expect(applied.key).toEqual([])
  })
})
