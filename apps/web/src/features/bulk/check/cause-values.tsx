import { useState, type FormEvent } from 'react'
import type { BulkCause } from '@steward/contracts/bulk'
import type { Level } from '@steward/contracts/level'
import type { LevelField } from '../../../entities/field/index.ts'
import { Button } from '../../../ui/button.tsx'
import { numberText } from '../../../ui/reader.ts'
import type { Repair, Repairs } from './repairs.ts'
import { ValueRepair } from './value-repair.tsx'

const shownValues = 8

type CauseValuesProps = {
  level: Level
  values: BulkCause['values']
  field: LevelField | undefined
  onRepair: (repairs: Repairs) => void
}

/** The values of a cause, each with what it is read as instead: another text, or nothing. */
export function CauseValues({ level, values, field, onRepair }: CauseValuesProps) {
  const [open, setOpen] = useState(false)
  const [drafts, setDrafts] = useState<Repairs>(new Map())
  const shown = values.slice(0, shownValues)

  function change(text: string, to: Repair | null) {
    const next = new Map(drafts)
    if (to === null) next.delete(text)
    else next.set(text, to)
    setDrafts(next)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (drafts.size > 0) onRepair(drafts)
  }

  if (!open) {
    return (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-label text-2">
        <span className="min-w-0 truncate">
          {shown.map(({ text, count }) => `“${text}” ×${numberText(count)}`).join(', ')}
          {values.length > shown.length && ' …'}
        </span>
        <Button size="sm" onClick={() => setOpen(true)}>
          Repair values
        </Button>
      </div>
    )
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-2 rounded-card bg-sunken p-3">
      <ul className="flex flex-col gap-2">
        {values.map(({ text, count }) => (
          <li
            key={text}
            className="grid grid-cols-1 items-center gap-x-3 gap-y-1 sm:grid-cols-[minmax(0,16rem)_auto] sm:justify-start"
          >
            <span className="truncate">
              “{text}” <span className="tabular text-label text-3">×{numberText(count)}</span>
            </span>
            <ValueRepair
              level={level}
              text={text}
              field={field}
              repair={drafts.get(text)}
              onChange={(repair) => change(text, repair)}
            />
          </li>
        ))}
      </ul>
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={() => setOpen(false)}>
          Cancel
        </Button>
        <Button size="sm" type="submit" variant="primary" disabled={drafts.size === 0}>
          Check again
        </Button>
      </div>
    </form>
  )
}
