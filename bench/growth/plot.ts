/** A line of a plot: one value for each place on the axis. */
export interface Series {
  name: string
  values: readonly number[]
}

const width = 720
const height = 420
const left = 56
const right = 210
const top = 44
const bottom = 48
const colours = ['#2f5fd0', '#c2571a', '#1f8a5b', '#8a3fb0', '#b0303f', '#5a6472', '#9a7b0a']

const steps = [1, 2, 5]

/** Round numbers from below the least to above the most, three for each power of ten. */
function ticksOf(least: number, most: number): number[] {
  const powers = Array.from({ length: 12 }, (_, at) => 10 ** (at - 4))
  const all = powers.flatMap((power) => steps.map((step) => step * power))
  const from = all.findLastIndex((tick) => tick <= least)
  const to = all.findIndex((tick) => tick >= most)
  return all.slice(Math.max(from, 0), to + 1)
}

const amount = (value: number): string => String(Number(value.toPrecision(3)))

/** Where the names of lines stand: each beside its end, and none on another. */
function labelPlaces(ends: readonly number[]): number[] {
  const places: number[] = []
  const order = ends.map((_, at) => at).toSorted((one, other) => (ends[one] ?? 0) - (ends[other] ?? 0))
  let lowest = -Infinity
  for (const at of order) {
    lowest = Math.max(ends[at] ?? 0, lowest + 16)
    places[at] = lowest
  }
  return places
}

const text = (at: number, down: number, anchor: string, words: string, colour = '#3c434d'): string =>
  `<text x="${at.toFixed(1)}" y="${down.toFixed(1)}" text-anchor="${anchor}" fill="${colour}">${words}</text>`

/** An SVG of lines over powers of ten; both axes grow by factors. */
export function plot(
  title: string,
  unit: string,
  axis: readonly number[],
  series: readonly Series[],
): string {
  const ticks = ticksOf(
    Math.min(...series.flatMap(({ values }) => values)),
    Math.max(...series.flatMap(({ values }) => values)),
  )
  const [low = 1, high = 10] = [ticks[0], ticks.at(-1)]
  const x = (at: number): number => left + (at * (width - left - right)) / Math.max(axis.length - 1, 1)
  const share = (value: number): number => Math.log(value / low) / Math.log(high / low)
  const y = (value: number): number => height - bottom - share(value) * (height - top - bottom)
  const places = labelPlaces(series.map(({ values }) => y(values.at(-1) ?? low)))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="${title}">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<text x="${left}" y="22" font-size="14" font-weight="600" fill="#1d232b">${title}</text>`,
    ...ticks.flatMap((tick) => [
      `<line x1="${left}" x2="${width - right}" y1="${y(tick).toFixed(1)}" y2="${y(tick).toFixed(1)}" stroke="#e3e6ea"/>`,
      text(left - 8, y(tick) + 4, 'end', amount(tick)),
    ]),
    ...axis.map((value, at) => text(x(at), height - bottom + 20, 'middle', value.toLocaleString('en'))),
    text((left + width - right) / 2, height - 8, 'middle', unit),
    ...series.flatMap(({ name, values }, at) => {
      const colour = colours[at % colours.length] ?? ''
      const points = values.map((value, place) => `${x(place).toFixed(1)},${y(value).toFixed(1)}`)
      return [
        `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`,
        ...points.map((point) => {
          const [cx, cy] = point.split(',')
          return `<circle cx="${cx}" cy="${cy}" r="3" fill="${colour}"/>`
        }),
        text(width - right + 10, (places[at] ?? 0) + 4, 'start', name, colour),
      ]
    }),
    '</svg>\n',
  ].join('\n')
}
