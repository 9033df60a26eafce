export {
  type FieldProblem,
  type FieldSaving,
  type RecordScreen,
  RecordScreenContext,
  useRecordScreen,
} from './record-screen.ts'
export {
  chosenTab,
  everyLevel,
  type RecordLogger,
  type RecordLoggerProps,
  type RecordTab,
  tabsOf,
  toldTab,
  upTo,
} from './record-tabs.ts'
