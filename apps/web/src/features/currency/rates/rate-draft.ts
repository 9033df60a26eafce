import { rateLimits, type RateEdit } from '@steward/contracts/currency'
import { parseNumber } from '../../../ui/number-text.ts'

/** What was typed into cells and is not saved, by `cellKey`. */
export type RateDraft = ReadonlyMap<string, string>

export const cellKey = (month: string, currencyDefinitionId: number) => `${month} ${currencyDefinitionId}`

function placeOf(key: string): { month: string; currencyDefinitionId: number } {
  const [month = '', id] = key.split(' ')
  return { month, currencyDefinitionId: Number(id) }
}

/** Why what was typed is not a rate; undefined where it is one, or where nothing is there. */
export function rateFault(text: string): string | undefined {
  const rate = parseNumber(text)
  if (rate === null) return undefined
  if (Number.isNaN(rate)) return 'Enter a rate such as 0.86.'
  if (rate <= 0) return 'Enter a rate above 0, or leave the cell empty.'
  if (rate < rateLimits.least || rate > rateLimits.most) return 'This rate is outside the possible range.'
  return undefined
}

/** The draft as the server takes it, in the order of its cells. */
export function editsOf(draft: RateDraft): RateEdit[] {
  return [...draft].map(([key, text]) => ({ ...placeOf(key), rate: parseNumber(text) }))
}

/** The faults that the server found, by cell: it names them by their place in what was sent. */
export function faultsByCell(
  draft: RateDraft,
  fields: Readonly<Record<string, string>> | undefined,
): ReadonlyMap<string, string> {
  const keys = [...draft.keys()]
  return new Map(
    Object.entries(fields ?? {}).flatMap(([field, fault]) => {
      const key = keys[Number(/^rates\.(\d+)/.exec(field)?.[1])]
      return key === undefined ? [] : [[key, fault] as const]
    }),
  )
}

/** The draft without the cells that were saved as they still stand. */
export function withoutSent(draft: RateDraft, sent: RateDraft): RateDraft {
  return new Map([...draft].filter(([key, text]) => text !== sent.get(key)))
}

/**
 * The draft with other cells; a cell that says what is saved is no longer part of it. What is saved is not known
 * of a cell that is on its way.
 */
export function withCells(
  draft: RateDraft,
  cells: Iterable<readonly [key: string, text: string]>,
  savedText: (key: string) => string | undefined,
): RateDraft {
  const next = new Map(draft)
  for (const [key, text] of cells) {
    if (text.trim() === savedText(key)) next.delete(key)
    else next.set(key, text)
  }
  return next
}

/** The cells that a block from a spreadsheet falls on, beginning with one; what lies outside is left out. */
export function pastedCells(
  text: string,
  start: { row: number; column: number },
  months: readonly string[],
  currencyIds: readonly number[],
): [key: string, text: string][] {
  const rows = text.replaceAll('\r', '').replace(/\n$/, '').split('\n')
  return rows.flatMap((row, down) =>
    row.split('\t').flatMap((cell, right): [string, string][] => {
      const month = months[start.row + down]
      const id = currencyIds[start.column + right]
      return month === undefined || id === undefined ? [] : [[cellKey(month, id), cell.trim()]]
    }),
  )
}
