import { useMemo, useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import type { User } from '@steward/contracts/user-management'
import { fullName, imageAddress, usersQuery } from '../../entities/user/index.ts'
import { useNarrow } from '../../components/narrow.ts'
import { SearchField } from '../../components/search-field.tsx'
import { Toolbar } from '../../components/toolbar.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { DateField } from '../../ui/date-field.tsx'
import type { Option } from '../../ui/option.ts'
import { Select } from '../../ui/select.tsx'
import type { AuditFilter } from './audit.calls.ts'
import { actionChoices, actionText } from './audit-words.ts'

type AuditFiltersProps = {
  filter: AuditFilter
  /** The actions that occur. */
  actions: readonly string[]
  onChange: (changes: AuditFilter) => void
  onClear: () => void
}

/** What narrows the log down. On a small window all but the search waits behind a button. */
export function AuditFilters({ filter, actions, onChange, onClear }: AuditFiltersProps) {
  const narrow = useNarrow()
  const [open, setOpen] = useState(false)
  const { query = '', ...others } = filter
  const count = Object.keys(others).length
  return (
    <Toolbar>
      <SearchField
        label="Search the audit log"
        value={query}
        onChange={(text) => onChange({ query: text || undefined })}
      />
      {narrow && (
        <Button
          size="sm"
          icon={<IconAdjustmentsHorizontal aria-hidden />}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          Filters
          {count > 0 && <Badge tone="accent">{count}</Badge>}
        </Button>
      )}
      {(!narrow || open) && <Choices filter={filter} actions={actions} onChange={onChange} />}
      {Object.keys(filter).length > 0 && (
        <Button size="sm" variant="ghost" onClick={onClear}>
          Clear filters
        </Button>
      )}
    </Toolbar>
  )
}

function Choices({ filter, actions, onChange }: Omit<AuditFiltersProps, 'onClear'>) {
  const choices = useMemo(() => actionOptions(actions, filter.action), [actions, filter.action])
  return (
    <>
      <PersonFilter actorId={filter.actorId} onChange={(actorId) => onChange({ actorId })} />
      <div className="w-56 max-md:w-full">
        <Combobox
          size="sm"
          aria-label="Action"
          placeholder="Any action"
          options={choices}
          value={choices.find(({ value }) => value === filter.action) ?? null}
          onChange={(option) => onChange({ action: option ? String(option.value) : undefined })}
        />
      </div>
      <Select<string>
        size="sm"
        aria-label="Outcome"
        placeholder="Any outcome"
        clearable
        className="w-36 max-md:w-full"
        value={filter.outcome ?? null}
        onChange={(outcome) => onChange({ outcome: (outcome ?? undefined) as AuditFilter['outcome'] })}
        options={[
          { value: 'done', label: 'Done' },
          { value: 'refused', label: 'Refused' },
        ]}
      />
      <div className="flex gap-2 max-md:w-full max-md:flex-col max-md:gap-1.5">
        <Day label="From" title="First day, in UTC">
          <DateField
            size="sm"
            aria-label="From, first day in UTC"
            value={filter.from ?? null}
            max={filter.to}
            onChange={(day) => onChange({ from: day ?? undefined })}
          />
        </Day>
        <Day label="To" title="Last day, in UTC">
          <DateField
            size="sm"
            aria-label="To, last day in UTC"
            value={filter.to ?? null}
            min={filter.from}
            onChange={(day) => onChange({ to: day ?? undefined })}
          />
        </Day>
      </div>
    </>
  )
}

function Day({ label, title, children }: { label: string; title: string; children: ReactNode }) {
  return (
    <div className="flex items-center gap-1.5 text-label text-2 max-md:w-full" data-tooltip={title}>
      <span aria-hidden className="max-md:w-9">
        {label}
      </span>
      <div className="w-36 max-md:flex-1">{children}</div>
    </div>
  )
}

function actionOptions(actions: readonly string[], chosen: string | undefined): Option[] {
  const offered = chosen && !actions.includes(chosen) ? [...actions, chosen] : actions
  return [...new Set(actionChoices(offered))].map((action) => ({ value: action, label: actionText(action) }))
}

function personOption(user: User): Option {
  const name = fullName(user)
  return {
    value: user.userId,
    label: name,
    detail: user.email === name ? undefined : user.email,
    icon: <Avatar name={name} src={imageAddress(user)} size={18} />,
  }
}

const most = 50

type PersonFilterProps = {
  actorId: number | undefined
  onChange: (actorId: number | undefined) => void
}

function PersonFilter({ actorId, onChange }: PersonFilterProps) {
  const { data: users } = useQuery(usersQuery)
  const load = useMemo(
    () => (query: string) => {
      const text = query.toLowerCase()
      const found = (users ?? []).filter((user) =>
        `${fullName(user)} ${user.email}`.toLowerCase().includes(text),
      )
      return Promise.resolve(found.slice(0, most).map(personOption))
    },
    [users],
  )
  const chosen = users?.find(({ userId }) => userId === actorId)
  const unknown = actorId === undefined ? null : { value: actorId, label: `User ${actorId}` }
  return (
    <div className="w-52 max-md:w-full">
      <Combobox
        size="sm"
        aria-label="Person"
        placeholder="Anyone"
        load={load}
        value={chosen ? personOption(chosen) : unknown}
        onChange={(option) => onChange(option ? Number(option.value) : undefined)}
      />
    </div>
  )
}
