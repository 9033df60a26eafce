export interface PulsePoint {
  at: string
  pulse: number
}

/** Where points lie in a square of 100: time to the right, the best on top. One alone is in the middle. */
export function pulseLine(points: readonly PulsePoint[]): (PulsePoint & { x: number; y: number })[] {
  const times = points.map(({ at }) => Date.parse(at))
  const start = Math.min(...times)
  const length = Math.max(...times) - start
  return points.map((point, index) => ({
    ...point,
    x: length === 0 ? 50 : Math.round(((times[index]! - start) / length) * 1000) / 10,
    y: (5 - point.pulse) * 25,
  }))
}
