import { parseBooleanCell } from '../../platform/tabular/index.ts'
import { columnOf } from './column.sql.ts'
import type { ServerType } from './data-type.port.ts'
import { quote } from './text.reading.ts'

export const booleanTypes = {
  boolean: {
    column: (json) => columnOf(`((${json})::boolean)`, 'boolean'),
    cell: (field) => (text) =>
      parseBooleanCell(text) ?? { fault: `${field.displayName}: ${quote(text)} is neither yes nor no.` },
    word: (value) => (value ? 'Yes' : 'No'),
  },
} satisfies Record<string, ServerType>
