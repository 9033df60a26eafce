const key = 'steward-visitor'

/** An id that this browser keeps, so that a person without a name changes their own answer. */
export function visitorId(): string {
  const made = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
  try {
    const kept = localStorage.getItem(key)
    if (kept && /^[\w-]{16,64}$/.test(kept)) return kept
    localStorage.setItem(key, made)
  } catch {
    // Where nothing can be stored, the id is that of this page alone.
  }
  return made
}
