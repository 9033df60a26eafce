import type { EventFigures } from './events/event.bench.ts'
import type { NightFigures } from './health.bench.ts'
import type { ImportFigures } from './import.bench.ts'
import type { BulkUpdateFigures } from './bulk-update.bench.ts'
import type { Latency, Row } from './measure.ts'
import type { MarkingFigures } from './notification/marking.bench.ts'
import type { NeighbourFigures, Rise } from './overload/neighbour.bench.ts'
import type { OverloadFigures } from './overload/overload.bench.ts'
import type { RuleFigures } from './rules/rule.bench.ts'
import type { ReadingFigures } from './reading/reading.bench.ts'
import type { RollupFigures } from './rollup.bench.ts'
import type { ScheduleFigures } from './schedule.bench.ts'
import type { StartFigures } from './start.bench.ts'
import type { UploadFigures } from './upload.bench.ts'
import type { WebFigure } from './web/browser.ts'
import type { ApplyFigures } from './work/apply.bench.ts'
import type { QueueFigures } from './work/today.bench.ts'

/** What the figure that counts must not pass, or must reach. */
export type Bound = { most: number } | { least: number }

/** One line of the table: a work, and whether it holds its bound. */
export interface Line {
  work: string
  /** Of floor and Steward. */
  unit: string
  /** Absent where nothing is done beside. */
  floor?: number
  steward: number
  bound: Bound
  /** What counts: Steward divided by its floor, or where there is none Steward itself. */
  counts: number
  holds: boolean
  /** What to know where the line is over: why the floor is hard to come near, or what else it may be. */
  ifOver?: string
  /** Of calls: CPU milliseconds of server and database, latencies by clients, the server's memory in MB. */
  server?: number
  database?: number
  latencies?: Latency[]
  memory?: number
}

type Figure = Pick<Line, 'work' | 'unit' | 'floor' | 'steward' | 'bound' | 'ifOver'>

export const wallClock =
  'Times of a wall clock, which mean something only while the machine does nothing else: server, database, bench and browser share its processors, and without a graphics card these draw the frames, too.'

const importCost =
  'COPY fills one table in one process of the database and checks nothing. An import reads and checks every cell, matches rows by their key, and writes record, ledger and events: about 6 times the CPU of COPY for a row, half of it in the server and half in the database. With two cores free for it the share is a third at most; whatever else runs takes from that.'

const callCost =
  'A floor has no sign-in, rights, tenants or admission, and sends columns as the database has them. What each call of Steward takes for these is the difference on the line of one record; the rest is what it works out and puts into words.'

/** Makes a line; with a floor the ratio to it counts. */
export function line(figure: Figure): Line {
  const counts = figure.floor === undefined ? figure.steward : figure.steward / figure.floor
  const { bound } = figure
  return { ...figure, counts, holds: 'most' in bound ? counts <= bound.most : counts >= bound.least }
}

export function callLine({ work, floor, steward, bound, latencies, memory }: Row): Line {
  const unit = 'CPU ms'
  const held =
    'ratio' in bound
      ? line({
          work,
          unit,
          floor: floor.cpu,
          steward: steward.cpu,
          bound: { most: bound.ratio },
          ifOver: callCost,
        })
      : line({ work, unit, steward: steward.cpu, bound: { most: bound.ms } })
  return {
    ...held,
    server: steward.serverCpu,
    database: steward.cpu - steward.serverCpu,
    latencies,
    memory,
  }
}

const ruleBounds = {
  'first use': { p50: 2, p95: 2, worst: 2 },
  'with indexes': { p50: 1.5, p95: 3, worst: 6 },
}

