import { createParser } from 'eventsource-parser'
import type { ChangeNotice } from '@steward/contracts/change-feed'
import { authorizedFetch } from '../../api/gateway.ts'
import { readSession } from '../../api/session.ts'

/** Receives what the server reports changes. */
export interface ChangeListener {
  changed: (notice: ChangeNotice) => void
  /** Something may have been missed. */
  reset: () => void
}

const address = '/api/core/changes/stream'

/** Milliseconds before the stream is opened again; more after each failure, and never all browsers at once. */
const shortestPause = 1000
const longestPause = 60_000

function pauseAfter(failures: number): number {
  const most = Math.min(shortestPause * 2 ** failures, longestPause)
  return most / 2 + (Math.random() * most) / 2
}

/** Resolves after a while, at once when the network is back or the signal says stop. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = new AbortController()
    const finish = () => {
      clearTimeout(timer)
      stop.abort()
      resolve()
    }
    const timer = setTimeout(finish, milliseconds)
    addEventListener('online', finish, { signal: stop.signal })
    signal.addEventListener('abort', finish, { signal: stop.signal })
  })
}

/** Milliseconds since this page began to load: nothing that it shows is older. */
const pageAge = () => Math.ceil(performance.now())

/** Reads the stream until it ends, and gives the id of the last event. */
async function readStream(
  listener: ChangeListener,
  lastId: string | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  let last = lastId
  const isFirst = last === undefined
  const response = await authorizedFetch(
    new Request(isFirst ? `${address}?age=${pageAge()}` : address, {
      headers: isFirst ? {} : { 'Last-Event-ID': last! },
      signal,
    }),
  )
  if (!response.ok || !response.body) throw new Error(`The stream of changes answers ${response.status}`)
  const parser = createParser({
    onEvent({ id, event, data }) {
      last = id ?? last
      if (event === 'change') listener.changed(JSON.parse(data) as ChangeNotice)
      else if (event === 'reset') listener.reset()
    },
  })
  const decoder = new TextDecoder()
  const reader = response.body.getReader()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parser.feed(decoder.decode(part.value, { stream: true }))
    }
  } catch {
    // Broken off; what was received until here counts.
  }
  return last
}

/**
 * Follows the changes for as long as the session lasts; a stream that breaks off is taken up again. `knownId` is the
 * last event that this page received in another way.
 */
export async function followChanges(
  listener: ChangeListener,
  signal: AbortSignal,
  knownId?: string,
): Promise<void> {
  const isWanted = () => !signal.aborted && readSession().state === 'signed-in'
  let lastId = knownId
  let failures = 0
  while (isWanted()) {
    try {
      lastId = await readStream(listener, lastId, signal)
      failures = 0
    } catch {
      failures += 1
    }
    if (isWanted()) await pause(pauseAfter(failures), signal)
  }
}
