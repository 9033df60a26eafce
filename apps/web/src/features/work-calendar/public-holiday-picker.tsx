import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Holiday } from '@steward/contracts/work-calendar'
import { isSessionExpired } from '../../api/api-error.ts'
import { errorText } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import type { Option } from '../../ui/option.ts'
import { toast } from '../../ui/toast.tsx'
import { holidayRegionsQuery, readPublicHolidays } from './work-calendar.calls.ts'

/** Years of holidays that are added at once, this one included. */
const years = 5

/** Adds the public holidays of a country or a state. */
export function PublicHolidayPicker({ onAdd }: { onAdd: (holidays: Holiday[]) => void }) {
  const { data = [] } = useQuery(holidayRegionsQuery)
  const [region, setRegion] = useState<Option | null>(null)
  const [busy, setBusy] = useState(false)
  const options = data.map(({ region: value, name }) => ({ value, label: name }))

  async function add() {
    if (!region) return
    setBusy(true)
    const year = new Date().getFullYear()
    try {
      onAdd(await readPublicHolidays(String(region.value), year, year + years - 1))
    } catch (error) {
      if (!isSessionExpired(error)) toast.error(errorText(error), { subject: 'holidays' })
    }
    setBusy(false)
  }

  return (
    <div className="flex flex-wrap items-center gap-2">
      <Combobox
        size="sm"
        className="min-w-48 flex-1"
        aria-label="Country or state"
        placeholder="Country or state"
        value={region}
        options={options}
        onChange={setRegion}
      />
      <Button size="sm" busy={busy} disabled={!region} onClick={() => void add()}>
        Add public holidays
      </Button>
    </div>
  )
}
