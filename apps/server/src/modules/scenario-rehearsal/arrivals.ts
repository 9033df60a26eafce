import { addDays, type Rule } from '@steward/conditions'
import type { Selection } from '@steward/contracts/bulk-update'
import type { EventSettings, RunNowSettings, ScheduleSettings } from '@steward/contracts/scenario/settings'
import { changeKindIds } from '@steward/contracts/record-history'
import { dayOf } from '../../platform/clock.ts'
import type { RecordChange } from '../change-log/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { ReadRuleContext, RuleContext } from '../record-rule/index.ts'
import type { ScenarioAtVersion } from '../scenario-management/index.ts'
import { awaitedBy, createFindAwaited, isPrevious, nextStart, type Listener } from '../scenario-run/index.ts'
import { holdsThen } from './past.facts.ts'
import type { Effective, Past, PastRecord } from './past.ts'
import { isOccurrence, listOccurrences } from './occurrence.read-model.ts'
import { withValues } from '../segment/index.ts'
import type { Arrivals, Script } from './script.ts'

export interface ArrivalNeighbours {
  rules: { readContext: ReadRuleContext }
  ledger: Pick<Ledger, 'past'>
  /** The rule of a segment. */
  ruleOfSegment(tenantId: number, segmentId: number): Promise<Rule>
}

/** The records that are replayed together, and when. */
export interface Window {
  ids: ReadonlySet<number>
  from: Date
  until: Date
}

const noRecords: readonly number[] = []

const nothing: Arrivals = {
  nextAt: () => undefined,
  arrive: async () => noRecords,
  among: () => noRecords,
}

/** Arrivals at times that are known from the start. */
function atTimes(times: readonly number[], arrive: (at: number) => Promise<readonly number[]>): Arrivals {
  let next = 0
  return {
    ...nothing,
    nextAt: () => times[next],
    arrive: async () => {
      next += 1
      return arrive(times[next - 1] as number)
    },
  }
}

/** The times at which a schedule would have started, had it done so all along. */
function startsOf(settings: ScheduleSettings, zone: string, { from, until }: Window): number[] {
  if (settings.repeat === 'once') return [until.getTime()]
  let { day } = settings
  // By whole weeks and, but for a leap day, whole years: the day of the week or month stays the same.
  while (day >= dayOf(from)) day = settings.repeat === 'monthly' ? yearBefore(day) : addDays(day, -364)
  const starts: number[] = []
  for (let at = from; ;) {
    const start = nextStart({ ...settings, day }, zone, at)
    if (!start || start > until) return starts
    starts.push(start.getTime())
    at = start
  }
}

function yearBefore(day: string): string {
  const [year = '', rest = ''] = [day.slice(0, 4), day.slice(4)]
  return `${String(Number(year) - 1).padStart(4, '0')}${rest === '-02-29' ? '-02-28' : rest}`
}

/** Whether a selection would have had a record, beside its rule. */
function fits(selection: Selection, { state }: PastRecord): boolean {
  if (!('filter' in selection)) return true
  const { query, pipelineType } = selection
  const name = String(state['name'] ?? '').toLowerCase()
  if (query && !name.includes(query.toLowerCase())) return false
  return pipelineType === undefined || state['pipelineType'] === pipelineType
}

/** Finds the records of a selection as they were. */
function createChoose(
  { ruleOfSegment }: ArrivalNeighbours,
  { place, kept }: Script,
  past: Past,
  window: Window,
) {
  const { tenantId } = place
  const readRule = async (selection: Selection): Promise<Rule | null> => {
    if ('segmentId' in selection) return ruleOfSegment(tenantId, selection.segmentId)
    return 'filter' in selection && selection.filter !== '' ? (JSON.parse(selection.filter) as Rule) : null
  }
  return async (selection: Selection, at: number): Promise<readonly number[]> => {
    if ('ids' in selection) return selection.ids.filter((id) => window.ids.has(id))
    const [rule, context] = await Promise.all([
      kept.once('selection', () => readRule(selection)),
      kept.readContext(tenantId),
    ])
    const compiled = rule && (await kept.compile(place, rule))
    const today = dayOf(new Date(at))
    return [...window.ids].filter((id) => {
      const record = past.find(id)
      if (!record?.exists || !fits(selection, record)) return false
      return !compiled || holdsThen(compiled, record, past, context, today)
    })
  }
}

/** The records of those of some changes that something is true of; most changes concern no one. */
function recordsOf(
  changes: readonly Effective[],
  window: Window,
  concerns: (change: Effective) => boolean,
): readonly number[] {
  let found: number[] | undefined
  for (const change of changes) {
    if (!window.ids.has(change.recordId) || !concerns(change)) continue
    found ??= []
    found.push(change.recordId)
  }
  return found ?? noRecords
}

