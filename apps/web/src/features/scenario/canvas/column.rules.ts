/** Something that is drawn in a row: a node, or where a way passes one. */
export interface Cell {
  id: string
  /** Pixels. */
  width: number
  /** Pixels that are free on either side. */
  margin: number
  /** Whether a way passes here. */
  isPassing: boolean
}

/** Rows from the top, with their cells from left to right. */
export type Rows = readonly (readonly Cell[])[]

/** The cells right below and right above each, by its id. */
export interface Links {
  above: ReadonlyMap<string, readonly string[]>
  below: ReadonlyMap<string, readonly string[]>
}

type Columns = Map<string, number>

const indexOf = (rows: Rows): Map<string, number> =>
  new Map(rows.flatMap((row) => row.map(({ id }, at): [string, number] => [id, at])))

const pair = (one: string, other: string): string => (one < other ? `${one}\n${other}` : `${other}\n${one}`)

/** Links that cross a way which passes: the way stays straight, not they. */
function crossingLinks(rows: Rows, { above }: Links): Set<string> {
  const found = new Set<string>()
  const index = indexOf(rows)
  const passing = new Set(rows.flat().flatMap(({ id, isPassing }) => (isPassing ? [id] : [])))
  for (const row of rows) {
    const links = row.flatMap(({ id }, to) =>
      (above.get(id) ?? []).map((up) => ({
        key: pair(id, up),
        from: index.get(up) ?? 0,
        to,
        isPassing: passing.has(id) && passing.has(up),
      })),
    )
    for (const way of links.filter((link) => link.isPassing)) {
      for (const link of links) {
        if (!link.isPassing && (link.from - way.from) * (link.to - way.to) < 0) found.add(link.key)
      }
    }
  }
  return found
}

/** Puts each cell below the middle one of those before it where it can; gives the first of its column for each. */
function columnsOf(rows: Rows, before: Links['above'], crossing: ReadonlySet<string>): Map<string, string> {
  const index = indexOf(rows)
  const first = new Map(rows.flat().map(({ id }) => [id, id]))
  const isTaken = new Set<string>()
  const place = (id: string) => index.get(id) ?? 0
  for (const row of rows) {
    let last = -1
    for (const { id } of row) {
      const near = (before.get(id) ?? []).toSorted((one, other) => place(one) - place(other))
      const middle = (near.length - 1) / 2
      for (const one of near.slice(Math.max(0, Math.floor(middle)), Math.ceil(middle) + 1)) {
        const isFree = first.get(id) === id && last < place(one) && !isTaken.has(one)
        if (!isFree || crossing.has(pair(id, one))) continue
        first.set(id, first.get(one) ?? one)
        isTaken.add(one)
        last = place(one)
      }
    }
  }
  return first
}

/** Moves columns as far to the left as the rows allow, and then as near to what is on their right. */
function compact(rows: Rows, first: ReadonlyMap<string, string>): Columns {
  const right = new Map<string, Map<string, number>>()
  const left = new Map<string, Map<string, number>>()
  const add = (to: typeof right, one: string, other: string, gap: number) => {
    const gaps = to.get(one) ?? to.set(one, new Map()).get(one)!
    gaps.set(other, Math.max(gaps.get(other) ?? 0, gap))
  }
  const columnOf = (id: string) => first.get(id) ?? id
  for (const row of rows) {
    for (const [at, cell] of row.slice(1).entries()) {
      const before = row[at]!
      const gap = before.width / 2 + before.margin + cell.margin + cell.width / 2
      const [one, other] = [columnOf(before.id), columnOf(cell.id)]
      add(right, one, other, gap)
      add(left, other, one, gap)
    }
  }
  const order: string[] = []
  const seen = new Set<string>()
  const visit = (column: string): void => {
    if (seen.has(column)) return
    seen.add(column)
    for (const one of left.get(column)?.keys() ?? []) visit(one)
    order.push(column)
  }
  for (const column of first.values()) visit(column)
  const at: Columns = new Map()
  for (const column of order) {
    const edges = [...(left.get(column) ?? [])].map(([one, gap]) => (at.get(one) ?? 0) + gap)
    at.set(column, Math.max(0, ...edges))
  }
  for (const column of order.toReversed()) {
    const edges = [...(right.get(column) ?? [])].map(([one, gap]) => (at.get(one) ?? 0) - gap)
    if (edges.length > 0) at.set(column, Math.max(at.get(column) ?? 0, Math.min(...edges)))
  }
  return new Map([...first].map(([id, column]) => [id, at.get(column) ?? 0]))
}

const extent = (columns: Columns): { least: number; most: number } => ({
  least: Math.min(...columns.values()),
  most: Math.max(...columns.values()),
})

const mirrored = (columns: Columns): Columns => new Map([...columns].map(([id, x]) => [id, -x]))

/**
 * How far right the middle of each cell is, by the method of Brandes and Köpf: cells are lined up with those above or
 * below, from the left or the right, and lie in the middle of the four.
 */
export function placeColumns(rows: Rows, links: Links): Columns {
  const crossing = crossingLinks(rows, links)
  const reversed = (all: Rows): Rows => all.map((row) => row.toReversed())
  const upwards = rows.toReversed()
  const lefts = [
    compact(rows, columnsOf(rows, links.above, crossing)),
    compact(upwards, columnsOf(upwards, links.below, crossing)),
  ]
  const rights = [
    mirrored(compact(reversed(rows), columnsOf(reversed(rows), links.above, crossing))),
    mirrored(compact(reversed(upwards), columnsOf(reversed(upwards), links.below, crossing))),
  ]
  const widths = [...lefts, ...rights].map(extent)
  const narrowest = widths.reduce((best, one) => (one.most - one.least < best.most - best.least ? one : best))
  const shifted = [
    ...lefts.map((columns) => ({ columns, by: narrowest.least - extent(columns).least })),
    ...rights.map((columns) => ({ columns, by: narrowest.most - extent(columns).most })),
  ]
  return new Map(
    rows.flat().map(({ id }) => {
      const [, one = 0, other = 0] = shifted
        .map(({ columns, by }) => (columns.get(id) ?? 0) + by)
        .toSorted((a, b) => a - b)
      return [id, (one + other) / 2]
    }),
  )
}
