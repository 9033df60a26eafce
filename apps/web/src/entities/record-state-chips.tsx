import { Chip } from '../ui/chip.tsx'

/** Stands after a record's name. Archived wins over Churned. */
export function RecordStateChips({ archived, churned }: { archived: boolean; churned: boolean }) {
  if (archived) return <Chip outlined>Archived</Chip>
  return churned ? <Chip outlined>Churned</Chip> : null
}
