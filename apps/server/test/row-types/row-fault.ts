import { isOneOf, kindOfColumn, type ResultColumn } from './column-kind.ts'
import type { RowQuery } from './row-query.ts'

/** A statement that was sent, with the columns of its result. */
export interface Answered {
  text: string
  columns: readonly ResultColumn[]
}

/** The fewest fixed characters by which a statement identifies its call. */
const leastFixed = 25

const fixed = ({ parts }: RowQuery): number => parts.join('').replaceAll(/\s+/g, '').length

/** Whether a call can have sent a text: its fixed parts are there in order, the first and the last at the ends. */
function mayHaveSent({ parts }: RowQuery, text: string): boolean {
  const [first = '', ...rest] = parts
  const last = rest.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first) || !text.endsWith(last)) return false
  let at = first.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return at <= text.length - last.length
}

/** The calls that sent a statement: those with the most fixed text of all that may have. */
export function senders(queries: readonly RowQuery[], text: string): RowQuery[] {
  const able = queries.filter((one) => fixed(one) >= leastFixed && mayHaveSent(one, text))
  const most = Math.max(...able.map(fixed))
  return able.filter((one) => fixed(one) === most)
}

/** Where the row type of a call says something else than the database gives. */
export function rowFaults({ place, columns }: RowQuery, answered: Answered): string[] {
  const given = new Map(answered.columns.map((column) => [column.name, kindOfColumn(column)]))
  return [...columns].flatMap(([name, { kinds, isOptional }]) => {
    const kind = given.get(name)
    if (kind === undefined) return isOptional ? [] : [`${place}: the statement returns no column "${name}"`]
    return isOneOf(kind, kinds) ? [] : [`${place}: "${name}" is ${kind}, not ${[...kinds].join(' or ')}`]
  })
}
