import { idColumn } from './column.sql.ts'
import type { ServerType, TypedField } from './data-type.port.ts'
import { standingOption } from './option.type.ts'

const textOf = (id: unknown, field: TypedField | undefined): string | undefined =>
  field?.options.find((option) => option.id === id)?.value

/** Its options are those that the module `churn-reason` gives the field; no file sets it. */
export const churnReasonTypes = {
  churnReason: {
    column: idColumn,
    standing: standingOption,
    word: (id, _wording, field) => textOf(id, field),
    write: (id, _names, field) => textOf(id, field) ?? '',
  },
} satisfies Record<string, ServerType>
