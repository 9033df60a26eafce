import { useEffect, useMemo, useState } from 'react'
import { IconX } from '@tabler/icons-react'
import { ChoiceList, userOptions } from '../../../entities/value/index.ts'
import { UserChip } from '../../../entities/user/index.ts'
import { AnchoredPopover } from '../../../ui/anchored.tsx'
import { useRecordScreen } from '../../../entities/record-screen/index.ts'
import { replayKeys } from '../../../ui/typed-ahead.ts'
import { useRecordActs } from './use-record-acts.ts'

type AssignOwnersProps = { anchor: Element | null; onClose: () => void }

/** The owners and everyone who could be one. */
export function AssignOwners({ anchor, onClose }: AssignOwnersProps) {
  return (
    <AnchoredPopover anchor={anchor} onClose={onClose} label="Assign owners" align="end" className="w-72">
      <OwnerChoices />
    </AnchoredPopover>
  )
}

/** Each press changes the owners at once. The last owner cannot be taken away. */
function OwnerChoices() {
  const { record, lookups } = useRecordScreen()
  const { assign } = useRecordActs()
  const [round, setRound] = useState(0)
  useEffect(replayKeys, [])
  const { owners } = record.globalFields
  const ids = owners.map((owner) => owner.id)
  const choices = useMemo(() => ({ options: userOptions(lookups) }), [lookups])

  return (
    <div className="flex min-h-0 flex-col">
      <ul aria-label="Owners" className="border-b border-line p-1.5">
        {owners.map((owner, index) => (
          <li key={owner.id} className="flex h-8 items-center gap-2 rounded-chip pr-1 pl-1.5 text-body">
            <UserChip user={owner} size={20} className="flex-1" />
            {index === 0 ? (
              <span className="text-label text-3">Primary</span>
            ) : (
              <button
                type="button"
                className="rounded-chip px-1.5 text-label font-medium text-accent-text hover:bg-raised-hover"
                onClick={() => void assign([owner.id, ...ids.filter((id) => id !== owner.id)])}
              >
                Make primary
              </button>
            )}
            {owners.length > 1 && (
              <button
                type="button"
                aria-label={`Remove ${owner.name}`}
                className="flex size-6 items-center justify-center rounded-chip text-3 hover:bg-raised-hover hover:text-1"
                onClick={() => void assign(ids.filter((id) => id !== owner.id))}
              >
                <IconX size={14} aria-hidden />
              </button>
            )}
          </li>
        ))}
      </ul>
      <ChoiceList
        key={round}
        label="Add an owner"
        choices={choices}
        selected={new Set(ids)}
        onPick={({ value }) => {
          const picked = value as number
          const next = ids.includes(picked) ? ids.filter((id) => id !== picked) : [...ids, picked]
          if (next.length > 0) void assign(next)
          setRound(round + 1)
        }}
      />
    </div>
  )
}