/** Random rules beside the same on a typed table: the middle, the 95th of 100, and the worst of the ratios. */
export const ruleLines = (figures: RuleFigures): Line[] =>
  (['p50', 'p95', 'worst'] as const).map((part) =>
    line({
      work: `random rules ${figures.when}: ${part} of ${figures.rules} (${figures.ms.p50.toFixed(1)} ms p50, ${figures.ms.p95.toFixed(1)} ms p95)`,
      unit: '× the ideal',
      steward: figures[part],
      bound: { most: ruleBounds[figures.when][part] },
      ifOver:
        'These are times of a wall clock, of one client. A rule that matches a handful of records takes the ideal less than a call takes without any work.',
    }),
  )

export const bulkUpdateLine = ({ rows, updateRate, rate }: BulkUpdateFigures, when = ''): Line =>
  line({
    work: `bulk update: one field of ${rows} accounts${when}`,
    unit: 'rows/s',
    floor: updateRate,
    steward: rate,
    bound: { least: 0.25 },
  })

export const applyLine = ({ records, steps, bareRate, rate }: ApplyFigures): Line =>
  line({
    work: `playbook apply: ${steps} steps to ${records} accounts`,
    unit: 'tasks/s',
    floor: bareRate,
    steward: rate,
    bound: { least: 0.25 },
  })

export const queueLine = ({ users, accounts, ofHundred }: QueueFigures): Line =>
  line({
    work: `Today for 100 users with ${accounts} accounts, from ${users} of them`,
    unit: 'CPU ms',
    steward: ofHundred,
    bound: { most: 60_000 },
  })

export const rollupLine = ({ work, updateTime, time }: RollupFigures): Line =>
  line({ work: `roll-up: ${work}`, unit: 'ms', floor: updateTime, steward: time, bound: { most: 3 } })

/** A change with subscribers beside one without, in turns, and how soon the last of them has it. */
export const eventLines = ({ subscribers, without, with: withThem, p95 }: EventFigures): Line[] => [
  line({
    work: `event: change of one field with ${subscribers} subscribers beside none`,
    unit: 'CPU ms',
    floor: without,
    steward: withThem,
    bound: { most: 1.05 },
  }),
  line({
    work: `event: commit to the last of ${subscribers} subscribers, p95`,
    unit: 'ms',
    steward: p95,
    bound: { most: 1000 },
    ifOver: wallClock,
  }),
]

export const importLines = ({ rows, copyRate, rate, memory, seconds, followed }: ImportFigures): Line[] => [
  line({
    work: `import of ${rows} accounts × 40 fields`,
    unit: 'rows/s',
    floor: copyRate,
    steward: rate,
    bound: { least: 0.2 },
    ifOver: importCost,
  }),
  line({
    work: `import of ${rows} accounts: until all subscribers are done`,
    unit: 's',
    floor: seconds,
    steward: followed,
    bound: { most: 1.5 },
  }),
  line({
    work: `import of ${rows} accounts: memory above idle`,
    unit: 'MB',
    steward: memory,
    bound: { most: 150 },
  }),
]

/** Reading files to their end for suggestions: the slowest shape, and the memory of the one that takes the most. */
export function readingLines(figures: readonly ReadingFigures[]): Line[] {
  const [slowest] = figures.toSorted((a, b) => a.rate - b.rate)
  const rates = figures.map(
    ({ shape, rate, bare }) => `${shape} ${rate.toFixed(0)} (bare ${bare.toFixed(0)})`,
  )
  return [
    line({
      work: `reading for suggestions: ${slowest?.shape}, the slowest of ${rates.join(', ')}`,
      unit: 'MB per CPU s',
      steward: slowest?.rate ?? 0,
      bound: { least: 50 },
    }),
    line({
      work: `reading for suggestions: memory above before, ${slowest?.megabytes.toFixed(0)} MB`,
      unit: 'MB',
      steward: Math.max(...figures.map(({ memory }) => memory)),
      bound: { most: 150 },
    }),
  ]
}

export const nightLine = ({ accounts, changed, bareTime, time }: NightFigures): Line =>
  line({
    work: `health nightly: ${accounts} accounts × 12 measures, ${changed} changed`,
    unit: 'ms',
    floor: bareTime,
    steward: time,
    bound: { most: 4 },
  })

