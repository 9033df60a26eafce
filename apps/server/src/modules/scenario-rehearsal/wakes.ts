/** Things that wake at their times. */
export function createWakes<Thing>() {
  const byTime = new Map<number, Thing[]>()
  /** The latest first, so that the next one is taken from the end. */
  const times: number[] = []

  function placeOf(time: number): number {
    let [low, high] = [0, times.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((times[middle] as number) > time) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    nextAt: (): number | undefined => times.at(-1),

    add(time: number, thing: Thing): void {
      const known = byTime.get(time)
      if (known) known.push(thing)
      else {
        byTime.set(time, [thing])
        times.splice(placeOf(time), 0, time)
      }
    },

    /** Takes what wakes next. */
    take(): Thing[] {
      const time = times.pop()
      const things = time === undefined ? [] : (byTime.get(time) ?? [])
      if (time !== undefined) byTime.delete(time)
      return things
    },
  }
}
