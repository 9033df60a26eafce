import { dataOf, idParams } from '@steward/contracts/api'
import {
  deletedWorkCalendarSchema,
  holidayRegionSchema,
  holidaySchema,
  publicHolidaysQuery,
  readHolidaysSchema,
  saveWorkCalendarSchema,
  workCalendarSchema,
} from '@steward/contracts/work-calendar'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { CalendarService } from './work-calendar.service.ts'

const tag = 'work-calendar'
const permission = 'calendar.administer'
const holidays = dataOf(z.array(holidaySchema))

export function addWorkCalendarRoutes(api: FastifyInstance, calendars: CalendarService): void {
  route(api, {
    method: 'GET',
    url: '/work-calendar/calendars',
    operationId: 'listWorkCalendars',
    summary: 'List the calendars of working days, the default first',
    tag,
    permission: 'calendar.read',
    response: dataOf(z.array(workCalendarSchema)),
    handle: async ({ actor }) => ({ data: await calendars.list(actor) }),
  })
  route(api, {
    method: 'POST',
    url: '/work-calendar/calendars',
    operationId: 'createWorkCalendar',
    summary: 'Create a calendar of working days',
    tag,
    permission,
    audited: 'by-service',
    body: saveWorkCalendarSchema,
    response: dataOf(workCalendarSchema),
    errors: [409],
    handle: async ({ actor, body }) => ({ data: await calendars.create(actor, body) }),
  })
  route(api, {
    method: 'PUT',
    url: '/work-calendar/calendars/:id',
    operationId: 'changeWorkCalendar',
    summary: 'Replace a calendar with its holidays and people',
    description: 'Dates that were calculated before stay as they are.',
    tag,
    permission,
    audited: 'by-service',
    params: idParams,
    body: saveWorkCalendarSchema,
    response: dataOf(workCalendarSchema),
    errors: [409],
    handle: async ({ actor, params, body }) => ({ data: await calendars.change(actor, params.id, body) }),
  })
  route(api, {
    method: 'DELETE',
    url: '/work-calendar/calendars/:id',
    operationId: 'deleteWorkCalendar',
    summary: 'Delete a calendar; the default one stays',
    tag,
    permission,
    audited: 'by-service',
    params: idParams,
    response: dataOf(deletedWorkCalendarSchema),
    errors: [409],
    handle: async ({ actor, params }) => {
      await calendars.remove(actor, params.id)
      return { data: { calendarId: params.id } }
    },
  })
  route(api, {
    method: 'GET',
    url: '/work-calendar/holiday-regions',
    operationId: 'listHolidayRegions',
    summary: 'List the countries and states whose public holidays are known',
    tag,
    permission,
    response: dataOf(z.array(holidayRegionSchema)),
    handle: async () => ({ data: await calendars.holidayRegions() }),
  })
  route(api, {
    method: 'GET',
    url: '/work-calendar/public-holidays',
    operationId: 'listPublicHolidays',
    summary: 'List the public holidays of a country or state',
    tag,
    permission,
    query: publicHolidaysQuery,
    response: holidays,
    handle: async ({ query }) => ({
      data: await calendars.publicHolidays(query.region, query.from, query.to),
    }),
  })
  route(api, {
    method: 'POST',
    url: '/work-calendar/holidays/read',
    operationId: 'readHolidayFile',
    summary: 'List the holidays of an iCalendar file; saves nothing',
    tag,
    permission,
    bodyLimit: 5_000_000,
    body: readHolidaysSchema,
    response: holidays,
    handle: async ({ body }) => ({ data: await calendars.readFile(body.calendar) }),
  })
}
