import { describe, expect, it } from 'vitest'
import type { ColumnGuess, Detection } from '../../../entities/table-file/index.ts'
import { formOf, guessMatches } from './match.rules.ts'

const columnsOf = (names: readonly string[]): ColumnGuess[] =>
  names.map((name, column) => ({ column, name }) as ColumnGuess)

const targets = ['score', 'comment', 'answeredAt', 'email', 'externalId', 'account'].map((key) => ({
  key,
  label: key === 'score' ? 'How likely are you to recommend us?' : key,
}))

describe('columns are matched by their headers', () => {
  it.each([
    [['RESPNUM', 'AIRLINE', 'NETPRO'], { account: 1, score: 2 }],
    [
      ['Ticket ID', 'Customer Email', 'Customer Satisfaction Rating', 'Date of Purchase'],
      { email: 1, score: 2, answeredAt: 3 },
    ],
    [['How likely are you to recommend us?', 'Why?'], { score: 0, comment: 1 }],
    [['Day', 'Mail', 'How likely', 'Why'], { answeredAt: 0, email: 1, score: 2, comment: 3 }],
    [['Name', 'Phone'], {}],
  ])('%j', (names, matches) => {
    expect(guessMatches(targets, columnsOf(names))).toEqual(matches)
  })

  it('each once', () => {
    expect(guessMatches(targets, columnsOf(['Score', 'Rating']))).toEqual({ score: 0 })
  })
})

it('the form names each column, and the format of days for the day alone', () => {
  const detection = { uploadId: 'u', settings: { header: true } } as Detection
  const draft = {
    matches: { score: 3, answeredAt: 0 },
    dateFormat: 'DD.MM.YYYY' as const,
    noAnswer: '11, N/A,, ',
    answeredOn: null,
  }
  expect(formOf(detection, draft)).toEqual({
    uploadId: 'u',
    settings: { header: true },
    columns: [
      { column: 3, target: 'score' },
      { column: 0, target: 'answeredAt', dateFormat: 'DD.MM.YYYY' },
    ],
    noAnswer: ['11', 'N/A'],
    answeredOn: null,
  })
})
