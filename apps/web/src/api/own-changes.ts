/** Change sets that this page made and shows already; the latest are enough. */
const own: number[] = []
const remembered = 200

/** Answers to what this page has asked to change, until it is known which change sets they name. */
const awaited = new Set<Promise<unknown>>()

/** How long anything waits for these answers at most: one may take minutes, such as that to a large file. Milliseconds. */
const patience = 2000

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

interface Answer {
  changeSetId?: unknown
  data?: { changeSetId?: unknown } | null
}

async function remember(response: Response): Promise<void> {
  if (!response.headers.get('content-type')?.includes('json')) return
  const { changeSetId, data } = ((await response.clone().json()) ?? {}) as Answer
  const id = changeSetId ?? data?.changeSetId
  if (typeof id !== 'number') return
  own.push(id)
  if (own.length > remembered) own.shift()
}

/** Remembers the change set that the answer to a change names, if it names one. */
export function noteOwnChange(answer: Promise<Response>): void {
  const noted: Promise<unknown> = answer
    .then(remember)
    .catch(() => undefined)
    .finally(() => awaited.delete(noted))
  awaited.add(noted)
}

/** Resolves when the page has the answers to what it has asked to change so far, and has taken note of them. */
export async function changesAnswered(): Promise<void> {
  if (awaited.size === 0) return
  await Promise.race([Promise.all(awaited), pause(patience)])
  await pause(0)
}

/** Whether this page made a change, of which it may hear before it has the answer. */
export async function isOwnChange(changeSetId: number): Promise<boolean> {
  if (!own.includes(changeSetId)) await changesAnswered()
  return own.includes(changeSetId)
}
