export { rememberUndo, type Undoable, useDone, useUndo, useUndoKey } from './undo.ts'
export { originText } from './change-origin.ts'
