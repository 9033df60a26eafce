import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { Options, Server } from './server.ts'
import { startTestServer } from './test-server.ts'

/** A mail server on this machine that keeps what it is given. */
export interface MailServer {
  /** The mails as they came, with their headers. */
  readonly mails: string[]
  /** The reason with which mails are refused for good from now on; without one they are taken. */
  refusal: string | undefined
  /** Addresses that are refused, while the others of a mail get it. */
  readonly unknown: Set<string>
  /** Starts Steward with this as the server by which its mails go out. */
  startSteward(options?: Pick<Options, 'movableClock'>): Promise<Server>
  stop(): Promise<void>
}

const permanent = (reason: string) => Object.assign(new Error(reason), { responseCode: 550 })

/** Makes a mail server; it listens once `startSteward` is called. */
export function mailServer(): MailServer {
  const mails: string[] = []
  const unknown = new Set<string>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      done(unknown.has(address) ? permanent(`${address} is not known here`) : undefined)
    },
    onData(stream, _session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        if (self.refusal) return done(permanent(self.refusal))
        mails.push(Buffer.concat(parts).toString('utf8'))
        done()
      })
    },
  })
  const self: MailServer = {
    mails,
    unknown,
    refusal: undefined,
    async startSteward(options) {
      server.listen(0, '127.0.0.1')
      await once(server.server, 'listening')
      const { port } = server.server.address() as AddressInfo
      const environment = {
        SMTP_URL: `smtp://127.0.0.1:${port}`,
        MAIL_FROM: 'Steward <steward@mail.test>',
      }
      return startTestServer(environment, options)
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
  return self
}

/** The id that a mail was given on its way out. */
export const messageIdOf = (mail = ''): string => /^Message-ID: (.*)$/im.exec(mail)?.[1]?.trim() ?? ''
