export { changesOf, firstChangesOf } from './change-log.iterator.ts'
export type { RecordChange } from './change-log.read-model.ts'
