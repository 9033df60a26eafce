import { useState, type FormEvent } from 'react'
import type { Level } from '@steward/contracts/level'
import { lifecycleLimits, type LifecycleStage } from '@steward/contracts/lifecycle'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { SectionBadge, sectionStateOf } from '../../../components/settings/section-state.tsx'
import { Button } from '../../../ui/button.tsx'
import { useDirty } from '../../../ui/dirty.ts'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { toast } from '../../../ui/toast.tsx'
import { faultOfName } from './stage-name.ts'
import { useCreateStage } from './stages.calls.ts'

type AddStageProps = { level: Level; stages: readonly LifecycleStage[]; onClose: () => void }

/** The name of a stage that is to come, which is added at the end. */
export function AddStage({ level, stages, onClose }: AddStageProps) {
  const [name, setName] = useState('')
  const [failure, setFailure] = useState<string>()
  const add = useCreateStage(level)
  const fault = faultOfName(name, stages)
  const error = failure ?? (name === '' ? undefined : fault)
  useDirty(name.trim() !== '')

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (fault) return setFailure(fault)
    try {
      await add.mutateAsync(name.trim())
      toast.done(`Stage ${name.trim()} added`, { subject: 'stage-added' })
      onClose()
    } catch (problem) {
      if (!isSessionExpired(problem)) setFailure(errorText(problem))
    }
  }

  return (
    <form
      noValidate
      aria-label="New stage"
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-3 rounded-card border border-line bg-sunken p-3"
    >
      <Field
        label="Name of the new stage"
        error={error}
        aside={<SectionBadge state={sectionStateOf(name !== '', !fault)} />}
      >
        <Input
          // What the user just asked to type into.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          value={name}
          maxLength={lifecycleLimits.name}
          autoComplete="off"
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.stopPropagation()
            onClose()
          }}
          onChange={(event) => {
            setName(event.target.value)
            setFailure(undefined)
          }}
        />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" variant="primary" size="sm" busy={add.isPending}>
          Save stage
        </Button>
        <Button size="sm" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
