/** As many points as a line of this kind shows. */
export const mostPoints = 400

interface Marked {
  versionId: number
  overridden: boolean
}

/** Some of many, evenly, the first and the last among them. */
function evenly<T>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return [...all]
  const step = (all.length - 1) / Math.max(most - 1, 1)
  return Array.from({ length: most }, (_, at) => all[Math.round(at * step)] as T)
}

/** At most 400 points in their order: where the version or an override changed, then others evenly. */
export function thinned<T extends Marked>(points: readonly T[]): T[] {
  if (points.length <= mostPoints) return [...points]
  const isMark = (point: T, at: number): boolean => {
    const before = points[at - 1]
    return (
      !before ||
      at === points.length - 1 ||
      before.versionId !== point.versionId ||
      before.overridden !== point.overridden
    )
  }
  const marks = evenly(points.filter(isMark), mostPoints)
  const kept = new Set([
    ...marks,
    ...evenly(
      points.filter((point, at) => !isMark(point, at)),
      mostPoints - marks.length,
    ),
  ])
  return points.filter((point) => kept.has(point))
}
