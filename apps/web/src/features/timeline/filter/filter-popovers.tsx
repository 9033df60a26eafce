import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { itemKinds, type ItemKind } from '@steward/contracts/timeline'
import { fullName, imageAddress, usersQuery } from '../../../entities/user/index.ts'
import { AnchoredPopover } from '../../../ui/anchored.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { MultiCombobox } from '../../../ui/combobox.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { Field } from '../../../ui/field.tsx'
import { kindLooks } from '../stream/kind-looks.ts'
import type { TimelineView } from './timeline-view.ts'

type Anchored = { anchor: HTMLElement | null; onClose: () => void }

type KindsProps = Anchored & { value: readonly ItemKind[]; onChange: (kinds: ItemKind[]) => void }

/** Which kinds of items are shown; none chosen shows all. */
export function KindsPopover({ anchor, onClose, value, onChange }: KindsProps) {
  return (
    <AnchoredPopover anchor={anchor} onClose={onClose} label="Types" className="w-48 gap-1 p-3">
      {itemKinds.map((kind) => (
        <Checkbox
          key={kind}
          label={kindLooks[kind].plural}
          checked={value.includes(kind)}
          onCheckedChange={(checked) =>
            onChange(itemKinds.filter((one) => (one === kind ? checked : value.includes(one))))
          }
        />
      ))}
    </AnchoredPopover>
  )
}

type AuthorsProps = Anchored & { value: readonly number[]; onChange: (authors: number[]) => void }

/** By whom the items that are shown were written. */
export function AuthorsPopover({ anchor, onClose, value, onChange }: AuthorsProps) {
  const { data: users } = useQuery(usersQuery)
  const options = useMemo(
    () =>
      (users ?? []).map((user) => {
        const label = fullName(user)
        return { value: user.userId, label, icon: <Avatar name={label} src={imageAddress(user)} size={18} /> }
      }),
    [users],
  )
  return (
    <AnchoredPopover anchor={anchor} onClose={onClose} label="Authors" className="w-80 p-3">
      <MultiCombobox
        aria-label="Authors"
        placeholder="Authors"
        options={options}
        value={options.filter((option) => value.includes(option.value))}
        onChange={(chosen) => onChange(chosen.map((option) => Number(option.value)))}
      />
    </AnchoredPopover>
  )
}

type DatesProps = Anchored & { view: TimelineView; onChange: (change: Partial<TimelineView>) => void }

/** From which day to which; both are shown whole. */
export function DatesPopover({ anchor, onClose, view: { from, until }, onChange }: DatesProps) {
  return (
    <AnchoredPopover anchor={anchor} onClose={onClose} label="Dates" className="w-60 gap-3 p-3">
      <Field label="From">
        <DateField value={from} max={until ?? undefined} onChange={(day) => onChange({ from: day })} />
      </Field>
      <Field label="Until">
        <DateField value={until} min={from ?? undefined} onChange={(day) => onChange({ until: day })} />
      </Field>
    </AnchoredPopover>
  )
}
