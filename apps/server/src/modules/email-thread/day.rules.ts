import type { ThreadListQuery } from '@steward/contracts/email'

const day = 24 * 3600 * 1000

/** From an instant on, and before one. */
export interface Bounds {
  from?: Date
  until?: Date
}

const startOf = (text: string): Date => new Date(`${text}T00:00:00.000Z`)
const endOf = (text: string): Date => new Date(startOf(text).getTime() + day)

function narrower(a: Bounds, b: Bounds): Bounds {
  const from = [a.from, b.from].filter((at) => at !== undefined)
  const until = [a.until, b.until].filter((at) => at !== undefined)
  return {
    ...(from.length > 0 ? { from: new Date(Math.max(...from.map(Number))) } : {}),
    ...(until.length > 0 ? { until: new Date(Math.min(...until.map(Number))) } : {}),
  }
}

type DayFilter = Partial<Pick<ThreadListQuery, Extract<keyof ThreadListQuery, `date${string}`>>>

const readings: Readonly<Record<string, (text: string) => Bounds>> = {
  'date[equals]': (text) => ({ from: startOf(text), until: endOf(text) }),
  'date[greater]': (text) => ({ from: endOf(text) }),
  'date[greaterEqual]': (text) => ({ from: startOf(text) }),
  'date[lesser]': (text) => ({ until: startOf(text) }),
  'date[lesserEqual]': (text) => ({ until: endOf(text) }),
  dateFrom: (text) => ({ from: startOf(text) }),
  dateTo: (text) => ({ until: endOf(text) }),
}

/** The instants that a filter by days means: whole days in UTC. */
export function boundsOf(filter: DayFilter): Bounds {
  let bounds: Bounds = {}
  for (const [name, read] of Object.entries(readings)) {
    const text = filter[name as keyof DayFilter]
    if (typeof text === 'string') bounds = narrower(bounds, read(text))
  }
  const between = filter['date[between]']
  if (between) bounds = narrower(bounds, { from: startOf(between[0]), until: endOf(between[1]) })
  return bounds
}
