/** How long what was is remembered, in milliseconds. */
const memory = 500

/** How much calls ask of this process. */
export interface Demand {
  begin(): void
  end(): void
  /** How many calls were at work recently, on average. */
  present(): number
}

/** Keeps a decaying average of how many calls are at work. */
export function createDemand(now = () => performance.now()): Demand {
  let working = 0
  let average = 0
  let since = now()

  function settle(): void {
    const at = now()
    average = working + (average - working) * Math.exp((since - at) / memory)
    since = at
  }

  return {
    begin() {
      settle()
      working += 1
    },
    end() {
      settle()
      working -= 1
    },
    present() {
      settle()
      return average
    },
  }
}
