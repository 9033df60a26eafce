import { createTransport, type SendMailOptions } from 'nodemailer'
import type { Config } from '../../platform/config/config.ts'

/**
 * Hands a mail to a server; resolves with who of several it did not take it for, and what it said of each.
 * Throws a `MailRefused` where it took it for no one; `hidden` are texts that must not be repeated.
 */
export type MailServer = (mail: SendMailOptions, hidden?: readonly string[]) => Promise<readonly string[]>

/** The answer of a mail server, in readable form. */
export class MailRefused extends Error {
  /** Whether another attempt would be refused as well. */
  readonly permanent: boolean

  constructor(message: string, permanent: boolean) {
    super(message)
    this.permanent = permanent
  }
}

/** How nodemailer reports a recipient that the server refuses. */
interface Rejection extends Error {
  recipient?: string
  response?: string
}

const seconds = 1000
const longestFailure = 500

/** The text of a failure for people: without secrets, on one line, not too long. */
export function readableFailure(text: string, secrets: readonly string[]): string {
  const hidden = secrets.filter(Boolean).reduce((said, secret) => said.replaceAll(secret, '•••'), text)
  return hidden.replaceAll(/\s+/g, ' ').trim().slice(0, longestFailure)
}

/** The mail server that the environment names: the operator chose it, so its address may be private. */
export function openMailServer(mail: NonNullable<Config['mail']>): MailServer {
  const { username, password } = new URL(mail.url)
  const server = createTransport({
    url: mail.url,
    connectionTimeout: 10 * seconds,
    greetingTimeout: 10 * seconds,
    dnsTimeout: 10 * seconds,
    socketTimeout: 30 * seconds,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const login = [decodeURIComponent(username), decodeURIComponent(password)] as const
  const secrets = [password, login[1], Buffer.from(`\0${login.join('\0')}`).toString('base64')]
  return async (message, hidden = []) => {
    try {
      const { rejectedErrors = [] } = (await server.sendMail(message)) as { rejectedErrors?: Rejection[] }
      return rejectedErrors.map(({ recipient, response, message: said }) =>
        readableFailure(`${recipient}: ${response ?? said}`, [...secrets, ...hidden]),
      )
    } catch (error) {
      const {
        response,
        responseCode,
        message: said,
      } = error as Error & {
        response?: string
        responseCode?: number
      }
      const isPermanent = responseCode !== undefined && responseCode >= 500
      throw new MailRefused(readableFailure(response ?? said, [...secrets, ...hidden]), isPermanent)
    }
  }
}
