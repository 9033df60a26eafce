import type { InstanceStatus, StepState } from '@steward/contracts/plain/playbook'

export interface InstanceStep {
  stepId: number
  state: StepState
  taskId: number | null
  plannedOn: string | null
  assigneeId: number | null
  reason: string
}

/** An instance as the ledger has it. Days are `YYYY-MM-DD`, instants ISO texts. */
export interface InstanceState {
  templateId: number
  version: number
  recordId: number
  applicationId: number | null
  status: InstanceStatus
  ownerId: number | null
  startDate: string
  /** The end that steps are counted from, where there is one. */
  endDate: string | null
  dueDate: string | null
  createdAt: string
  completedAt: string | null
  steps: InstanceStep[]
}

export interface Instance {
  instanceId: number
  rowVersion: number
  state: InstanceState
}

const stepKey = (stepId: number): string => `step:${stepId}`

type Values = Record<string, unknown>

/** The values of a state by the keys of the ledger: each step is one of its own. */
function valuesOf({ steps, ...rest }: InstanceState): Values {
  const bySteps = steps.map((step) => [stepKey(step.stepId), step] as const)
  return { ...rest, ...Object.fromEntries(bySteps) }
}

/** What differs between two states, as the ledger has it. */
export function differenceOf(before: InstanceState, after: InstanceState): { before: Values; after: Values } {
  const [one, other] = [valuesOf(before), valuesOf(after)]
  const keys = Object.keys({ ...one, ...other }).filter(
    (key) => JSON.stringify(one[key]) !== JSON.stringify(other[key]),
  )
  const pick = (values: Values) => Object.fromEntries(keys.map((key) => [key, values[key] ?? null]))
  return { before: pick(one), after: pick(other) }
}

/** A state with values of the ledger put back. A step that was not there then goes. */
export function withValues(state: InstanceState, values: Values): InstanceState {
  const { steps: _, ...rest } = state
  const all = { ...valuesOf(state), ...values }
  const steps = Object.keys(all)
    .filter((key) => key.startsWith('step:') && all[key] !== null)
    .map((key) => all[key] as InstanceStep)
  const others = Object.keys(rest).map((key) => [key, all[key]] as const)
  return { ...(Object.fromEntries(others) as Omit<InstanceState, 'steps'>), steps }
}
