import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { playbookPlaceholders } from '@steward/contracts/plain/playbook'
import type { PlaybookStep } from '@steward/contracts/playbook/template'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { movedSteps, newStep, withoutStep, type PlaybookForm } from './playbook-form.ts'
import { StepFields } from './step-fields.tsx'

type StepListProps = {
  form: PlaybookForm
  faults: Readonly<Record<string, string>>
  onChange: (steps: PlaybookStep[]) => void
}

/** The steps of a playbook, in their order. */
export function StepList({ form, faults, onChange }: StepListProps) {
  const { steps } = form
  const replace = (at: number, step: PlaybookStep) =>
    onChange(steps.map((one, nth) => (nth === at ? step : one)))
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
          <li key={step.key} className="flex flex-col gap-3 rounded-card border border-line p-4">
            <div className="flex items-center gap-1">
              <h3 className="min-w-0 flex-1 truncate font-medium">
                {at + 1}. {step.title || 'New step'}
              </h3>
              <IconButton
                size="sm"
                label={`Move step ${at + 1} up`}
                icon={<IconArrowUp aria-hidden />}
                disabled={at === 0}
                onClick={() => onChange(movedSteps(steps, at, -1))}
              />
              <IconButton
                size="sm"
                label={`Move step ${at + 1} down`}
                icon={<IconArrowDown aria-hidden />}
                disabled={at === steps.length - 1}
                onClick={() => onChange(movedSteps(steps, at, 1))}
              />
              <IconButton
                size="sm"
                label={`Remove step ${at + 1}`}
                icon={<IconTrash aria-hidden />}
                disabled={steps.length === 1}
                onClick={() => onChange(withoutStep(steps, step.key))}
              />
            </div>
            <StepFields form={form} at={at} faults={faults} onChange={(next) => replace(at, next)} />
          </li>
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
