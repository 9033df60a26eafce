import type { ScorePoint } from '@steward/contracts/health'

/** Scores run from 0 to this. */
export const mostPoints = 10

/** A stretch of the line in which the score stayed: percent of the width and of the height from the top. */
export interface TrendStep {
  point: ScorePoint
  from: number
  to: number
  /** null where there was no score. */
  y: number | null
}

/** Where a version took effect. */
export interface VersionMark {
  number: number
  at: string
  x: number
}

const clamp = (part: number) => Math.min(100, Math.max(0, part * 100))

/** The history of a score as steps between two instants (ms), oldest first. What lies before counts at its edge. */
export function trendSteps(points: readonly ScorePoint[], from: number, to: number): TrendStep[] {
  const span = Math.max(1, to - from)
  const place = (at: string) => clamp((Date.parse(at) - from) / span)
  return points.flatMap((point, index) => {
    const next = points[index + 1]
    const step = {
      point,
      from: place(point.at),
      to: next ? place(next.at) : 100,
      y: point.score === null ? null : clamp(1 - point.score / mostPoints),
    }
    // What was over before the first instant is not drawn.
    return step.to > 0 || !next ? [step] : []
  })
}

/** The line as stretches of `x,y` corners, broken where there was no score. */
export function linesOf(steps: readonly TrendStep[]): string[] {
  const lines: string[][] = []
  let isOpen = false
  for (const { from, to, y } of steps) {
    if (y !== null) {
      if (!isOpen) lines.push([])
      lines.at(-1)!.push(`${from},${y}`, `${to},${y}`)
    }
    isOpen = y !== null
  }
  return lines.map((corners) => corners.join(' '))
}

/** Where another version took effect than the one before. The first that is known of is no change. */
export function versionMarks(steps: readonly TrendStep[]): VersionMark[] {
  let last: number | null = null
  const marks: VersionMark[] = []
  for (const { point, from } of steps) {
    const { versionNumber: number, at } = point
    if (number === null) continue
    if (last !== null && number !== last) marks.push({ number, at, x: from })
    last = number
  }
  return marks
}
