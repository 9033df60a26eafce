import { useState } from 'react'
import { DayPicker } from 'react-day-picker'
import { cx } from './cx.ts'
import { localDay, readerDay } from './day-text.ts'
import { readerLocale } from './reader.ts'

function dateOf(day: string): Date {
  const [year, month, date] = day.split('-').map(Number)
  return new Date(year!, month! - 1, date)
}

const arrow =
  'inline-flex size-7 items-center justify-center rounded-control text-2 hover:bg-raised-hover hover:text-1 aria-disabled:opacity-40'

const looks = {
  root: 'p-2.5 text-body',
  months: 'relative',
  month_caption: 'flex h-7 items-center px-1.5 font-semibold',
  nav: 'absolute top-0 right-0 flex gap-0.5',
  button_previous: arrow,
  button_next: arrow,
  chevron: 'size-4 fill-current',
  month_grid: 'mt-2 border-collapse',
  weekday: 'size-8 text-meta font-medium text-3',
  day: 'p-0 text-center',
  day_button: cx(
    'tabular size-8 rounded-control hover:bg-raised-hover disabled:opacity-40',
    'in-aria-selected:bg-accent in-aria-selected:text-white in-aria-selected:hover:bg-accent-hover',
  ),
  today: 'font-semibold text-accent-text',
  outside: 'text-3',
  disabled: 'text-3',
  hidden: 'invisible',
}

type CalendarProps = {
  value: string | null
  onPick: (day: string) => void
  min?: string
  max?: string
  locale?: string
}

/** One month with arrow keys, Page Up and Page Down. Days are YYYY-MM-DD on both sides. */
export function Calendar({ value, onPick, min, max, locale = readerLocale() }: CalendarProps) {
  const [today] = useState(() => dateOf(readerDay(new Date())))
  const selected = value ? dateOf(value) : undefined
  const disabled = [...(min ? [{ before: dateOf(min) }] : []), ...(max ? [{ after: dateOf(max) }] : [])]
  return (
    <DayPicker
      mode="single"
      autoFocus
      showOutsideDays
      selected={selected}
      defaultMonth={selected}
      today={today}
      disabled={disabled}
      onDayClick={(date, modifiers) => {
        if (!modifiers.disabled) onPick(localDay(date))
      }}
      formatters={{
        formatCaption: (date) =>
          new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }).format(date),
        formatWeekdayName: (date) => new Intl.DateTimeFormat(locale, { weekday: 'short' }).format(date),
      }}
      labels={{
        labelDayButton: (date) => new Intl.DateTimeFormat(locale, { dateStyle: 'full' }).format(date),
      }}
      classNames={looks}
    />
  )
}
