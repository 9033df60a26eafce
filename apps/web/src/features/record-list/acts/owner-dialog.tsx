import { useMemo, useState } from 'react'
import type { AssignMode } from '../../../entities/record/index.ts'
import { ChoiceList, userOptions, type ValueLookups } from '../../../entities/value/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Segmented } from '../../../ui/segmented.tsx'

type OwnerDialogProps = {
  lookups: ValueLookups
  subject: string
  onClose: () => void
  onApply: (owners: readonly number[], mode: AssignMode) => void
}

const modes = [
  { value: 'replace', label: 'Replace' },
  { value: 'add', label: 'Add' },
  { value: 'remove', label: 'Remove' },
] as const

const explanations: Record<AssignMode, string> = {
  replace: 'These replace the owners. The first one becomes the primary owner.',
  add: 'These are added to the owners.',
  remove: 'These are removed from the owners.',
}

/** Gives many records to people, or takes people off them. */
export function OwnerDialog({ lookups, subject, onClose, onApply }: OwnerDialogProps) {
  const [mode, setMode] = useState<AssignMode>('replace')
  const [owners, setOwners] = useState<readonly number[]>([])
  const options = useMemo(() => userOptions(lookups), [lookups])

  function toggle(id: number) {
    setOwners(owners.includes(id) ? owners.filter((other) => other !== id) : [...owners, id])
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Change owner"
      description={`For ${subject}.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={owners.length === 0}
            onClick={() => {
              onApply(owners, mode)
              onClose()
            }}
          >
            Update {subject}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <div className="flex flex-col gap-1.5">
          <Segmented label="Action" value={mode} onChange={setMode} options={modes} className="self-start" />
          <p className="text-label text-2">{explanations[mode]}</p>
        </div>
        {owners.length > 0 && (
          <div className="flex flex-wrap gap-1">
            {owners.map((id) => (
              <Chip key={id} onRemove={() => toggle(id)}>
                {lookups.userName(id)}
              </Chip>
            ))}
          </div>
        )}
        <div className="rounded-control border border-edge">
          <ChoiceList
            label="Find a person"
            choices={{ options }}
            selected={new Set(owners)}
            onPick={({ value }) => toggle(Number(value))}
          />
        </div>
      </div>
    </Dialog>
  )
}
