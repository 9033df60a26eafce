export type {
  CellValue,
  CustomColumn,
  Fault,
  FileCell,
  FileNames,
  Fit,
  Lookup,
  ReadingContext,
  ReadText,
  References,
  ServerType,
  Wording,
} from './data-type.port.ts'
export { serverTypes } from './data-type.registry.ts'
export { plainNumberText } from './number.rules.ts'
export { findPeople } from './people.reading.ts'
export { isFault, quote } from './text.reading.ts'
export { createTextReader, createTypedReader, readTyped } from './value.reading.ts'