export const uploadLine = ({ storage, memory }: UploadFigures): Line =>
  line({
    work: `upload of 25 MB into ${storage}: memory above idle`,
    unit: 'MB',
    steward: memory,
    bound: { most: 40 },
  })

const most = (work: string, unit: string, steward: number, bound: number): Line =>
  line({ work: `overload: ${work}`, unit, steward, bound: { most: bound }, ifOver: wallClock })

/** Ten times what the server can do: every answer is 200 or 503, in bounded time, and all is soon as before. */
export function overloadLines(figures: OverloadFigures): Line[] {
  const { capacity, offered, statuses, served, refused, health, memory } = figures
  const known = (statuses[200] ?? 0) + (statuses[503] ?? 0)
  const all = Object.values(statuses).reduce((sum, count) => sum + count, 0)
  const asked = `${offered.toFixed(0)} calls/s asked of ${capacity.toFixed(0)}, ${statuses[200] ?? 0} served, ${statuses[503] ?? 0} refused`
  return [
    most(`${asked}; others than 200 and 503`, '', all - known, 0),
    most('503 without Retry-After', '', figures.withoutRetryAfter, 0),
    most('longest answer', 'ms', Math.max(served.most, refused.most), 5000),
    most('health checks that failed', '', figures.healthFailed, 0),
    most('health checks, p95', 'ms', health.p95, 1000),
    most('memory above idle', 'MB', memory.peak - memory.before, 300),
    most('until all is as before', 's', figures.recovery, 5),
  ]
}

const risen = ({ quiet, busy }: Rise): string =>
  `from ${quiet.p95.toFixed(1)} to ${busy.p95.toFixed(1)} ms, ${(busy.p95 / quiet.p95).toFixed(2)} times`

/** What the calls of one company take while another keeps the server busy, beside what they take while it is quiet. */
export function neighbourLine({ meanwhile, steward, bare, failed, isShort }: NeighbourFigures): Line {
  const faults = `${failed > 0 ? `, ${failed} calls failed` : ''}${isShort ? ', which was over too soon' : ''}`
  return line({
    work: `neighbour: p95 during ${meanwhile}${faults}`,
    unit: 'ms',
    floor: steward.quiet.p95,
    steward: faults === '' ? steward.busy.p95 : Infinity,
    bound: { most: 2 },
    ifOver: `At the same time the p95 of a bare server, which only the machine and the database can keep waiting, rose ${risen(bare)}; Steward's rose ${risen(steward)}.`,
  })
}

export const webLine = ({ measure, value, bound, bare }: WebFigure): Line =>
  line({
    work: `web: ${measure}`,
    unit: measure.startsWith('nodes') || measure.endsWith('MB') ? '' : 'ms',
    steward: value,
    bound: { most: bound },
    ifOver:
      bare === undefined
        ? wallClock
        : `${wallClock} A page of plain text, scrolled in the same browser right after it, had ${bare.toFixed(1)} ms.`,
  })

export const markingLine = ({ unseen, one, all }: MarkingFigures): Line =>
  line({
    work: `notifications: all ${unseen} marked as seen, beside one`,
    unit: 'ms',
    floor: one,
    steward: all,
    bound: { most: 2 },
  })

export const scheduleLines = (figures: ScheduleFigures): Line[] => [
  line({
    work: `schedule: a pass with ${figures.asleep} items asleep`,
    unit: 'ms',
    floor: figures.emptyPass,
    steward: figures.asleepPass,
    bound: { most: 1.5 },
  }),
  line({
    work: `schedule: ${figures.due} items due at once`,
    unit: 'rows/s',
    floor: figures.bareRate,
    steward: figures.rate,
    bound: { least: 0.3 },
  }),
]

export const startLine = ({ cpu }: StartFigures): Line =>
  line({
    work: 'start: npm start to the first answer, existing data',
    unit: 'CPU s',
    steward: cpu,
    bound: { most: 3 },
  })
