export { rememberUndo, type Undoable, useDone, useUndo, useUndoKey } from './undo.ts'
