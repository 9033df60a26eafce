import { useId, useState, type KeyboardEvent } from 'react'
import { lifecycleLimits, type LifecycleStage } from '@steward/contracts/lifecycle'
import { drawNow, focusOn } from '../../../ui/draw-now.ts'
import { Input } from '../../../ui/input.tsx'
import { faultOfName } from './stage-name.ts'

type StageNameFieldProps = {
  stage: LifecycleStage
  stages: readonly LifecycleStage[]
  onSave: (name: string) => Promise<void>
  onClose: () => void
}

/** Renames a stage in its place: Enter or leaving it saves, Escape leaves the name as it was. */
export function StageNameField({ stage, stages, onSave, onClose }: StageNameFieldProps) {
  const [name, setName] = useState(stage.displayName)
  const problemId = useId()
  const fault = faultOfName(name, stages, stage)

  function save() {
    const next = name.trim()
    if (next !== stage.displayName && !fault) void onSave(next)
  }

  /** By the keyboard: the focus stays where it was. */
  function close() {
    drawNow(onClose)
    focusOn(`[data-stage-name="${stage.lifecycleStageId}"]`)
  }

  function press(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      event.stopPropagation()
      close()
    }
    if (event.key === 'Enter' && !fault) {
      // Or else it would press the button that has the focus now.
      event.preventDefault()
      save()
      close()
    }
  }

  function leave() {
    if (!fault) save()
    onClose()
  }

  return (
    <div className="min-w-0 flex-1">
      <Input
        size="sm"
        // What the user just asked to type into.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        aria-label={`Name of ${stage.displayName}`}
        aria-describedby={fault ? problemId : undefined}
        invalid={fault !== undefined}
        value={name}
        maxLength={lifecycleLimits.name}
        onChange={(event) => setName(event.target.value)}
        onFocus={(event) => event.target.select()}
        onKeyDown={press}
        onBlur={leave}
      />
      {fault && (
        <p id={problemId} role="alert" className="pt-1 text-label text-poor">
          {fault}
        </p>
      )}
    </div>
  )
}
