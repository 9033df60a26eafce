export type RecordSort = { column: string; direction: 'ASC' | 'DESC' }

/** The keys that records are ordered by: ties of the first are settled by the second, and so on. */
export type RecordOrder = readonly RecordSort[]

/** An order as addresses and the API write it: `-arr,name`. */
export function orderText(order: RecordOrder): string {
  return order.map(({ column, direction }) => (direction === 'DESC' ? `-${column}` : column)).join(',')
}

/** The order that a text writes; undefined where it writes none. A column counts where it is first. */
export function readOrder(text: unknown): RecordOrder | undefined {
  if (typeof text !== 'string' || !/^-?[\w:.]{1,100}(?:,-?[\w:.]{1,100}){0,3}$/.test(text)) return undefined
  const byColumn = new Map<string, RecordSort>()
  for (const key of text.split(',')) {
    const column = key.replace(/^-/, '')
    if (!byColumn.has(column)) byColumn.set(column, { column, direction: key === column ? 'ASC' : 'DESC' })
  }
  return [...byColumn.values()]
}
