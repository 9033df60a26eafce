import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Holiday, HolidayRegion, WorkCalendar } from '@steward/contracts/work-calendar'
import { api, send } from '../../api/client.ts'

const calendarsKey = ['work-calendars'] as const

export const calendarsQuery = queryOptions({
  queryKey: calendarsKey,
  queryFn: async ({ signal }): Promise<WorkCalendar[]> =>
    (await send(api.GET('/work-calendar/calendars', { signal }))).data,
})

export const holidayRegionsQuery = queryOptions({
  queryKey: [...calendarsKey, 'regions'],
  queryFn: async ({ signal }): Promise<HolidayRegion[]> =>
    (await send(api.GET('/work-calendar/holiday-regions', { signal }))).data,
  staleTime: Infinity,
})

/** What the form of a calendar holds. */
export type CalendarForm = Omit<WorkCalendar, 'calendarId'>

export async function saveCalendar(
  client: QueryClient,
  calendarId: number | undefined,
  body: CalendarForm,
): Promise<void> {
  if (calendarId === undefined) await send(api.POST('/work-calendar/calendars', { body }))
  else await send(api.PUT('/work-calendar/calendars/{id}', { params: { path: { id: calendarId } }, body }))
  await client.invalidateQueries({ queryKey: calendarsKey })
}

export async function deleteCalendar(client: QueryClient, calendarId: number): Promise<void> {
  await send(api.DELETE('/work-calendar/calendars/{id}', { params: { path: { id: calendarId } } }))
  await client.invalidateQueries({ queryKey: calendarsKey })
}

export async function readPublicHolidays(region: string, from: number, to: number): Promise<Holiday[]> {
  const params = { query: { region, from, to } }
  return (await send(api.GET('/work-calendar/public-holidays', { params }))).data
}

/** The holidays in the text of an iCalendar file. */
export async function readHolidayFile(calendar: string): Promise<Holiday[]> {
  return (await send(api.POST('/work-calendar/holidays/read', { body: { calendar } }))).data
}
