import { expect, it } from 'vitest'
import { placeColumns, type Cell } from './column.rules.ts'

const cell = (id: string): Cell => ({ id, width: 100, margin: 10, isPassing: false })
const passing = (id: string): Cell => ({ id, width: 0, margin: 5, isPassing: true })

/** From links such as `a>b`. */
function linksOf(texts: readonly string[]) {
  const above = new Map<string, string[]>()
  const below = new Map<string, string[]>()
  for (const text of texts) {
    const [from = '', to = ''] = text.split('>')
    above.set(to, [...(above.get(to) ?? []), from])
    below.set(from, [...(below.get(from) ?? []), to])
  }
  return { above, below }
}

it('lies in the middle of what comes next', () => {
  const rows = [[cell('ask')], [cell('yes'), cell('no')]]
  const at = placeColumns(rows, linksOf(['ask>yes', 'ask>no']))
  expect((at.get('no') ?? 0) - (at.get('yes') ?? 0)).toBe(120)
  expect(at.get('ask')).toBe(((at.get('yes') ?? 0) + (at.get('no') ?? 0)) / 2)
})

it('leads a way that passes nodes straight down, also where others cross it', () => {
  const rows = [[cell('a'), cell('b')], [passing('p1'), cell('c')], [cell('d'), passing('p2')], [cell('e')]]
  const at = placeColumns(rows, linksOf(['a>p1', 'b>c', 'p1>p2', 'c>d', 'p2>e', 'd>e']))
  expect(at.get('p1')).toBe(at.get('p2'))
})

it('keeps all cells of a row apart, in their order', () => {
  let seed = 7
  const next = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }
  for (let round = 0; round < 100; round += 1) {
    const rows = Array.from({ length: 2 + next(8) }, (_, row) =>
      [...Array(1 + next(6)).keys()].map((at) => (next(3) === 0 ? passing : cell)(`${row}.${at}`)),
    )
    const links = rows
      .slice(1)
      .flatMap((row, above) =>
        row.flatMap(({ id }) => [`${rows[above]![next(rows[above]!.length)]!.id}>${id}`]),
      )
    const columns = placeColumns(rows, linksOf(links))
    for (const row of rows) {
      for (const [at, one] of row.slice(1).entries()) {
        const before = row[at]!
        const gap = before.width / 2 + before.margin + one.margin + one.width / 2
        const between = (columns.get(one.id) ?? 0) - (columns.get(before.id) ?? 0)
        expect(between, `round ${round}: ${before.id} and ${one.id}`).toBeGreaterThanOrEqual(gap)
      }
    }
  }
})
