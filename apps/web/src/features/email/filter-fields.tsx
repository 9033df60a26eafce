import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import type { MailFilter } from './mail-filter.rules.ts'

const texts = [
  { part: 'from', label: 'From' },
  { part: 'to', label: 'To' },
  { part: 'cc', label: 'Cc' },
] as const

const states = [
  { value: 'active', label: 'Active' },
  { value: 'hidden', label: 'Hidden' },
  { value: 'all', label: 'All' },
] as const

export type FilterChange = { [Part in keyof MailFilter]?: string | null }

type FilterDrawerProps = {
  filter: MailFilter
  onApply: (change: FilterChange) => void
  onClose: () => void
}

/** Narrows the list by people, days and state. */
export function FilterDrawer({ filter, onApply, onClose }: FilterDrawerProps) {
  const [draft, setDraft] = useState<FilterChange>({ ...filter })
  const set = (change: FilterChange) => setDraft({ ...draft, ...change })
  function apply() {
    onApply({ ...draft, subject: filter.subject })
    onClose()
  }
  return (
    <Drawer
      open
      title="Filter emails"
      width={400}
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          <Button
            onClick={() => {
              onApply({ from: null, to: null, cc: null, emailStatus: null, dateFrom: null, dateTo: null })
              onClose()
            }}
          >
            Clear
          </Button>
          <Button variant="primary" onClick={apply}>
            Apply
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {texts.map(({ part, label }) => (
          <Field key={part} label={label}>
            <Input
              value={draft[part] ?? ''}
              maxLength={200}
              placeholder="Part of a name or an address"
              onChange={({ target }) => set({ [part]: target.value })}
              onKeyDown={({ key }) => key === 'Enter' && apply()}
            />
          </Field>
        ))}
        <div className="grid grid-cols-2 gap-4">
          <Field label="Since">
            <DateField value={draft.dateFrom ?? null} onChange={(dateFrom) => set({ dateFrom })} />
          </Field>
          <Field label="Until">
            <DateField value={draft.dateTo ?? null} onChange={(dateTo) => set({ dateTo })} />
          </Field>
        </div>
        <div className="flex flex-col items-start gap-1.5">
          <p className="font-medium">Threads</p>
          <Segmented
            label="Threads"
            size="md"
            value={(draft.emailStatus ?? 'active') as 'active' | 'hidden' | 'all'}
            options={states}
            onChange={(value) => set({ emailStatus: value === 'active' ? null : value })}
          />
        </div>
      </div>
    </Drawer>
  )
}
