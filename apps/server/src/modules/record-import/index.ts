export { importRows, type Reported, type RunEnd } from './import.pipeline.ts'
export type { BatchResult, BatchRules, RowResult } from './import.plan.ts'
export type { ReadBatch } from './import.reading.ts'
