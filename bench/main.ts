import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { benchCalls } from './calls.bench.ts'
import { benchEvents } from './events/event.bench.ts'
import { scenarioWorks } from './scenario/scenario.works.ts'
import { benchHealth } from './health.bench.ts'
import { benchImport } from './import.bench.ts'
import {
  applyLine,
  callLine,
  eventLines,
  importLines,
  ruleLines,
  bulkUpdateLine,
  markingLine,
  neighbourLine,
  nightLine,
  overloadLines,
  queueLine,
  readingLines,
  rollupLine,
  scheduleLines,
  startLine,
  uploadLine,
  webLine,
  type Line,
} from './line.ts'
import { benchBulkUpdate } from './bulk-update.bench.ts'
import { moneyWork } from './money.bench.ts'
import { benchNotifications } from './notification/notification.bench.ts'
import { benchNeighbours } from './overload/neighbour.bench.ts'
import { benchOverload } from './overload/overload.bench.ts'
import { benchOverview } from './overview.bench.ts'
import { benchReading } from './reading/reading.bench.ts'
import { benchRollup } from './rollup.bench.ts'
import { benchRules, withAllIndexes } from './rules/rule.bench.ts'
import { searchWorks } from './search.bench.ts'
import { benchSchedule } from './schedule.bench.ts'
import { setStage, type Stage } from './stage.ts'
import { benchStart } from './start.bench.ts'
import { boundsTable, callsTable, comparisonTable, explanations } from './table.ts'
import { benchCanvas } from './scenario/canvas.bench.ts'
import { benchTasks } from './task.bench.ts'
import { benchTimeline } from './timeline.bench.ts'
import { benchUpload } from './upload.bench.ts'
import { benchWeb } from './web/web.bench.ts'
import { benchBulkWebhook } from './webhook/bulk.bench.ts'
import { benchWebhooks } from './webhook/webhook.bench.ts'
import { bulkWebhookLines, webhookLines } from './webhook/webhook.line.ts'
import { applyWork, benchApply } from './work/apply.bench.ts'
import { benchSnippet } from './work/snippet.bench.ts'
import { benchSurveyResults } from './work/survey-result.bench.ts'
import { benchSurveys } from './work/survey.bench.ts'
import { benchPlans } from './work/plan.bench.ts'
import { benchToday } from './work/today.bench.ts'
import { scaleOf } from './workload.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    scale: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '5' },
    only: { type: 'string', default: '.' },
    seed: { type: 'string', default: '17' },
    rules: { type: 'string', default: '200' },
    explain: { type: 'string', default: '0' },
    json: { type: 'string' },
    compare: { type: 'boolean', default: false },
  },
})

interface Run {
  lines: Line[]
}

const read = (path: string): Line[] => (JSON.parse(readFileSync(path, 'utf8')) as Run).lines

/** Rows of the import beside which another company is measured: it lasts longer than that takes. */
const leastBeside = 100_000
/** Rows of the two imports at full scale; memory must be the same for both. */
const importRows = [100_000, 1_000_000]

const only = new RegExp(values.only)
const factor = Number(values.scale)
const scale = scaleOf(factor)
const seconds = Number(values.seconds)

/**
 * Imports into a company that is nearly empty, as the table is that COPY fills. What comes later would have them
 * keep values by which lists were sorted, roll up and score, and would itself have twelve times the accounts.
 */
async function* imports(folder: string): AsyncGenerator<Line[]> {
  if (!only.test('import')) return
  const stage = await setStage(scaleOf(0))
  try {
    for (const rows of importRows) {
      yield importLines(await benchImport(stage, Math.round(rows * factor), folder))
    }
  } finally {
    await stage.clear()
  }
}

/** Events, in an instance of their own: the bench delivers them in the place of its worker. */
async function* events(): AsyncGenerator<Line[]> {
  if (!only.test('event')) return
  const stage = await setStage(scaleOf(0))
  try {
    yield eventLines(await benchEvents(stage, seconds))
  } finally {
    await stage.clear()
  }
}

/** What has every field indexed, which later writes pay for. */
async function* indexedWorks(stage: Stage): AsyncGenerator<Line[]> {
  const rules = {
    seed: Number(values.seed),
    count: Number(values.rules),
    explained: Number(values.explain),
  }
  if (only.test('random rules')) yield (await benchRules(stage, rules)).flatMap(ruleLines)
  if (!only.test('bulk update with all fields indexed')) return
  const update = { table: 'ideal.typed', value: 815 } as const
  const work = () => benchBulkUpdate(stage, scale.accounts, update)
  yield [bulkUpdateLine(await withAllIndexes(stage, rules, work), ', all fields indexed')]
}

/** The snippet on pages of a company, in an instance of its own: one survey is live. */
async function* snippet(): AsyncGenerator<Line[]> {
  if (!only.test('snippet')) return
  const stage = await setStage(scaleOf(0))
  try {
    yield await benchSnippet(stage)
  } finally {
    await stage.clear()
  }
}

