import { useRef, type KeyboardEvent } from 'react'
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPlus, IconTrash } from '@tabler/icons-react'
import { playbookPlaceholders } from '@steward/contracts/plain/playbook'
import type { PlaybookStep } from '@steward/contracts/playbook/template'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { drawNow } from '../../../ui/draw-now.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { movedSteps, newStep, withoutStep, type PlaybookForm } from './playbook-form.ts'
import { stepId, useStepDrag } from './step-drag.ts'
import { StepFields } from './step-fields.tsx'
import { crossingSteps } from './timeline.rules.ts'

type StepListProps = {
  form: PlaybookForm
  faults: Readonly<Record<string, string>>
  onChange: (steps: PlaybookStep[]) => void
}

/** The steps of a playbook, in their order. */
export function StepList({ form, faults, onChange }: StepListProps) {
  const { steps } = form
  const crossing = crossingSteps(steps)
  return (
    <section aria-label="Steps" className="flex flex-col gap-4">
      <h2 className="text-title font-semibold">Steps</h2>
      <p className="text-label text-2">
        Titles and descriptions can contain {playbookPlaceholders.map(([text]) => text).join(', ')}.
      </p>
      {faults['steps'] && (
        <p role="alert" className="text-label text-poor">
          {faults['steps']}
        </p>
      )}
      <ol className="flex flex-col gap-4">
        {steps.map((step, at) => (
          <Step
            key={step.key}
            form={form}
            at={at}
            dueBefore={crossing.get(step.key)}
            faults={faults}
            onChange={onChange}
          />
        ))}
      </ol>
      <div>
        <Button icon={<IconPlus aria-hidden />} onClick={() => onChange([...steps, newStep(steps)])}>
          Add step
        </Button>
      </div>
    </section>
  )
}

type StepProps = StepListProps & {
  at: number
  /** The number of a step above that is due later. */
  dueBefore: number | undefined
}

/** A step, which is moved with buttons, Alt and the arrow keys, or by its handle. */
function Step({ form, at, dueBefore, faults, onChange }: StepProps) {
  const { steps } = form
  const place = useRef<HTMLLIElement>(null)
  const handle = useRef<HTMLSpanElement>(null)
  const step = steps[at] as PlaybookStep
  const move = (from: number, to: number) => onChange(movedSteps(steps, from, to))
  const isOver = useStepDrag({ step: place, handle }, at, move)

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const by = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined
    if (by === undefined || !steps[at + by]) return
    event.preventDefault()
    const { activeElement } = document
    drawNow(() => move(at, at + by))
    // What is moved in the document loses the focus.
    if (activeElement instanceof HTMLElement) activeElement.focus()
  }

  return (
    <li
      ref={place}
      id={stepId(step.key)}
      className={cx(
        'flex flex-col gap-3 rounded-card border p-4',
        isOver ? 'border-accent bg-accent-soft' : 'border-line',
      )}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of the buttons in it */}
      <div className="flex items-center gap-1" onKeyDown={onKeyDown}>
        <span ref={handle} data-handle="" aria-hidden className="-ml-1.5 cursor-grab text-3 max-md:hidden">
          <IconGripVertical size={16} />
        </span>
        <h3 className="min-w-0 truncate font-medium">
          {at + 1}. {step.title || 'New step'}
        </h3>
        <span className="min-w-0 flex-1 pl-2">
          {dueBefore !== undefined && <Badge tone="average">Due before step {dueBefore}</Badge>}
        </span>
        <IconButton
          size="sm"
          label={`Move step ${at + 1} up`}
          icon={<IconArrowUp aria-hidden />}
          disabled={at === 0}
          onClick={() => move(at, at - 1)}
        />
        <IconButton
          size="sm"
          label={`Move step ${at + 1} down`}
          icon={<IconArrowDown aria-hidden />}
          disabled={at === steps.length - 1}
          onClick={() => move(at, at + 1)}
        />
        <IconButton
          size="sm"
          label={`Remove step ${at + 1}`}
          icon={<IconTrash aria-hidden />}
          disabled={steps.length === 1}
          onClick={() => onChange(withoutStep(steps, step.key))}
        />
      </div>
      <StepFields form={form} at={at} faults={faults} onChange={(next) => onChange(steps.with(at, next))} />
    </li>
  )
}
