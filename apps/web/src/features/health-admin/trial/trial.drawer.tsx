import { useState } from 'react'
import type { HealthModelState } from '@steward/contracts/health'
import type { Level } from '@steward/contracts/level'
import { Drawer } from '../../../ui/drawer.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { TryAll } from './try-all.tsx'
import { TryOne } from './try-one.tsx'

type TrialDrawerProps = { level: Level; state: HealthModelState; isDirty: boolean; onClose: () => void }

/** What publishing the draft would do: to one record, or to all of them. */
export function TrialDrawer({ level, state, isDirty, onClose }: TrialDrawerProps) {
  const [whom, setWhom] = useState<'one' | 'all'>('one')
  const options = [
    { value: 'one', label: `One ${level.name}` },
    { value: 'all', label: `All ${level.plural}` },
  ] as const
  return (
    <Drawer open onOpenChange={(open) => !open && onClose()} title="Try the draft" width={560}>
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Segmented size="md" label="Try on" value={whom} options={options} onChange={setWhom} />
          <p className="text-label text-2">A trial changes nothing.</p>
        </div>
        {isDirty && (
          <p className="rounded-control bg-info-soft px-3 py-2 text-body text-info">
            Unsaved changes are not included.
          </p>
        )}
        {whom === 'one' ? <TryOne level={level} state={state} /> : <TryAll level={level} state={state} />}
      </div>
    </Drawer>
  )
}
