import { numberColumn } from './column.sql.ts'
import type { ServerType } from './data-type.port.ts'
import { readNumberText } from './text.reading.ts'

const number: ServerType = {
  column: numberColumn,
  cell:
    (field, { numberFormat }) =>
    (text) =>
      readNumberText(text, numberFormat, field.displayName),
  bounded: true,
}

export const numberTypes = { number, mandatoryNumber: number, percentage: number, health: number }
