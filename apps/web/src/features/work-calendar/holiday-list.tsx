import { useRef, useState } from 'react'
import { IconFileImport, IconPlus, IconTrash } from '@tabler/icons-react'
import type { Holiday } from '@steward/contracts/work-calendar'
import { isSessionExpired } from '../../api/api-error.ts'
import { errorText } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { formatDay } from '../../ui/day-text.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.tsx'
import { withHolidays } from './calendar-form.rules.ts'
import { PublicHolidayPicker } from './public-holiday-picker.tsx'
import { readHolidayFile } from './work-calendar.calls.ts'

type HolidayListProps = { holidays: readonly Holiday[]; onChange: (holidays: Holiday[]) => void }

/** The holidays of a calendar: typed, from a file, or those of a country. */
export function HolidayList({ holidays, onChange }: HolidayListProps) {
  const add = (added: readonly Holiday[]) => {
    const all = withHolidays(holidays, added)
    const count = all.length - holidays.length
    onChange(all)
    toast.done(`${count} ${count === 1 ? 'holiday' : 'holidays'} added`, { subject: 'holidays' })
  }
  return (
    <section aria-label="Holidays" className="flex flex-col gap-3">
      <h3 className="font-medium">Holidays ({holidays.length})</h3>
      <PublicHolidayPicker onAdd={add} />
      <div className="flex flex-wrap items-center gap-2">
        <HolidayFile onAdd={add} />
      </div>
      <NewHoliday onAdd={(holiday) => onChange(withHolidays(holidays, [holiday]))} />
      <ul
        aria-label="Holidays"
        className="max-h-80 divide-y divide-line overflow-y-auto border-y border-line"
      >
        {holidays.map(({ day, name }) => (
          <li key={day} className="flex h-9 items-center gap-3">
            <span className="w-28 shrink-0 tabular-nums">{formatDay(day)}</span>
            <span className="min-w-0 flex-1 truncate text-2">{name}</span>
            <IconButton
              size="sm"
              label={`Remove ${formatDay(day)}`}
              icon={<IconTrash aria-hidden />}
              onClick={() => onChange(holidays.filter((one) => one.day !== day))}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function HolidayFile({ onAdd }: { onAdd: (holidays: Holiday[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)

  async function read(file: File | undefined) {
    if (!file) return
    setBusy(true)
    try {
      onAdd(await readHolidayFile(await file.text()))
    } catch (error) {
      if (!isSessionExpired(error)) toast.error(errorText(error), { subject: 'holidays' })
    }
    setBusy(false)
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".ics,text/calendar"
        aria-label="Calendar file"
        className="hidden"
        onChange={({ target }) => {
          void read(target.files?.[0])
          target.value = ''
        }}
      />
      <Button
        size="sm"
        busy={busy}
        icon={<IconFileImport aria-hidden />}
        onClick={() => input.current?.click()}
      >
        Import .ics file
      </Button>
    </>
  )
}

function NewHoliday({ onAdd }: { onAdd: (holiday: Holiday) => void }) {
  const [day, setDay] = useState<string | null>(null)
  const [name, setName] = useState('')
  return (
    <div className="flex flex-wrap items-center gap-2">
      <DateField size="sm" className="w-36" aria-label="Day" value={day} onChange={setDay} />
      <Input
        size="sm"
        className="min-w-32 flex-1"
        aria-label="Name of the holiday"
        placeholder="Name"
        maxLength={200}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Button
        size="sm"
        icon={<IconPlus aria-hidden />}
        disabled={day === null}
        onClick={() => {
          if (day === null) return
          onAdd({ day, name: name.trim() })
          setDay(null)
          setName('')
        }}
      >
        Add holiday
      </Button>
    </div>
  )
}
