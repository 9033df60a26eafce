import { connect, type NetConnectOpts } from 'node:net'
import type pg from 'pg'

/** The driver knows them of every connection, and its types do not. */
interface Cancellable {
  host: string
  port: number
  processID: number
  secretKey: number
}

/** The code that replaces the protocol version in a cancel request. */
const cancelRequest = 80_877_102
/** Milliseconds to wait for a database that does not answer. */
const longestWait = 2000

function addressOf({ host, port }: Cancellable): NetConnectOpts {
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
}

/**
 * Asks the database to cancel the statement that a connection runs, by a connection of its own, which also
 * finds its way through a pooler. Resolves when the database has been notified of it, or cannot be determined: the timeout
 * of statements ends it then.
 */
export function cancelStatement(client: pg.PoolClient): Promise<void> {
  const target = client as unknown as Cancellable
  const message = Buffer.alloc(16)
  message.writeInt32BE(16, 0)
  message.writeInt32BE(cancelRequest, 4)
  message.writeInt32BE(target.processID, 8)
  message.writeInt32BE(target.secretKey, 12)
  return new Promise((resolve) => {
    const socket = connect(addressOf(target), () => socket.write(message))
    // The database closes it when the signal is sent.
    socket.once('close', () => resolve())
    socket.once('error', () => socket.destroy())
    socket.setTimeout(longestWait, () => socket.destroy())
    socket.resume()
  })
}
