/** What was logged last on this page: the stream brings it into view once it is there. */
let logged: number | null = null
const listeners = new Set<() => void>()

function set(itemId: number | null): void {
  logged = itemId
  for (const listener of listeners) listener()
}

export function tellLogged(itemId: number): void {
  set(itemId)
}

/** The stream has shown it. */
export function forgetLogged(): void {
  if (logged !== null) set(null)
}

export function readLogged(): number | null {
  return logged
}

export function subscribeLogged(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
