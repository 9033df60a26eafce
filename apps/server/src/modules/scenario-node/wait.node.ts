import { addDays } from '@steward/conditions'
import { waitSettings, type WaitSettings } from '@steward/contracts/scenario/settings'
import type { FieldService } from '../field/index.ts'
import type { CalendarService } from '../work-calendar/index.ts'
import type { Batch, Facts, Faults, OperatorType, Outcome, Visit } from '../scenario-management/index.ts'
import { endOfWait, instantIn, nextBusinessTime } from '../scenario-run/index.ts'

const past: Outcome = { kind: 'next', branch: 'next' }

/** When the wait of each record ends; null where its date field is empty. */
async function endsOf(
  calendars: Pick<CalendarService, 'book'>,
  facts: Facts,
  batch: Batch<WaitSettings>,
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
export function waitNode(
  fields: Pick<FieldService, 'catalogue'>,
  calendars: Pick<CalendarService, 'book'>,
): OperatorType<WaitSettings> {
  return {
    type: 'wait',
    category: 'operator',
    label: 'Wait',
    settings: waitSettings,
    async check(_, { tenantId, level }, settings): Promise<Faults> {
      if (settings.mode !== 'date') return {}
      const field = (await fields.catalogue(tenantId, level)).find(settings.field)
      return field?.kind === 'date' ? {} : { field: 'Choose a date field.' }
    },
    async decide(facts, batch) {
      const isPeriod = batch.settings.mode === 'period'
      const open = batch.visits.filter(({ hasWaited }) => !(isPeriod && hasWaited))
      const endOf = await endsOf(calendars, facts, batch, open)
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
