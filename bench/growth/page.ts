import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { plot } from './plot.ts'

/** What one kind of call costs, in milliseconds of CPU and of waiting. */
export interface Figure {
  call: string
  cpu: number
  database: number
  p50: number
  p95: number
}

/** All calls at one size. */
export interface Step {
  size: number
  figures: Figure[]
  /** Megabytes of the server's memory, and of the database on disk. */
  memory: number
  databaseSize: number
}

export interface Axis {
  /** Names the plot's file. */
  name: string
  title: string
  unit: string
  steps: Step[]
}

const folder = join(import.meta.dirname, '../../docs/operate')
const begin = '<!-- what npm run growth measured -->'
const end = '<!-- end -->'

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`

function cell({ figures }: Step, name: string): string {
  const { cpu = 0, database = 0 } = figures.find(({ call }) => call === name) ?? {}
  return `${cpu.toFixed(2)} (${database.toFixed(2)})`
}

function table({ unit, steps }: Axis): string {
  const sizes = steps.map(({ size }) => size.toLocaleString('en'))
  const names = steps[0]?.figures.map(({ call }) => call) ?? []
  return [
    row([`CPU ms for one call (the database's part)`, ...sizes.map((size) => `${size} ${unit}`)]),
    row(['---', ...sizes.map(() => '---')]),
    ...names.map((name) => row([name, ...steps.map((step) => cell(step, name))])),
    row(['server memory, MB', ...steps.map(({ memory }) => memory.toFixed(0))]),
    row(['database on disk, MB', ...steps.map(({ databaseSize }) => databaseSize.toFixed(0))]),
  ].join('\n')
}

/** The machine and what runs on it, in words. */
export function machine(postgresql: string): string {
  const [first] = cpus()
  const gigabytes = Math.round(totalmem() / 1024 ** 3)
  return `${cpus().length} × ${first?.model.trim() ?? 'unknown'}, ${gigabytes} GB of memory, Node ${process.versions.node}, PostgreSQL ${postgresql}`
}

function write({ name, title, unit, steps }: Axis): void {
  const names = steps[0]?.figures.map(({ call }) => call) ?? []
  const series = names.map((call) => ({
    name: call,
    values: steps.map(({ figures }) => figures.find((figure) => figure.call === call)?.cpu ?? 0),
  }))
  const sizes = steps.map(({ size }) => size)
  writeFileSync(join(folder, `growth-${name}.svg`), plot(title, unit, sizes, series))
}

/** Writes tables and plots into docs/operate/scaling.md. */
export function writePage(axes: readonly Axis[], on: string): void {
  for (const axis of axes) write(axis)
  const path = join(folder, 'scaling.md')
  const text = readFileSync(path, 'utf8')
  const [before = '', rest = ''] = text.split(begin)
  const after = rest.slice(rest.indexOf(end))
  const parts = axes.map((axis) => `![${axis.title}](growth-${axis.name}.svg)\n\n${table(axis)}`)
  writeFileSync(
    path,
    [`${before}${begin}`, `Measured on ${on}.`, ...parts, after].join('\n\n').replaceAll(/\n{3,}/g, '\n\n'),
  )
}
