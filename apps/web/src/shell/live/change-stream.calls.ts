import { createParser } from 'eventsource-parser'
import type { ChangeNotice } from '@steward/contracts/change-feed'
import { authorizedFetch } from '../../api/gateway.ts'
import { readSession } from '../../api/session.ts'

/** Receives what the server reports changes. */
export interface ChangeListener {
  changed: (notice: ChangeNotice) => void
  /** The notifications of the user are others than before. */
  notified: () => void
  /** Something may have been missed. */
  reset: () => void
}

/** Up to where a page knows the changes. */
export interface Position {
  /** The id of the last event that it received. */
  lastId?: string
  /** When what it shows was first read, by `performance.now()`. */
  shownSince: number
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

/** Asks for all changes after the last event or, where none is known, since what is shown was read. */
function requestOf({ lastId, shownSince }: Position, signal: AbortSignal): Request {
  if (lastId !== undefined) return new Request(address, { headers: { 'Last-Event-ID': lastId }, signal })
  return new Request(`${address}?age=${Math.ceil(performance.now() - shownSince)}`, { signal })
}

/** Reads the stream until it ends, and keeps in `position` how far it came. */
async function readStream(listener: ChangeListener, position: Position, signal: AbortSignal): Promise<void> {
  const response = await authorizedFetch(requestOf(position, signal))
  if (!response.ok || !response.body) throw new Error(`The stream of changes answers ${response.status}`)
  const parser = createParser({
    onEvent({ id, event, data }) {
      position.lastId = id ?? position.lastId
      if (event === 'change') listener.changed(JSON.parse(data) as ChangeNotice)
      else if (event === 'notifications') listener.notified()
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
}

/** Follows the changes for as long as the session lasts; a stream that breaks off is taken up again. */
export async function followChanges(
  listener: ChangeListener,
  signal: AbortSignal,
  position: Position,
): Promise<void> {
  const isWanted = () => !signal.aborted && readSession().state === 'signed-in'
  let failures = 0
  while (isWanted()) {
    try {
      await readStream(listener, position, signal)
      failures = 0
    } catch {
      failures += 1
    }
    if (isWanted()) await pause(pauseAfter(failures), signal)
  }
}
