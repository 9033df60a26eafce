import { useId, type ReactNode } from 'react'
import type { User } from '@steward/contracts/user-management'
import { radioClass } from '../../../ui/checkbox.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { Field } from '../../../ui/field.tsx'
import type { Option } from '../../../ui/option.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Belongings } from '../user-management.calls.ts'
import { useHeirs } from './heirs.tsx'
import { numberText } from '../../../ui/reader.ts'

/** "3 accounts and 12 contacts". */
function listText({ belongings }: Belongings): string {
  const parts = belongings
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${numberText(count)} ${count === 1 ? kind.replace(/s$/, '') : kind}`)
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(parts)
}

type BelongingsChoiceProps = {
  user: User
  belongings: Belongings | undefined
  failed: boolean
  handsOver: boolean
  onHandsOver: (handsOver: boolean) => void
  heir: Option | null
  onHeir: (heir: Option | null) => void
  missing: boolean
}

/** What someone owns, and whether it stays theirs or who gets it. */
export function BelongingsChoice(props: BelongingsChoiceProps) {
  const { user, belongings, failed, handsOver, onHandsOver, heir, onHeir, missing } = props
  const name = useId()
  const heirs = useHeirs(user.userId)
  if (!belongings && !failed) return <Skeleton className="h-16 w-full" />
  if (belongings?.total === 0) return <p className="text-body text-2">They own no records.</p>
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="pb-1 text-body font-medium">
        {belongings ? `They own ${listText(belongings)}.` : 'Their records could not be counted.'}
      </legend>
      <Radio name={name} checked={!handsOver} onCheck={() => onHandsOver(false)}>
        Keep them as owner
      </Radio>
      <Radio name={name} checked={handsOver} onCheck={() => onHandsOver(true)}>
        Transfer to a teammate
      </Radio>
      {handsOver && (
        <Field
          label="New owner"
          required
          className="mt-2 pl-6"
          error={missing ? 'Choose a new owner.' : null}
        >
          <Combobox value={heir} onChange={onHeir} load={heirs} placeholder="Name or email" />
        </Field>
      )}
    </fieldset>
  )
}

type RadioProps = { name: string; checked: boolean; onCheck: () => void; children: ReactNode }

function Radio({ name, checked, onCheck, children }: RadioProps) {
  return (
    <label className="flex min-h-7 items-center gap-2">
      <input type="radio" name={name} checked={checked} onChange={onCheck} className={radioClass} />
      {children}
    </label>
  )
}
