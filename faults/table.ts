import type { Outcome } from './round.ts'

const seconds = (value: number): string => value.toFixed(1)

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

function lineOf(name: string, outcomes: readonly Outcome[]): string {
  const recovered = outcomes.map((one) => one.recovered)
  const cells = [
    name,
    outcomes.length,
    sum(outcomes.map((one) => one.kills)),
    `${seconds(median(recovered))} / ${seconds(Math.max(...recovered))}`,
    sum(outcomes.map((one) => one.acknowledged)),
    sum(outcomes.map((one) => one.asked - one.acknowledged)),
    sum(outcomes.map((one) => one.repeats)),
    sum(outcomes.map((one) => one.faults.length)),
    [...new Set(outcomes.flatMap((one) => one.note ?? []))].slice(0, 1).join(),
  ]
  return `| ${cells.join(' | ')} |`
}

const header = [
  'rounds',
  'kills',
  'recovered in s, median / most',
  'writes acknowledged',
  'writes refused or cut off',
  'mails taken again',
  'faults',
  '',
]

function tableOf(title: string, outcomes: readonly Outcome[], nameOf: (outcome: Outcome) => string): string {
  const groups = Map.groupBy(outcomes, nameOf)
  const lines = [...groups].map(([name, group]) => lineOf(name, group))
  const columns = [title, ...header]
  return [
    `| ${columns.join(' | ')} |`,
    `|${columns.map(() => '---').join('|')}|`,
    ...lines,
    lineOf('together', outcomes),
  ].join('\n')
}

/** What the rounds came to, by what broke and by what it broke into. */
export function tablesOf(outcomes: readonly Outcome[]): string {
  return [
    tableOf('fault', outcomes, ({ round }) => round.strike.name),
    tableOf('during', outcomes, ({ round }) => round.work.name),
  ].join('\n\n')
}
