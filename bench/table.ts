import type { Bound, Line } from './line.ts'

const number = (value: number): string => (value >= 1000 ? value.toFixed(0) : value.toFixed(2))

function boundText(bound: Bound): string {
  return 'most' in bound ? `at most ${bound.most}` : `at least ${bound.least}`
}

/** Rows of cells as a table of Markdown; the first row is its head. */
function markdown(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows.map((cells) => `| ${cells.join(' | ')} |`)
  const rule = `|${(rows[0] ?? []).map(() => '---').join('|')}|`
  return [head, rule, ...body].join('\n')
}

/** Every work with its floor, the figure that counts, its bound and the verdict. */
export function boundsTable(lines: readonly Line[]): string {
  return markdown([
    ['work', 'unit', 'floor', 'Steward', 'ratio', 'bound', 'verdict'],
    ...lines.map(({ work, unit, floor, steward, counts, bound, holds }) => [
      work,
      unit,
      floor === undefined ? '–' : number(floor),
      number(steward),
      floor === undefined ? '–' : number(counts),
      boundText(bound),
      holds ? 'holds' : '**over**',
    ]),
  ])
}

/** What to know of the lines that are over their bounds; empty where all hold. */
export function explanations(lines: readonly Line[]): string {
  const over = lines.filter(({ holds, ifOver }) => !holds && ifOver)
  const said = new Set(over.map(({ ifOver }) => ifOver))
  return [...said]
    .map((text) => {
      const works = over.filter(({ ifOver }) => ifOver === text).map(({ work }) => work)
      return `Over: ${works.join('; ')}. ${text}`
    })
    .join('\n\n')
}

/** What each call cost server and database, and how long answers took at 1, 8 and 32 clients. */
export function callsTable(lines: readonly Line[]): string {
  const calls = lines.filter(({ latencies }) => latencies)
  if (calls.length === 0) return ''
  const counts = calls[0]?.latencies?.map(({ clients }) => clients) ?? []
  return markdown([
    [
      'call',
      'server CPU ms',
      'database CPU ms',
      ...counts.map((clients) => `p50 / p95 / p99 ms, ${clients === 1 ? '1 client' : `${clients} clients`}`),
      ...counts.map((clients) => `calls/s, ${clients}`),
      'server MB',
    ],
    ...calls.map(({ work, server = 0, database = 0, latencies = [], memory = 0 }) => [
      work,
      number(server),
      number(database),
      ...latencies.map(({ p50, p95, p99 }) => `${p50.toFixed(1)} / ${p95.toFixed(1)} / ${p99.toFixed(1)}`),
      ...latencies.map(({ rate }) => rate.toFixed(0)),
      memory.toFixed(0),
    ]),
  ])
}

/** Two runs beside each other, by work: what counted then and now, and the change in per cent. */
export function comparisonTable(before: readonly Line[], after: readonly Line[]): string {
  const known = new Map(before.map((line) => [line.work, line]))
  return markdown([
    ['work', 'bound', 'before', 'after', 'change', 'verdict'],
    ...after.map(({ work, bound, counts, holds }) => {
      const was = known.get(work)?.counts
      return [
        work,
        boundText(bound),
        was === undefined ? '–' : number(was),
        number(counts),
        was === undefined ? 'new' : `${((counts / was - 1) * 100).toFixed(0)} %`,
        holds ? 'holds' : '**over**',
      ]
    }),
  ])
}
