import { Chip } from '../ui/chip.tsx'

/** A lifecycle stage or pipeline status. `order`, counted from 0, picks the colour of its square. */
export function StageChip({ name, order, className }: { name: string; order: number; className?: string }) {
  return (
    <Chip square={(order % 6) + 1} className={className}>
      {name}
    </Chip>
  )
}
