import { IconCheck } from '@tabler/icons-react'
import { AppLink } from '../../../components/app-link.tsx'
import { cx } from '../../../ui/cx.ts'

interface WizardStepsProps {
  steps: readonly { name: string; label: string }[]
  current: string
  /** The address of a step behind; null where there is no way back. */
  addressOf: (step: string) => string | null
}

/** Where the reader is among the steps; the ones behind are links. */
export function WizardSteps({ steps, current: name, addressOf }: WizardStepsProps) {
  const current = steps.findIndex((step) => step.name === name)
  return (
    <nav aria-label="Steps" className="shrink-0 border-b border-line px-3 sm:px-4">
      <ol className="flex h-11 items-center gap-1 overflow-x-auto">
        {steps.map((step, at) => {
          const address = at < current ? addressOf(step.name) : null
          return (
            <li key={step.name} className="flex items-center gap-1">
              {at > 0 && <span aria-hidden className="h-px w-2 bg-edge sm:mx-1 sm:w-8" />}
              {address ? (
                <AppLink
                  to={address}
                  className="flex h-7 items-center gap-1.5 rounded-control pr-1 pl-1 text-2 hover:bg-hover hover:text-1 sm:gap-2 sm:pr-2"
                >
                  <Mark state="done" number={at + 1} />
                  {step.label}
                </AppLink>
              ) : (
                <span
                  aria-current={at === current ? 'step' : undefined}
                  className={cx(
                    'flex h-7 items-center gap-1.5 pr-1 pl-1 sm:gap-2 sm:pr-2',
                    at === current ? 'font-medium text-1' : 'text-3',
                  )}
                >
                  <Mark state={at === current ? 'current' : 'ahead'} number={at + 1} />
                  {step.label}
                </span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

const looks = {
  done: 'bg-accent-soft text-accent-text',
  current: 'bg-accent text-white',
  ahead: 'border border-edge text-3',
}

function Mark({ state, number }: { state: keyof typeof looks; number: number }) {
  return (
    <span
      aria-hidden
      className={cx(
        'tabular flex size-5 items-center justify-center rounded-full text-meta font-medium',
        looks[state],
      )}
    >
      {state === 'done' ? <IconCheck size={12} stroke={2.5} /> : number}
    </span>
  )
}
