/** Change sets that this page made and shows already; the latest are enough. */
const own: number[] = []
const remembered = 200

/** Remembers the change set that an answer names, if it names one. */
export function noteOwnChange(answer: unknown): void {
  const { changeSetId, data } = (answer ?? {}) as { changeSetId?: unknown; data?: { changeSetId?: unknown } }
  const id = changeSetId ?? data?.changeSetId
  if (typeof id !== 'number') return
  own.push(id)
  if (own.length > remembered) own.shift()
}

export function isOwnChange(changeSetId: number): boolean {
  return own.includes(changeSetId)
}
