const key = 'steward.refresh-turn'
/** Milliseconds after which the tab that holds the turn is taken for gone. */
const longestTurn = 10_000
const settleTime = 60

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Whose turn it is, unless that one has been silent for too long. */
function holder(): string | null {
  const [since, id] = (localStorage.getItem(key) ?? '').split(' ')
  return id && Date.now() - Number(since) < longestTurn ? id : null
}

async function takeTurn(id: string): Promise<void> {
  for (;;) {
    while (holder()) await wait(settleTime)
    localStorage.setItem(key, `${Date.now()} ${id}`)
    // Two may have written at once; the one that is still there after a moment has the turn.
    await wait(settleTime)
    if (holder() === id) return
  }
}

/** Does the work while no other tab does: for browsers without locks, as on addresses without TLS. */
export async function withTurn(work: () => Promise<void>): Promise<void> {
  const id = Math.random().toString(36).slice(2)
  await takeTurn(id)
  try {
    await work()
  } finally {
    if (holder() === id) localStorage.removeItem(key)
  }
}
