import { movementLabels, type MovementLabel, type ScoreMovement } from '@steward/contracts/health'

export interface MovementGroup {
  label: MovementLabel
  difference: number
  movements: ScoreMovement['movements']
}

/** Scores have two digits; sums of them are rounded to these, so that they stay exact. */
const exact = (sum: number) => Math.round(sum * 100) / 100

/** The reasons by their kind, in the order of the kinds; within one the largest first. */
export function groupsOf(movements: ScoreMovement['movements']): MovementGroup[] {
  return movementLabels.flatMap((label) => {
    const members = movements
      .filter((movement) => movement.label === label)
      .toSorted((one, other) => Math.abs(other.difference) - Math.abs(one.difference))
    if (members.length === 0) return []
    const difference = exact(members.reduce((sum, member) => sum + member.difference, 0))
    return [{ label, difference, movements: members }]
  })
}

/** The largest single difference, for the width of the bars; 0 where nothing moved. */
export function largestOf(movements: ScoreMovement['movements']): number {
  return movements.reduce((most, { difference }) => Math.max(most, Math.abs(difference)), 0)
}
