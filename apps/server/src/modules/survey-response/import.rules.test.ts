import { expect, test } from 'vitest'
import { questionSchema } from '@steward/contracts/survey/definition'
import { createRowReader } from './import.rules.ts'

const options = ['Reports', 'Alerts', 'Exports, also to Excel'].map((text, at) => ({
  key: `o${at + 1}`,
  text: { en: text },
}))
const question = questionSchema.parse({
  key: 'parts',
  type: 'multipleChoice',
  text: { en: 'Parts?' },
  options,
})
const form = { columns: [{ column: 0, target: 'parts' }], noAnswer: [] }
const read = createRowReader('custom', { questions: [question] }, form as never, () => undefined)

const partsIn = (cell: string): unknown => {
  const row = read([cell])
  return row.kind === 'response' ? row.answer.answers['parts'] : row
}

test('several options are read from one cell, also where the text of one has a comma', () => {
  expect(partsIn('Reports, Alerts')).toEqual(['o1', 'o2'])
  expect(partsIn('Reports, Exports, also to Excel; Alerts')).toEqual(['o1', 'o3', 'o2'])
  expect(partsIn('exports, also to excel')).toEqual(['o3'])
})

test('separators at the end, lines and an option that is listed twice do no harm', () => {
  expect(partsIn('Reports;Alerts;')).toEqual(['o1', 'o2'])
  expect(partsIn('Reports\nAlerts')).toEqual(['o1', 'o2'])
  expect(partsIn('Reports, reports')).toEqual(['o1'])
})

test('an option that the question lacks is refused', () => {
  expect(partsIn('Reports, Sheets')).toMatchObject({ kind: 'refused' })
})
