export { writeCells } from './list/cells.calls.ts'
export {
  type KeptLayout,
  listScope,
  readColumnSet,
  saveColumnSet,
  usualLayout,
} from './list/column-set.calls.ts'
export { renewFigures } from './list/list-figures.ts'
export { childrenQuery } from './list/record-children.calls.ts'
export { orderText, readOrder, type RecordOrder, type RecordSort } from './list/record-sort.ts'
export { recordTotalsKey, recordTotalsQuery } from './list/record-totals.calls.ts'
export { columnsOf, shownIn } from './list/shown-rows.ts'
export { LiveUpdates } from './live/live-updates.tsx'
export { flashRecord, hearChanges, tellChange } from './live/live-changes.ts'
export { recordMark } from './live/record-mark.ts'
export { noteRecentRecord, recentRecords } from './recent-records.ts'
export {
  createRecord,
  findByExternalId,
  findContactsByEmail,
  moveRecord,
  type MoveTarget,
  setChurned,
  setOwners,
} from './record-acts.calls.ts'
export { patchRecord, patchRecords, putRecord, recordChildrenKey, refreshRecords } from './record-cache.ts'
export {
  historyKey,
  historyQuery,
  lastChangeQuery,
  restoreValue,
  stageHistoryQuery,
} from './record-history.calls.ts'
export { RecordStateChips } from './record-state-chips.tsx'
export {
  type AssignMode,
  assignRecords,
  boardsKey,
  type BulkChange,
  churnColumns,
  updateRecords,
  findRecords,
  idsPerCall,
  isInViewQuery,
  overviewsKey,
  pathsOf,
  readRecords,
  recordId,
  recordListsKey,
  recordNamesQuery,
  recordQuery,
  type RecordView,
  recordWindowQuery,
  updateRecord,
  selectionOf,
  setArchived,
  windowSize,
  type WrittenRecord,
} from './record.calls.ts'
