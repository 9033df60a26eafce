import { Chip } from '../../ui/chip.tsx'
import { tooltip } from '../../ui/tooltip.tsx'

type RecordStateChipsProps = {
  archived: boolean
  churned: boolean
  /** When and why it churned, where that is known. */
  churn?: string | undefined
}

/** Stands after a record's name. Archived wins over Churned. */
export function RecordStateChips({ archived, churned, churn }: RecordStateChipsProps) {
  if (archived) return <Chip outlined>Archived</Chip>
  if (!churned) return null
  return churn ? (
    <span {...tooltip(`Churned: ${churn}`)} className="inline-flex min-w-0">
      <Chip outlined>Churned</Chip>
    </span>
  ) : (
    <Chip outlined>Churned</Chip>
  )
}
