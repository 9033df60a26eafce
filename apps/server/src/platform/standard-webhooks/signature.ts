import { Worker } from 'node:worker_threads'
import { Webhook } from 'standardwebhooks'

/** What is signed, and by which secrets: two for a day after one was replaced. */
export interface Unsigned {
  secrets: readonly string[]
  messageId: string
  at: Date
  body: string
}

/** The header webhook-signature. */
export const signatureOf = ({ secrets, messageId, at, body }: Unsigned): string =>
  secrets.map((secret) => new Webhook(secret).sign(messageId, at, body)).join(' ')

/** Characters from which on a body is signed by a thread of its own: the library takes a millisecond for each 100,000. */
const largeFrom = 20_000

interface Waiting {
  resolve(signature: string): void
  reject(error: unknown): void
}

/** The thread answers in the order in which it is asked. */
interface Signer {
  thread: Worker
  waiting: Waiting[]
}

let signer: Signer | undefined

function startSigner(): Signer {
  const thread = new Worker(new URL('signer.ts', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 },
  })
  const started: Signer = { thread, waiting: [] }
  const end = (error: unknown) => {
    if (signer === started) signer = undefined
    for (const { reject } of started.waiting.splice(0)) reject(error)
  }
  thread.on('message', (signature: string) => started.waiting.shift()?.resolve(signature))
  thread.once('error', end)
  thread.once('exit', () => end(new Error('The thread that signs has ended')))
  // It keeps no process from ending.
  thread.unref()
  return started
}

function signApart(message: Unsigned): Promise<string> {
  signer ??= startSigner()
  const { thread, waiting } = signer
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  waiting.push({ resolve, reject })
  thread.postMessage(message, [])
  return promise
}

/** Signs; a large batch apart from the thread that answers calls. */
export async function sign(message: Unsigned): Promise<string> {
  if (message.body.length < largeFrom) return signatureOf(message)
  return signApart(message).catch(() => signatureOf(message))
}
