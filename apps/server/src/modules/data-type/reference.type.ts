import { referredLevel } from '@steward/contracts/data-type'
import { idColumn } from './column.sql.ts'
import type { SeenColumn, ServerType } from './data-type.port.ts'

const looksLikeId = ({ bare, guess }: SeenColumn): boolean =>
  /(id|number|key|code)$/.test(bare) || guess.type === 'number'

const record: ServerType = {
  column: idColumn,
  check: (field, id, { records }) =>
    records.get(id as number)?.level === referredLevel(field.dataType)
      ? undefined
      : `${field.displayName}: there is no ${field.dataType} ${String(id)}.`,
  cell: () => (text) => ({ lookup: text }),
  fits(column) {
    if (column.values.length === 0) return false
    if (column.guess.type === 'email') return 'email'
    return looksLikeId(column) ? 'externalId' : 'name'
  },
  word: (id, { records }) => records.get(id as number)?.name,
  write: (id, names) => names.record(id as number),
  carriesIds: true,
}

export const referenceTypes = { organization: record, account: record, contact: record }
