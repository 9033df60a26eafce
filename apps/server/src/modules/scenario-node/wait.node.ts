import { addDays } from '@steward/conditions'
import { waitSettings, type EventSettings, type WaitSettings } from '@steward/contracts/scenario/settings'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { FieldService } from '../field/index.ts'
import type { CalendarService } from '../work-calendar/index.ts'
import type {
  Batch,
  Facts,
  Faults,
  OperatorType,
  Outcome,
  ScenarioPlace,
  Visit,
} from '../scenario-management/index.ts'
import { endOfWait, instantIn, nextBusinessTime } from '../scenario-run/index.ts'
import { faultsOfEvent, type TriggerNeighbours } from './trigger.node.ts'

interface WaitNeighbours extends TriggerNeighbours {
  fields: Pick<FieldService, 'catalogue'>
  calendars: Pick<CalendarService, 'book'>
}

const past: Outcome = { kind: 'next', branch: 'next' }
const happened: Outcome = { kind: 'next', branch: 'happened' }
const tooLate: Outcome = { kind: 'next', branch: 'timeout', reason: 'It did not happen in time.' }

type EventWait = Extract<WaitSettings, { mode: 'event' }>

/** Decides about records that wait for an event: it has happened, the time is over, or they continue to wait. */
function awaited({ settings, timeZone, visits, at }: Batch<EventWait>): Map<number, Outcome> {
  return new Map(
    visits.map(({ runId, arrivedAt, heard }): [number, Outcome] => {
      if (heard) return [runId, happened]
      const until = endOfWait(arrivedAt, settings.amount, settings.period, timeZone)
      return [runId, until > at ? { kind: 'wait', until } : tooLate]
    }),
  )
}

const isOfEvent = (batch: Batch<WaitSettings>): batch is Batch<EventWait> => batch.settings.mode === 'event'

async function faultsOfAwaited(
  neighbours: TriggerNeighbours,
  db: Db | Tx,
  place: ScenarioPlace,
  event: EventSettings,
): Promise<Faults> {
  if (event.type === 'created') {
    return { 'event.type': 'Records that wait have been created already. Choose another event.' }
  }
  const faults = await faultsOfEvent(neighbours, db, place, event)
  return Object.fromEntries(Object.entries(faults).map(([path, message]) => [`event.${path}`, message]))
}

/** When the wait of each record ends; null where its date field is empty. */
async function endsOf(
  calendars: Pick<CalendarService, 'book'>,
  facts: Facts,
  batch: Batch<Exclude<WaitSettings, EventWait>>,
  visits: readonly Visit[],
): Promise<(visit: Visit) => Date | null> {
  const { settings, timeZone, tenantId, at } = batch
  if (settings.mode === 'businessHours') {
    const { standard } = await calendars.book(tenantId)
    const open = nextBusinessTime(at, timeZone, settings, standard)
    return () => open
  }
  if (settings.mode === 'period') {
    return ({ arrivedAt }) => endOfWait(arrivedAt, settings.amount, settings.period, timeZone)
  }
  const ids = visits.map(({ recordId }) => recordId)
  const days = await facts.days(batch, settings.field, ids)
  return ({ recordId }) => {
    const day = days?.get(recordId) ?? null
    return day === null ? null : instantIn(addDays(day, settings.days), settings.hour, timeZone)
  }
}

/**
 * Records wait here. The date of a field is looked at when the record arrives and when its wait is over: one that was
 * moved later in between goes on waiting.
 */
export function waitNode({ fields, calendars, ...neighbours }: WaitNeighbours): OperatorType<WaitSettings> {
  return {
    type: 'wait',
    category: 'operator',
    label: 'Wait',
    settings: waitSettings,
    branches: ({ mode }) => (mode === 'event' ? ['happened', 'timeout'] : ['next']),
    awaits: (settings) => (settings.mode === 'event' ? settings.event : undefined),
    async check(db, place, settings): Promise<Faults> {
      const { tenantId, level } = place
      if (settings.mode === 'event') return faultsOfAwaited(neighbours, db, place, settings.event)
      if (settings.mode !== 'date') return {}
      const field = (await fields.catalogue(tenantId, level)).find(settings.field)
      return field?.kind === 'date' ? {} : { field: 'Choose a date field.' }
    },
    async decide(facts, batch) {
      if (isOfEvent(batch)) return awaited(batch)
      const isPeriod = batch.settings.mode === 'period'
      const open = batch.visits.filter(({ hasWaited }) => !(isPeriod && hasWaited))
      const endOf = await endsOf(calendars, facts, batch as Batch<Exclude<WaitSettings, EventWait>>, open)
      const stillOpen = new Set(open)
      return new Map(
        batch.visits.map((visit): [number, Outcome] => {
          if (!stillOpen.has(visit)) return [visit.runId, past]
          const until = endOf(visit)
          if (until === null) {
            return [visit.runId, { kind: 'skip', reason: 'There is no date to wait for.' }]
          }
          return [visit.runId, until > batch.at ? { kind: 'wait', until } : past]
        }),
      )
    },
  }
}
