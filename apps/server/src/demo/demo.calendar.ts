import type { DemoRecord } from './demo.writing.ts'
import type { DemoStory } from './demo.story.ts'

/** The files end with this month, counted from the year 0. */
const lastMonth = 2017 * 12 + 11

const monthsOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

/**
 * How many months the files are behind an instant: whole quarters, so that their last quarter becomes the last one
 * that is over by then.
 */
export function monthsBehind(anchor: Date): number {
  const present = monthsOf(anchor.toISOString())
  return present - (present % 3) - 1 - lastMonth
}

/** The morning after the last quarter of the files, moved as they are; no later than an instant. */
export function morningAfter(anchor: Date): Date {
  const month = anchor.getUTCMonth()
  const morning = Date.UTC(anchor.getUTCFullYear(), month - (month % 3), 1, 8)
  return new Date(Math.min(morning, anchor.getTime()))
}

/** A day of the files that many months later; the last of the month where that is shorter. */
export function laterDay(day: string, months: number): string {
  const month = monthsOf(day) + months
  const [year, at] = [Math.floor(month / 12), month % 12]
  const last = new Date(Date.UTC(year, at + 1, 0)).getUTCDate()
  const date = Math.min(Number(day.slice(8, 10)), last)
  return new Date(Date.UTC(year, at, date)).toISOString().slice(0, 10)
}

const dayFields = ['engage_date', 'close_date'] as const

/** A record of the files with its days that many months later. */
export function laterRecord(record: DemoRecord, months: number): DemoRecord {
  const form: Record<string, unknown> = { ...record.form }
  for (const field of dayFields) {
    const day = form[field]
    if (typeof day === 'string' && day !== '') form[field] = laterDay(day, months)
  }
  return { ...record, form }
}

/** A story of the files that many months later. */
export function laterStory(story: DemoStory, months: number): DemoStory {
  return {
    ...story,
    entries: story.entries.map((entry) => ({
      ...entry,
      at: laterDay(entry.at.slice(0, 10), months) + entry.at.slice(10),
    })),
  }
}
