import type { BulkCause } from '@steward/contracts/bulk'
import type { RowResult } from './import.plan.ts'

const mostCauses = 200
const mostValues = 50
const longestText = 1000

/** Messages that differ only in the values and numbers that they name have one cause. */
function sameness(message: string): string {
  return message.replaceAll(/"[^"]*"/g, '""').replaceAll(/\d+/g, '0')
}

interface Noted {
  outcome: BulkCause['outcome']
  field: string | null
  message: string
  text?: string
}

/** The problems of a row, or of the cells that were left out of it. */
function notedOf({ outcome, problems, unread }: RowResult): Noted[] {
  if (outcome !== 'refused' && outcome !== 'conflict') {
    return unread
      .filter(({ isLeftOut }) => isLeftOut)
      .map(({ field, message, text }): Noted => ({ outcome: 'leftOut', field, message, text }))
  }
  return problems.map(({ field, message }): Noted => {
    const cell = unread.find((one) => one.field === field && one.message === message)
    return cell ? { outcome, field, message, text: cell.text } : { outcome, field, message }
  })
}

type Value = BulkCause['values'][number]

/** Why rows and cells are not taken, as far as a job has read. */
export interface Causes {
  note(rows: readonly RowResult[]): void
  /** The most frequent first. */
  list(): BulkCause[]
}

export function createCauses(earlier: readonly BulkCause[]): Causes {
  const known = new Map<string, { cause: BulkCause; values: Map<string, Value> }>()

  function open({ outcome, field, message }: Noted) {
    const key = JSON.stringify([outcome, field, sameness(message)])
    const found = known.get(key)
    if (found || known.size >= mostCauses) return found
    const cause: BulkCause = { outcome, field, message: message.slice(0, longestText), count: 0, values: [] }
    const created = { cause, values: new Map<string, Value>() }
    known.set(key, created)
    return created
  }

  function noteOne(noted: Noted): void {
    const found = open(noted)
    if (!found) return
    found.cause.count += 1
    const { text = '' } = noted
    if (text === '' || text.length > longestText) return
    const value = found.values.get(text)
    if (value) value.count += 1
    else if (found.values.size < mostValues) found.values.set(text, { text, count: 1 })
  }

  for (const { count, values, ...cause } of earlier) {
    const found = open(cause)
    if (!found) continue
    found.cause.count += count
    for (const value of values) found.values.set(value.text, { ...value })
  }

  return {
    note(rows) {
      for (const row of rows) for (const noted of notedOf(row)) noteOne(noted)
    },
    list() {
      const causes = [...known.values()].map(({ cause, values }) => ({
        ...cause,
        values: [...values.values()].toSorted((a, b) => b.count - a.count),
      }))
      return causes.toSorted((a, b) => b.count - a.count)
    },
  }
}