/** The canvas of scenarios, in an instance of its own: it needs no records. */
async function* canvas(): AsyncGenerator<Line[]> {
  if (!only.test('canvas')) return
  const stage = await setStage(scaleOf(0))
  try {
    yield (await benchCanvas(stage)).map(webLine)
  } finally {
    await stage.clear()
  }
}

/** Webhooks, in instances of their own: processes come and go, and deliveries of nothing else are under way. */
async function* webhooks(): AsyncGenerator<Line[]> {
  if (only.test('webhook')) {
    const stage = await setStage(scaleOf(0))
    try {
      yield webhookLines(await benchWebhooks(stage, seconds, Math.max(500, Math.round(10_000 * factor))))
    } finally {
      await stage.clear()
    }
  }
  if (only.test('bulk webhook')) {
    const stage = await setStage({ ...scaleOf(0), accounts: scale.accounts })
    try {
      yield bulkWebhookLines(await benchBulkWebhook(stage, scale.accounts, seconds * 2))
    } finally {
      await stage.clear()
    }
  }
}

/** The drawer, followers, and marking all as seen. */
async function notifications(stage: Stage): Promise<Line[]> {
  const { rows, marking } = await benchNotifications(stage, seconds, only)
  return [...rows.map(callLine), ...(marking ? [markingLine(marking)] : [])]
}

/** Tasks, Today, and playbooks that become tasks. */
async function* workOfPeople(stage: Stage): AsyncGenerator<Line[]> {
  yield (await benchTasks(stage, factor, seconds, only)).map(callLine)
  yield (await benchPlans(stage, seconds, only)).map(callLine)
  const today = await benchToday(stage, scale.accounts, seconds, only)
  if (today.page) yield [callLine(today.page)]
  if (today.queues) yield [queueLine(today.queues)]
  yield (await benchSurveys(stage, factor, seconds, only)).map(callLine)
  yield (await benchSurveyResults(stage, factor, seconds, only)).map(callLine)
  if (only.test(applyWork)) yield [applyLine(await benchApply(stage, scale.accounts))]
}

/** The works in the order in which they bear each other: what scores and empties the lists comes late. */
async function* works(stage: Stage, folder: string): AsyncGenerator<Line[]> {
  const more = [...searchWorks(stage.setup.tenantId, scale), moneyWork(stage.setup, scale)]
  yield (await benchCalls(stage, scale, seconds, only, more)).map(callLine)
  yield (await benchTimeline(stage, scale, seconds, only)).map(callLine)
  yield (await benchOverview(stage, scale, seconds, only)).map(callLine)
  yield await notifications(stage)
  yield* workOfPeople(stage)
  if (only.test('bulk update')) yield [bulkUpdateLine(await benchBulkUpdate(stage, scale.accounts))]
  if (only.test('roll-up')) yield (await benchRollup(stage, scale.contacts)).map(rollupLine)
  yield* indexedWorks(stage)
  // The last that measures records: what is written from now on is scored by its measures.
  const health = await benchHealth(stage, scale, seconds, only)
  yield health.details.map(callLine)
  if (health.night) yield [nightLine(health.night)]
  if (only.test('schedule')) yield scheduleLines(await benchSchedule(stage, factor))
  for await (const figures of benchWeb(stage, only)) yield figures.map(webLine)
  if (only.test('upload')) yield (await benchUpload(stage, folder)).map(uploadLine)
  if (only.test('overload')) yield overloadLines(await benchOverload(stage, seconds * 3))
  if (only.test('neighbour')) {
    const rows = Math.max(leastBeside, Math.round(200_000 * factor))
    yield (await benchNeighbours(stage, folder, { seconds: seconds * 2, rows })).map(neighbourLine)
  }
  if (only.test('start')) yield [startLine(await benchStart())]
}

async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-bench-files-'))
  const lines: Line[] = []
  const note = (more: Line[]): void => {
    for (const { work, counts, holds } of more) {
      process.stderr.write(`  ${work}: ${counts.toFixed(2)} ${holds ? 'holds' : 'over'}\n`)
    }
    lines.push(...more)
    // Anyone who ends the run early has what was measured.
    if (values.json) writeFileSync(values.json, JSON.stringify({ scale, lines }, null, 2))
  }
  if (only.test('reading')) note(readingLines(await benchReading(folder, Math.max(20, 40 * factor))))
  for await (const more of imports(folder)) note(more)
  for await (const more of events()) note(more)
  for await (const more of webhooks()) note(more)
  for await (const more of snippet()) note(more)
  for await (const more of canvas()) note(more)
  const open = () => setStage({ ...scaleOf(0), accounts: scale.accounts })
  for await (const more of scenarioWorks({ accounts: scale.accounts, seconds, only, open })) note(more)
  const stage = await setStage(scale)
  try {
    for await (const more of works(stage, folder)) note(more)
  } finally {
    await stage.clear()
    await rm(folder, { recursive: true, force: true })
  }
  console.log(`\n${[boundsTable(lines), explanations(lines), callsTable(lines)].join('\n\n')}`)
}

if (values.compare) {
  const [before = '', after = ''] = positionals
  console.log(comparisonTable(read(before), read(after)))
} else {
  await run()
}
process.exit(0)
