import { z } from 'zod'
import { daySchema, idSchema } from './api.ts'
import { workCalendarLimits as limits } from './plain/work-calendar.ts'

const nameSchema = z
  .string({ error: 'Enter a name.' })
  .trim()
  .min(1, 'Enter a name.')
  .max(120, 'The name can have at most 120 characters.')

/** A day on which no one works, whatever the day of the week. */
export const holidaySchema = z
  .strictObject({
    day: daySchema,
    name: z
      .string()
      .trim()
      .max(200, 'The name can have at most 200 characters.')
      .meta({ example: 'New Year' }),
  })
  .meta({ id: 'Holiday' })

export type Holiday = z.infer<typeof holidaySchema>

const regionSchema = z
  .string()
  .trim()
  .regex(/^[A-Za-z]{2}(-[A-Za-z0-9]{1,6})?$/, 'Enter a region such as DE or US-CA.')
  .transform((region) => region.toUpperCase())
  .meta({ example: 'US-CA' })

const workingDaysSchema = z
  .array(z.int().min(1).max(7), { error: 'Choose the working days.' })
  .max(7)
  .transform((days) => [...new Set(days)].toSorted((a, b) => a - b))
  .refine((days) => days.length > 0, 'Choose at least one working day.')
  .meta({ description: 'Days of the week by their ISO numbers, Monday is 1', example: [1, 2, 3, 4, 5] })

export const workCalendarSchema = z
  .object({
    calendarId: idSchema,
    name: z.string().meta({ example: 'Germany' }),
    workingDays: z.array(z.int()),
    region: z.string().nullable().meta({
      description: 'Used for people whose language setting names this region',
      example: 'DE',
    }),
    isDefault: z.boolean(),
    holidays: z.array(holidaySchema),
    userIds: z.array(idSchema).meta({ description: 'People who use this calendar whatever their region' }),
  })
  .meta({ id: 'WorkCalendar' })

export type WorkCalendar = z.infer<typeof workCalendarSchema>

export const saveWorkCalendarSchema = z.strictObject({
  name: nameSchema,
  workingDays: workingDaysSchema,
  region: regionSchema.nullable().default(null),
  isDefault: z.boolean().default(false),
  holidays: z
    .array(holidaySchema)
    .max(limits.holidays, `A calendar can have at most ${limits.holidays.toLocaleString('en-US')} holidays.`)
    .default([]),
  userIds: z.array(idSchema).max(limits.users).default([]),
})

export type SaveWorkCalendar = z.output<typeof saveWorkCalendarSchema>

export const deletedWorkCalendarSchema = z.object({ calendarId: idSchema })

/** Countries and their states for which public holidays are known. */
export const holidayRegionSchema = z.object({
  region: z.string().meta({ example: 'DE-BY' }),
  name: z.string().meta({ example: 'Germany, Bavaria' }),
})

export type HolidayRegion = z.infer<typeof holidayRegionSchema>

export const publicHolidaysQuery = z.object({
  region: regionSchema,
  from: z.coerce.number().int().min(1990).max(2100).meta({ example: 2026 }),
  to: z.coerce.number().int().min(1990).max(2100).meta({ example: 2028 }),
})

export const readHolidaysSchema = z.strictObject({
  calendar: z
    .string({ error: 'Send the text of the file.' })
    .min(1, 'The file is empty.')
    .max(limits.file, 'The file can have at most 2 MB.')
    .meta({
      description: 'The text of a file in the iCalendar format (.ics)',
      example:
        'BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Example//EN\nBEGIN:VEVENT\nUID:1\nSUMMARY:New Year\nDTSTART;VALUE=DATE:20270101\nEND:VEVENT\nEND:VCALENDAR\n',
    }),
})
