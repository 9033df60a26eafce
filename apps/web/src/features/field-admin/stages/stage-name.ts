import type { LifecycleStage } from '@steward/contracts/lifecycle'

/** What is wrong with a name that is being typed; undefined for one that can be saved. */
export function faultOfName(
  typed: string,
  stages: readonly LifecycleStage[],
  own?: LifecycleStage,
): string | undefined {
  const name = typed.trim().toLowerCase()
  if (name === '') return 'Enter a name.'
  const isTaken = stages.some((stage) => stage !== own && stage.displayName.trim().toLowerCase() === name)
  return isTaken ? 'This name is already in use. Choose another one.' : undefined
}
