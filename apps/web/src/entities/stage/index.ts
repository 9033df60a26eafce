export { StageChip } from './stage-chip.tsx'
export { stagesQuery } from './stage.calls.ts'
