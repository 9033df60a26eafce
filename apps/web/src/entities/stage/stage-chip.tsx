import { Chip } from '../../ui/chip.tsx'

type StageChipProps = {
  name: string
  /** Counted from 0; picks the color of the square where there is no other. */
  order?: number
  /** The series color of the square, 1 to 6. */
  colour?: number | undefined
  className?: string
}

/** A lifecycle stage or pipeline status. */
export function StageChip({ name, order = 0, colour, className }: StageChipProps) {
  return (
    <Chip square={colour ?? (order % 6) + 1} className={className}>
      {name}
    </Chip>
  )
}
