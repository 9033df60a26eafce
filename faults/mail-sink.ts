import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

/** A mail server that counts what it takes. */
export interface MailSink {
  readonly url: string
  /** How often each mail was taken, by its Message-ID, with its subject. */
  readonly taken: Map<string, { subject: string; times: number }>
  stop(): Promise<void>
}

/** Milliseconds that it takes over a mail, so that there is a middle of sending one. */
const slowness = 25

const headerOf = (source: string, name: string) =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(source)?.[1]?.trim()

/** The mail that is sent, or undefined where its sender broke off in the middle of it. */
async function readMail(stream: AsyncIterable<Buffer>): Promise<string | undefined> {
  const parts: Buffer[] = []
  try {
    for await (const part of stream) parts.push(part)
  } catch {
    return undefined
  }
  return Buffer.concat(parts).toString('utf8')
}

export async function startMailSink(): Promise<MailSink> {
  const taken: MailSink['taken'] = new Map()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    async onData(stream, _session, done) {
      const source = await readMail(stream)
      if (source === undefined) return
      const id = headerOf(source, 'Message-ID') ?? ''
      const known = taken.get(id) ?? { subject: headerOf(source, 'Subject') ?? '', times: 0 }
      taken.set(id, { ...known, times: known.times + 1 })
      await wait(slowness)
      done()
    },
  })
  // A process that is killed in the middle of a mail breaks its connection.
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
