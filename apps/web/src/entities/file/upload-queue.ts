import type { StoredFile } from '@steward/contracts/file'
import { errorText } from '../../api/error-text.ts'
import { problemWithSize } from './file-limit.ts'
import { sendFile } from './send-file.calls.ts'

/** A file on its way, or one that could not be sent. */
export interface Upload {
  id: number
  name: string
  /** Bytes. */
  size: number
  sent: number
  /** Why it failed. */
  problem: string | null
  /** Whether sending it once more may help. */
  mayRetry: boolean
}

interface Held {
  file: File
  stop: AbortController
}

/** So many are sent at the same time; the others wait. */
const atOnce = 3
let lastId = 0

/** Sends files, a few at a time, and keeps what is to be shown of them. */
export function createUploadQueue() {
  let list: readonly Upload[] = []
  let running = 0
  let onStored: ((file: StoredFile) => void) | undefined
  const listeners = new Set<() => void>()
  const held = new Map<number, Held>()
  const waiting: number[] = []

  function show(next: readonly Upload[]): void {
    list = next
    for (const listener of listeners) listener()
  }
  const patch = (id: number, change: Partial<Upload>) =>
    show(list.map((one) => (one.id === id ? { ...one, ...change } : one)))

  function forget(id: number): void {
    held.delete(id)
    show(list.filter((one) => one.id !== id))
  }

  async function send(id: number, { file, stop }: Held): Promise<void> {
    running += 1
    try {
      const stored = await sendFile(file, stop.signal, (sent) => patch(id, { sent }))
      // Reported first, so that no one sees none on its way before all are notified of.
      onStored?.(stored)
      forget(id)
    } catch (error) {
      if (!stop.signal.aborted) patch(id, { problem: errorText(error), mayRetry: true })
    }
    running -= 1
    sendWaiting()
  }

  function sendWaiting(): void {
    while (running < atOnce && waiting.length > 0) {
      const id = waiting.shift() as number
      const next = held.get(id)
      if (next) void send(id, next)
    }
  }

  function enter(file: File): Upload {
    lastId += 1
    const problem = problemWithSize(file)
    if (problem === null) {
      held.set(lastId, { file, stop: new AbortController() })
      waiting.push(lastId)
    }
    return { id: lastId, name: file.name, size: file.size, sent: 0, problem, mayRetry: false }
  }

  return {
    read: () => list,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Who gets the files as they are there. */
    tell: (listener: (file: StoredFile) => void) => void (onStored = listener),
    add(files: Iterable<File>): void {
      const entered = [...files].map(enter)
      show([...list, ...entered])
      sendWaiting()
    },
    /** Stops one that is on its way, and forgets one that failed. */
    cancel(id: number): void {
      held.get(id)?.stop.abort()
      forget(id)
    },
    retry(id: number): void {
      patch(id, { sent: 0, problem: null, mayRetry: false })
      waiting.push(id)
      sendWaiting()
    },
    /** Stops all. */
    stop(): void {
      for (const { stop } of held.values()) stop.abort()
    },
  }
}
