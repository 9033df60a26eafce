import { Readable } from 'node:stream'

/** A reader that lets this much wait is let go, in bytes; it comes back and goes on. */
const mostWaiting = 256 * 1024
/** How soon a browser comes back, in milliseconds. */
const comeBack = 2000

/** One open stream of server-sent events. */
export interface EventStream {
  readable: Readable
  /** Sends an event; `id` is what the reader names when it comes back. */
  send(event: string, data: unknown, id?: number): void
  /** Something without a meaning, so that no one on the way takes the stream for dead. */
  beat(): void
  /** Anything sent afterwards is dropped. */
  end(): void
}

export function openEventStream(): EventStream {
  const readable = new Readable({ read: () => undefined, highWaterMark: mostWaiting })
  // No one listens until it is answered with, and what fails of one stream must not end the process.
  readable.on('error', () => undefined)
  // It says itself that it has ended only when its reader has read that far.
  let hasEnded = false
  const write = (text: string) => {
    if (hasEnded || readable.destroyed) return
    if (!readable.push(text)) readable.destroy()
  }
  write(`retry: ${comeBack}\n\n`)
  return {
    readable,
    send(event, data, id) {
      write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    },
    beat: () => write(': still here\n\n'),
    end() {
      hasEnded = true
      if (!readable.destroyed) readable.push(null)
    },
  }
}
