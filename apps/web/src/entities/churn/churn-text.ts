import type { RecordBody } from '@steward/contracts/record'
import type { LevelField } from '../field/index.ts'
import { formatDay } from '../../ui/day-text.ts'

type Churned = Pick<RecordBody['globalFields'], 'churned' | 'churnDate' | 'churnReason'>

/** When and why a customer left: "Mar 1, 2026 · Price › Too expensive"; undefined where nothing is known. */
export function churnText(
  { churned, churnDate, churnReason }: Churned,
  field: Pick<LevelField, 'options'> | undefined,
): string | undefined {
  if (!churned) return undefined
  const reason = field?.options.find(({ id }) => id === churnReason)?.value
  const parts = [churnDate ? formatDay(churnDate) : undefined, reason].filter((part) => part !== undefined)
  return parts.length > 0 ? parts.join(' · ') : undefined
}

/** The field that holds why a customer left; undefined at levels that do not churn. */
export function churnReasonField(fields: Iterable<LevelField>): LevelField | undefined {
  for (const field of fields) if (field.name === 'churnReason') return field
  return undefined
}
