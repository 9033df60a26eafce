const key = 'steward-visitor'

/**
 * The id of someone whom the page names: the same in all of their browsers, and read from nowhere. Storage of the browser is
 * read while the page waits.
 */
export function visitorNamed(name: string): string {
  const part = (seed: number): string => {
    let hash = seed
    for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193)
    return (hash >>> 0).toString(16).padStart(8, '0')
  }
  return `named-${part(0x811c9dc5)}${part(0x1b873593)}`
}

const randomId = (): string =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(16).padStart(8, '0')).join('')

/** An id that this browser keeps, so that a person without a name changes their own answer. */
export function visitorId(): string {
  let made = ''
  try {
    const kept = localStorage.getItem(key)
    if (kept && /^[\w-]{16,64}$/.test(kept)) return kept
    made = randomId()
    localStorage.setItem(key, made)
  } catch {
    // Where nothing can be stored, the id is that of this page alone.
  }
  return made || randomId()
}
