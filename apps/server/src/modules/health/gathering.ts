import type { HealthModel } from '@steward/contracts/health'
import type { LevelId } from '@steward/contracts/level'
import { accountsKey, fromOf, type FindInput, type Input, type InputValue } from '@steward/scores'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { HealthModels, Metric } from '../health-model/index.ts'
import { readInputs, type InputRow } from './input.read-model.ts'
import { separator, type FromAccounts, type Gathering, type Measured, type RecordScope } from './input.sql.ts'
import { startOfDay, startOfPeriod } from './period.rules.ts'

/** What a model measures on a day, ready to be asked of records. */
export interface InputPlan extends Gathering {
  /** Where the value of each measured thing stands, and how it is read. */
  places: ReadonlyMap<string, { at: number; kind: Metric['kind'] }>
}

type Metrics = ReadonlyMap<string, Metric>

export interface Gathered extends InputRow {
  /** Gives an input by its name; what is not measured any more is missing. */
  find: FindInput
}

const nothing: Input = { value: null, at: null }

const readers: Readonly<Record<Metric['kind'], (text: string) => InputValue>> = {
  number: Number,
  date: Number,
  boolean: (text) => text === 'true',
  options: (text) =>
    text
      .slice(1, -1)
      .split(',')
      .filter((id) => id !== '')
      .map(Number),
}

/** Takes inputs out of the text that they were read in. */
export function findIn(inputs: string, plan: InputPlan): FindInput {
  const cells = inputs.split(separator)
  return (from) => {
    if (from === accountsKey && plan.accounts) {
      return { value: JSON.parse(cells[plan.measured.length * 2] as string) as InputValue, at: null }
    }
    const place = plan.places.get(from)
    const text = place && cells[place.at * 2]
    if (!place || text === undefined || text === '') return nothing
    const at = cells[place.at * 2 + 1] as string
    return { value: readers[place.kind](text), at: at === '' ? null : new Date(Number(at)).toISOString() }
  }
}

function fromAccounts({ source }: HealthModel, metrics: Metrics): FromAccounts | null {
  if (source.from !== 'accounts') return null
  return { weight: (source.how === 'weighted' && metrics.get(`field:${source.fieldId}`)) || null }
}

interface MetricsOfPlan {
  own: Metrics
  /** Those of accounts, where organizations take their score. */
  ofAccounts: Metrics
}

function makePlan(
  { own, ofAccounts }: MetricsOfPlan,
  level: LevelId,
  model: HealthModel,
  day: Date,
): InputPlan {
  const accounts = fromAccounts(model, ofAccounts)
  const measured = new Map<string, Measured>()
  for (const measure of model.measures) {
    const metric = own.get(measure.metric)
    if (!metric) continue
    const start = measure.period === null ? null : startOfPeriod(measure.period, day)
    measured.set(fromOf(measure), { from: fromOf(measure), metric, start })
  }
  const all = [...measured.values()]
  const places = new Map(all.map(({ from, metric }, at) => [from, { at, kind: metric.kind }]))
  return { level, day, measured: all, accounts, places }
}

/** Whether what is measured, or weighs, is money. */
export const readsMoney = ({ measured, accounts }: InputPlan): boolean =>
  accounts?.weight?.money === true || measured.some(({ metric }) => metric.money === true)

/** The latest plan of each model, as long as what can be measured is the same. */
const plans = new WeakMap<HealthModel, { metrics: MetricsOfPlan; plan: InputPlan }>()

/**
 * Says what has to be read for a model of a level on the day of an instant. Metrics that are gone are left out.
 */
export async function planInputs(
  models: Pick<HealthModels, 'metrics'>,
  tenantId: number,
  level: LevelId,
  model: HealthModel,
  now: Date,
): Promise<InputPlan> {
  const day = startOfDay(now)
  const own = await models.metrics(tenantId, level)
  const ofAccounts = model.source.from === 'accounts' ? await models.metrics(tenantId, 2) : own
  const metrics = { own, ofAccounts }
  const known = plans.get(model)
  const isKnown = known?.metrics.own === own && known.metrics.ofAccounts === ofAccounts
  if (isKnown && known.plan.day.getTime() === day.getTime()) return known.plan
  const plan = makePlan(metrics, level, model, day)
  plans.set(model, { metrics, plan })
  return plan
}

/** The inputs of some records of a level on the day of a plan, in the order of ids; one statement. */
export async function gatherInputs(
  db: Db | Tx,
  tenantId: number,
  plan: InputPlan,
  scope: RecordScope,
): Promise<Gathered[]> {
  const rows = await readInputs(db, tenantId, plan, scope)
  return rows.map((row) => ({ ...row, find: findIn(row.inputs, plan) }))
}

/** The same of one record. */
export async function gatherOne(
  db: Db | Tx,
  tenantId: number,
  plan: InputPlan,
  recordId: number,
): Promise<Gathered | undefined> {
  const [row] = await gatherInputs(db, tenantId, plan, { ids: [recordId] })
  return row
}
