const signs = ['pointerdown', 'pointermove', 'wheel', 'keydown'] as const

/** Opening the page was an act of the user. */
let lastAt = Date.now()

const note = () => {
  lastAt = Date.now()
}

for (const sign of signs) globalThis.addEventListener?.(sign, note, { passive: true, capture: true })

/** Milliseconds since the user last moved the pointer or pressed a key here. */
export function idleTime(): number {
  return Date.now() - lastAt
}

/** Resolves when the user does something. */
export function nextAct(): Promise<void> {
  return new Promise((resolve) => {
    const stop = new AbortController()
    const finish = () => {
      stop.abort()
      resolve()
    }
    for (const sign of signs) addEventListener(sign, finish, { passive: true, signal: stop.signal })
  })
}
