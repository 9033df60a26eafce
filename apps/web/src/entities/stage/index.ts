export { StageChip } from './stage-chip.tsx'
export { lifecyclesQuery } from './stage.calls.ts'
