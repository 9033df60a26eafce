import { textColumn } from './column.sql.ts'
import type { ServerType } from './data-type.port.ts'

export const emailTypes = {
  email: {
    column: textColumn,
    fits: ({ values, guess }) => values.length === 0 || guess.type === 'email',
  },
} satisfies Record<string, ServerType>
