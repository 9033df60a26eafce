import { bad, good, type DataTypeShape, type Reader } from './data-type.shape.ts'

const dayPattern = /^\d{4}-\d{2}-\d{2}$/

/** Whether a text is a calendar day written YYYY-MM-DD. */
export function isDay(text: string): boolean {
  if (!dayPattern.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) && text >= '0001-01-01'
}

const readDay: Reader = (field, input) =>
  typeof input === 'string' && isDay(input)
    ? good(input)
    : bad(`${field.displayName} must be a date like 2026-03-01.`)

export const dateTypes = {
  date: { label: 'Date', kind: 'date', custom: true, read: readDay },
  mandatoryDate: {
    label: 'Date (always required)',
    kind: 'date',
    custom: true,
    alwaysRequired: true,
    read: readDay,
  },
} as const satisfies Record<string, DataTypeShape>
