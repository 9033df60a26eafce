import type { RecurrencePreview, RecurrencePreviewQuery } from '@steward/contracts/recurrence'
import { recurrenceLimits } from '@steward/contracts/plain/recurrence'
import type { Actor } from '../../platform/actor.ts'
import { invalid } from '../../platform/errors.ts'
import type { UserService } from '../user-management/index.ts'
import { shiftDayOff, type CalendarBook, type CalendarService } from '../work-calendar/index.ts'
import { recurrenceText } from './recurrence-text.rules.ts'
import { readRule, upcoming, type Recurrence, type ShiftDay } from './recurrence.rules.ts'

export interface RecurrenceNeighbours {
  users: Pick<UserService, 'directory'>
  calendars: Pick<CalendarService, 'book'>
}

/** How days off are moved in the calendar of a user; of no one, in that of the company. */
export const shiftFor =
  (book: CalendarBook, user: Parameters<CalendarBook['of']>[0]): ShiftDay =>
  (day, rule) =>
    shiftDayOff(day, rule, book.of(user))

/** Shows what a rule means before it is saved. */
export function createRecurrenceService({ users, calendars }: RecurrenceNeighbours) {
  return {
    /** The rule in words and its next days. Throws `invalid_input` at `rule`. */
    async preview(
      { tenantId }: Actor,
      { rule: text, mode, dayOff, from, assigneeId }: RecurrencePreviewQuery,
    ): Promise<RecurrencePreview> {
      const read = readRule(text)
      if ('fault' in read) throw invalid('recurrence.rule', { rule: read.fault })
      const [book, { byId }] = await Promise.all([calendars.book(tenantId), users.directory(tenantId)])
      const shift = shiftFor(book, assigneeId === undefined ? undefined : byId.get(assigneeId))
      const recurrence: Recurrence = { rule: read.rule, mode, dayOff, day: from, nth: 1, missed: 0 }
      const following = upcoming(recurrence, recurrenceLimits.preview + 1, shift)
      return {
        rule: read.rule,
        text: recurrenceText(recurrence),
        days: following.slice(0, recurrenceLimits.preview).map(({ dueDate }) => dueDate),
        isEnding: following.length <= recurrenceLimits.preview,
      }
    },
  }
}

export type RecurrenceService = ReturnType<typeof createRecurrenceService>
