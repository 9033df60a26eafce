/** The time constant of the average, in milliseconds. */
const timeConstant = 500

/** The load of calls on this process. */
export interface LoadAverage {
  begin(): void
  end(): void
  /** The recent average number of calls in progress. */
  present(): number
}

/** Keeps a decaying average of the calls in progress. */
export function createLoadAverage(now = () => performance.now()): LoadAverage {
  let working = 0
  let average = 0
  let since = now()

  function settle(): void {
    const at = now()
    average = working + (average - working) * Math.exp((since - at) / timeConstant)
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
