import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { benchCalls, type Row } from './calls.bench.ts'
import { benchImport, type ImportFigures } from './import.bench.ts'
import { benchMass, type MassFigures } from './mass.bench.ts'
import { benchOverview } from './overview.bench.ts'
import { benchRollup, type RollupFigures } from './rollup.bench.ts'
import { setStage } from './stage.ts'
import { benchStart, type StartFigures } from './start.bench.ts'
import { benchTimeline } from './timeline.bench.ts'
import { benchUpload, type UploadFigures } from './upload.bench.ts'
import { benchWeb, type WebFigure } from './web.bench.ts'
import { scaleOf } from './workload.ts'

const { values } = parseArgs({
  options: {
    scale: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '5' },
    only: { type: 'string', default: '.' },
    json: { type: 'string' },
  },
})

const least = { importShare: 0.2, massShare: 0.25 }
const most = { importMemory: 150, startCpu: 3, rollup: 3, uploadMemory: 40 }
/** Rows of the two imports at full scale; memory must be the same for both. */
const importRows = [100_000, 1_000_000]

function ms(value: number): string {
  return value.toFixed(2)
}

function verdict(holds: boolean): string {
  return holds ? 'holds' : 'over'
}

function callLine({ work, floor, steward, ratio, bound }: Row): string {
  const times = `${ms(steward.p50)} / ${ms(steward.p95)} / ${ms(steward.p99)}`
  const [limit, holds] =
    'ms' in bound ? [`${bound.ms} ms`, steward.cpu <= bound.ms] : [`${bound.ratio}`, ratio <= bound.ratio]
  return `| ${work} | ${ms(floor.cpu)} | ${ms(steward.cpu)} | ${ms(ratio)} | at most ${limit} | ${verdict(holds)} | ${times} |`
}

function printCalls(rows: readonly Row[]): void {
  console.log(
    '\n| work | floor CPU ms | Steward CPU ms | ratio | bound | verdict | Steward p50 / p95 / p99 ms |',
  )
  console.log('|---|---|---|---|---|---|---|')
  for (const row of rows) console.log(callLine(row))
}

function printImports(imports: readonly ImportFigures[]): void {
  console.log(
    '\n| import | COPY rows/s | Steward rows/s | share | bound | verdict | MB above idle | bound | verdict |',
  )
  console.log('|---|---|---|---|---|---|---|---|---|')
  for (const { rows, copyRate, rate, memory } of imports) {
    const share = rate / copyRate
    console.log(
      `| ${rows} accounts × 40 fields | ${copyRate.toFixed(0)} | ${rate.toFixed(0)} | ${share.toFixed(2)} | at least ${least.importShare} | ${verdict(share >= least.importShare)} | ${memory.toFixed(0)} | at most ${most.importMemory} | ${verdict(memory <= most.importMemory)} |`,
    )
  }
}

function printMass({ rows, updateRate, rate }: MassFigures): void {
  const share = rate / updateRate
  console.log('\n| mass update | bare UPDATE rows/s | Steward rows/s | share | bound | verdict |')
  console.log('|---|---|---|---|---|---|')
  console.log(
    `| one field of ${rows} accounts | ${updateRate.toFixed(0)} | ${rate.toFixed(0)} | ${share.toFixed(2)} | at least ${least.massShare} | ${verdict(share >= least.massShare)} |`,
  )
}

function printRollups(rollups: readonly RollupFigures[]): void {
  console.log('\n| roll-up | bare UPDATE ms | Steward ms | ratio | bound | verdict |')
  console.log('|---|---|---|---|---|---|')
  for (const { work, updateTime, time } of rollups) {
    const ratio = time / updateTime
    console.log(
      `| ${work} | ${updateTime.toFixed(0)} | ${time.toFixed(0)} | ${ms(ratio)} | at most ${most.rollup} | ${verdict(ratio <= most.rollup)} |`,
    )
  }
}

function printUploads(uploads: readonly UploadFigures[]): void {
  console.log('\n| upload of 25 MB | MB/s | MB above idle | bound | verdict |')
  console.log('|---|---|---|---|---|')
  for (const { storage, rate, memory } of uploads) {
    console.log(
      `| into ${storage} | ${rate.toFixed(0)} | ${memory.toFixed(0)} | at most ${most.uploadMemory} | ${verdict(memory <= most.uploadMemory)} |`,
    )
  }
}

function printWeb(figures: readonly WebFigure[]): void {
  console.log('\n| list of accounts, 60 columns, in Chromium | measured | bound | verdict |')
  console.log('|---|---|---|---|')
  for (const { measure, value, bound } of figures) {
    console.log(`| ${measure} | ${value.toFixed(1)} | at most ${bound} | ${verdict(value <= bound)} |`)
  }
}

function printStart({ cpu, wall }: StartFigures): void {
  console.log('\n| start | CPU s | bound | verdict | wall s |')
  console.log('|---|---|---|---|---|')
  console.log(
    `| npm start to first answer, existing data | ${cpu.toFixed(2)} | at most ${most.startCpu} | ${verdict(cpu <= most.startCpu)} | ${wall.toFixed(2)} |`,
  )
}

const only = new RegExp(values.only)
const factor = Number(values.scale)
const folder = await mkdtemp(join(tmpdir(), 'steward-bench-files-'))
const stage = await setStage(scaleOf(factor))
try {
  const calls = await benchCalls(stage, scaleOf(factor), Number(values.seconds), only)
  calls.push(...(await benchTimeline(stage, scaleOf(factor), Number(values.seconds), only)))
  calls.push(...(await benchOverview(stage, scaleOf(factor), Number(values.seconds), only)))
  if (calls.length > 0) printCalls(calls)
  const mass = only.test('mass update') ? await benchMass(stage, scaleOf(factor).accounts) : undefined
  if (mass) printMass(mass)
  const rollups = only.test('roll-up') ? await benchRollup(stage, scaleOf(factor).contacts) : []
  if (rollups.length > 0) printRollups(rollups)
  const imports: ImportFigures[] = []
  for (const rows of only.test('import') ? importRows : []) {
    imports.push(await benchImport(stage, Math.round(rows * factor), folder))
  }
  if (imports.length > 0) printImports(imports)
  const uploads = only.test('upload') ? await benchUpload(stage, folder) : []
  if (uploads.length > 0) printUploads(uploads)
  const web = only.test('web') ? await benchWeb(stage) : []
  if (web.length > 0) printWeb(web)
  const start = only.test('start') ? await benchStart() : undefined
  if (start) printStart(start)
  if (values.json)
    writeFileSync(
      values.json,
      JSON.stringify({ scale: scaleOf(factor), calls, mass, rollups, imports, uploads, web, start }, null, 2),
    )
} finally {
  await stage.clear()
  await rm(folder, { recursive: true, force: true })
}
process.exit(0)