/** What a trigger makes of changes, by the code of real runs; the ledger is asked for what was before the replay. */
function changeArrivals(
  { rules, ledger }: ArrivalNeighbours,
  { place }: Script,
  listener: Listener,
  past: Past,
  window: Window,
  context: RuleContext,
): Arrivals {
  const concerns = awaitedBy(listener, context)
  const concerned = (changes: readonly Effective[]) => recordsOf(changes, window, concerns)
  if (!isPrevious(listener.settings)) return { ...nothing, among: concerned }
  const find = createFindAwaited({
    rules,
    ledger: {
      past: async (tenantId, recordIds, since) => {
        if (since < window.from) return ledger.past(tenantId, recordIds, since)
        const found = recordIds.map((id) => [id, past.since(id, since.getTime())] as const)
        return new Map(found.filter(([, was]) => was !== undefined)) as Awaited<ReturnType<Ledger['past']>>
      },
    },
  })
  return {
    ...nothing,
    among(changes) {
      const ids = new Set(concerned(changes))
      if (ids.size === 0) return noRecords
      const asChanges = changes
        .filter(({ recordId }) => ids.has(recordId))
        .map((one): RecordChange => ({
          ...one,
          level: place.level,
          organizationId: null,
          accountId: null,
        }))
      const at = new Date(changes[0]?.at ?? 0)
      return find
        .among(place.tenantId, listener, asChanges, () => at)
        .then((awaited) => awaited.map(({ recordId }) => recordId))
    },
  }
}

/** What a trigger makes of records that changes moved into a segment, or out of it. */
async function segmentArrivals(
  { ruleOfSegment }: ArrivalNeighbours,
  { place, kept }: Script,
  { settings }: Listener,
  past: Past,
  window: Window,
  context: RuleContext,
): Promise<Arrivals> {
  const { tenantId } = place
  const { segmentId } = settings as Extract<EventSettings, { segmentId: number }>
  const rule = await kept.once(`segment:${segmentId}`, () => ruleOfSegment(tenantId, segmentId))
  const compiled = await kept.compile(place, rule)
  const wanted = settings.type === 'entered_segment'
  return {
    ...nothing,
    among: (changes) =>
      recordsOf(changes, window, ({ recordId, kind, before, at }) => {
        const record = past.find(recordId)
        if (!record?.exists || kind === changeKindIds.delete) return false
        const holds = (one: PastRecord) => holdsThen(compiled, one, past, context, dayOf(new Date(at)))
        const was =
          kind === changeKindIds.update && holds({ ...record, state: withValues(record.state, before) })
        return was !== wanted && holds(record) === wanted
      }),
  }
}

/** Finds when an event happens to records in a replay. */
export async function createEventArrivals(
  neighbours: ArrivalNeighbours,
  script: Script,
  listener: Listener,
  past: Past,
  window: Window,
): Promise<Arrivals> {
  const { db, readContext } = script.kept
  const { tenantId } = script.place
  const { settings } = listener
  if (isOccurrence(settings.type)) {
    const occurrences = await listOccurrences(db, tenantId, settings, [...window.ids], window)
    const byTime = Map.groupBy(occurrences, ({ at }) => at.getTime())
    return atTimes([...byTime.keys()], async (at) => (byTime.get(at) ?? []).map(({ recordId }) => recordId))
  }
  const context = await readContext(tenantId)
  const arrivals = 'segmentId' in settings ? segmentArrivals : changeArrivals
  return arrivals(neighbours, script, listener, past, window, context)
}

/** How the trigger of a scenario lets records enter in a replay. */
export async function createArrivals(
  neighbours: ArrivalNeighbours,
  script: Script,
  scenario: ScenarioAtVersion,
  past: Past,
  window: Window,
): Promise<Arrivals> {
  const { plan } = script
  const { type, settings } = plan.trigger
  const choose = createChoose(neighbours, script, past, window)
  if (type === 'runNow') {
    const { selection } = settings as unknown as RunNowSettings
    return atTimes([window.until.getTime()], (at) => choose(selection, at))
  }
  if (type === 'scheduleLater') {
    const schedule = settings as unknown as ScheduleSettings
    return atTimes(startsOf(schedule, plan.timeZone, window), (at) => choose(schedule.selection, at))
  }
  const listener: Listener = { scenario, settings: settings as unknown as EventSettings }
  return createEventArrivals(neighbours, script, listener, past, window)
}
