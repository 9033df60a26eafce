import { workCalendarLimits as limits } from '@steward/contracts/plain/work-calendar'
import type { Holiday, SaveWorkCalendar, WorkCalendar } from '@steward/contracts/work-calendar'
import type { Actor } from '../../platform/actor.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { AppError, invalid, notFound, violatedConstraint } from '../../platform/errors.ts'
import { InputTooCostly } from '../../platform/parsing/parser-pool.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuditService } from '../audit/index.ts'
import type { UserService } from '../user-management/index.ts'
import type { HolidayFileInput, HolidayFileOutput } from './holiday-file.reading.ts'
import { listHolidayRegions, listPublicHolidays } from './public-holiday.ts'
import { bookOf } from './work-calendar.book.ts'
import {
  clearDefault,
  deleteCalendar,
  insertCalendar,
  listCalendars,
  lockCalendars,
  putHolidays,
  putUsers,
  updateCalendar,
} from './work-calendar.store.ts'

/** Gives a new tenant its calendar. */
export async function seedCalendars(tx: Tx, tenantId: number): Promise<void> {
  const head = { name: 'Standard', workingDays: [1, 2, 3, 4, 5], region: null, isDefault: true }
  await insertCalendar(tx, tenantId, head)
}

const fileReader = { module: new URL('holiday-file.reading.ts', import.meta.url), name: 'readHolidayFile' }

const taken: Readonly<Record<string, readonly [field: string, message: string]>> = {
  work_calendar_name: ['name', 'There is already a calendar with this name. Choose another one.'],
  work_calendar_region: [
    'region',
    'Another calendar is used for this region. Remove the region there first.',
  ],
}

function refusal(error: unknown): unknown {
  const found = taken[violatedConstraint(error) ?? '']
  return found ? new AppError('conflict', 'work_calendar.taken', found[1], { [found[0]]: found[1] }) : error
}

/** Throws `invalid_input` at a day that is named twice. */
function checkHolidays(holidays: readonly Holiday[]): void {
  const seen = new Set<string>()
  const faults: Record<string, string> = {}
  for (const [at, { day }] of holidays.entries()) {
    if (seen.has(day)) faults[`holidays.${at}.day`] = `${day} is already a holiday. Remove one of the two.`
    seen.add(day)
  }
  if (Object.keys(faults).length > 0) throw invalid('work_calendar.holidays', faults)
}

async function findCalendar(tx: Tx, tenantId: number, calendarId: number): Promise<WorkCalendar> {
  const found = (await listCalendars(tx, tenantId)).find((one) => one.calendarId === calendarId)
  if (!found) throw notFound('work_calendar.unknown', 'This calendar no longer exists.')
  return found
}

export interface CalendarNeighbours {
  audit: AuditService
  users: UserService
}

