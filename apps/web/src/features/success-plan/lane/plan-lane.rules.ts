import type { PlanItem } from '@steward/contracts/success-plan/item'

interface Dated {
  startDate: string | null
  dueDate: string | null
}

export interface LaneBar {
  itemId: number
  name: string
  from: string
  to: string
  /** In percent of the lane. */
  left: number
  width: number
  isCompleted: boolean
}

export interface Lane {
  from: string
  to: string
  /** Days of the lane. */
  length: number
  /** Where the present day is; null outside of the lane. */
  today: number | null
  bars: LaneBar[]
}

const dayLength = 86_400_000
const at = (day: string): number => Date.parse(day) / dayLength

/** By how many days a drag over a part of the lane moves. */
export const daysOf = (pixels: number, width: number, length: number): number =>
  width === 0 ? 0 : Math.round((pixels / width) * length)

const spanOf = ({ startDate, dueDate }: Dated): [string, string] | undefined => {
  const from = startDate ?? dueDate
  const to = dueDate ?? startDate
  return from !== null && to !== null ? [from, to] : undefined
}

/** Milestones with dates between the first day and the last; undefined where none has any. */
export function laneOf(plan: Dated, items: readonly PlanItem[], today: string): Lane | undefined {
  const spans = items.flatMap((item) => {
    const span = item.kind === 'MILESTONE' && !item.isArchived ? spanOf(item) : undefined
    return span && item.kind === 'MILESTONE' ? [{ item, span }] : []
  })
  if (spans.length === 0) return undefined
  const days = [...(spanOf(plan) ?? []), ...spans.flatMap(({ span }) => span)].toSorted()
  const [from, to] = [days[0] as string, days.at(-1) as string]
  // The last day counts as a whole.
  const length = at(to) - at(from) + 1
  const left = (day: string): number => ((at(day) - at(from)) / length) * 100
  return {
    from,
    to,
    length,
    today: today >= from && today <= to ? left(today) : null,
    bars: spans.map(({ item, span }) => ({
      itemId: item.itemId,
      name: item.name,
      from: span[0],
      to: span[1],
      left: left(span[0]),
      width: ((at(span[1]) - at(span[0]) + 1) / length) * 100,
      isCompleted: item.completedAt !== null,
    })),
  }
}