/** The calendars of a company: on which days who works. */
export function createCalendarService(platform: Platform, { audit, users }: CalendarNeighbours) {
  const cache = platform.caches.create('work-calendar', async (tenantId, db) =>
    bookOf(tenantId, await listCalendars(db, tenantId)),
  )
  const dbOf = ({ tenantId }: Actor) => platform.database.tenant(tenantId)

  async function checkUsers(tenantId: number, userIds: readonly number[]): Promise<void> {
    const { byId } = await users.directory(tenantId)
    const unknown = userIds.findIndex((id) => byId.get(id)?.kind !== 'person')
    if (unknown < 0) return
    throw invalid('work_calendar.users', { [`userIds.${unknown}`]: `There is no user ${userIds[unknown]}.` })
  }

  function note(tx: Tx, actor: Actor, verb: 'created' | 'changed' | 'deleted', calendar: WorkCalendar) {
    const { calendarId, name } = calendar
    return audit.write(tx, actor.tenantId, {
      action: `work_calendar.${verb}`,
      summary: `${verb[0]?.toUpperCase()}${verb.slice(1)} the calendar “${name}”`,
      actor,
      subject: { kind: 'workCalendar', id: String(calendarId), name },
      details: { workingDays: calendar.workingDays, holidays: calendar.holidays.length },
    })
  }

  async function write(tx: Tx, actor: Actor, calendarId: number | null, input: SaveWorkCalendar) {
    const { tenantId } = actor
    await lockCalendars(tx, tenantId)
    const before = calendarId === null ? undefined : await findCalendar(tx, tenantId, calendarId)
    if (before?.isDefault && !input.isDefault) {
      throw invalid('work_calendar.default', {
        isDefault: 'One calendar must be the default. Make another one the default instead.',
      })
    }
    if (input.isDefault && !before?.isDefault) await clearDefault(tx, tenantId)
    const id = calendarId ?? (await insertCalendar(tx, tenantId, input))
    if (calendarId !== null) await updateCalendar(tx, tenantId, id, input)
    await putHolidays(tx, tenantId, id, input.holidays)
    await putUsers(tx, tenantId, id, [...new Set(input.userIds)])
    const saved = await findCalendar(tx, tenantId, id)
    await note(tx, actor, before ? 'changed' : 'created', saved)
    return saved
  }

  async function save(
    actor: Actor,
    calendarId: number | null,
    input: SaveWorkCalendar,
  ): Promise<WorkCalendar> {
    checkHolidays(input.holidays)
    await checkUsers(actor.tenantId, input.userIds)
    const saved = await transact(dbOf(actor), (tx) => write(tx, actor, calendarId, input)).catch(
      (error: unknown) => {
        throw refusal(error)
      },
    )
    await cache.forget(actor.tenantId)
    return saved
  }

  return {
    /** The calendars, ready to count with. Cached. */
    book: (tenantId: number) => cache.get(tenantId),

    list: async (actor: Actor): Promise<WorkCalendar[]> => [...(await cache.get(actor.tenantId)).all],

    async create(actor: Actor, input: SaveWorkCalendar): Promise<WorkCalendar> {
      if ((await cache.get(actor.tenantId)).all.length >= limits.calendars) {
        throw new AppError(
          'conflict',
          'work_calendar.too_many',
          `A company can have at most ${limits.calendars} calendars. Delete one first.`,
        )
      }
      return save(actor, null, input)
    },

    change: (actor: Actor, calendarId: number, input: SaveWorkCalendar) => save(actor, calendarId, input),

    /** Its people use the calendar of their region, or the default one, from then on. */
    async remove(actor: Actor, calendarId: number): Promise<void> {
      await transact(dbOf(actor), async (tx) => {
        await lockCalendars(tx, actor.tenantId)
        const found = await findCalendar(tx, actor.tenantId, calendarId)
        if (found.isDefault) {
          throw new AppError(
            'conflict',
            'work_calendar.default',
            'The default calendar cannot be deleted. Make another one the default first.',
          )
        }
        await deleteCalendar(tx, actor.tenantId, calendarId)
        await note(tx, actor, 'deleted', found)
      })
      await cache.forget(actor.tenantId)
    },

    holidayRegions: listHolidayRegions,

    /** Error: invalid_input at `region` or `to`. */
    async publicHolidays(region: string, from: number, to: number): Promise<Holiday[]> {
      if (to < from || to - from > limits.years) {
        throw invalid('work_calendar.years', {
          to: `Choose a year up to ${limits.years} years after the first.`,
        })
      }
      const found = await listPublicHolidays(region, from, to)
      if (found) return found
      throw invalid('work_calendar.region', { region: `No public holidays are known for ${region}.` })
    },

    /** The holidays of a file in the iCalendar format. Error: invalid_input at `calendar`. */
    async readFile(text: string): Promise<Holiday[]> {
      const year = platform.clock.now().getUTCFullYear()
      const input: HolidayFileInput = {
        text,
        from: `${year - limits.years}-01-01`,
        to: `${year + limits.years}-12-31`,
        most: limits.holidays,
      }
      const output = await platform.parsers
        .run<HolidayFileOutput>(fileReader, input)
        .catch((error: unknown) => {
          if (!(error instanceof InputTooCostly)) throw error
          return { unreadable: 'This file is too complex to read. Export fewer events and try again.' }
        })
      if ('holidays' in output) return output.holidays
      throw invalid('work_calendar.file', { calendar: output.unreadable })
    },
  }
}

export type CalendarService = ReturnType<typeof createCalendarService>
