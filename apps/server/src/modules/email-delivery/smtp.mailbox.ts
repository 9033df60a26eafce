import type { MailAddress } from '@steward/contracts/email'
import { readNamedAddress } from '@steward/contracts/plain/email-address'
import type { Config } from '../../platform/config/config.ts'
import { openMailServer, unsubscribeHeaders } from '../messenger/index.ts'
import type { Mailbox } from './mailbox.port.ts'

const inBrackets = (id: string): string => `<${id}>`

/** A mail that no person sent, and how its reader gets no more of them. */
const automatic = (unsubscribe: string) => ({
  'auto-submitted': 'auto-generated',
  ...unsubscribeHeaders({ unsubscribe }),
})

/**
 * The mail server of the environment. Mails carry the name of their author before the address of the
 * server, which alone it may send from, and ask for answers to the author.
 */
export function createSmtpMailbox(config: Config['mail']): Mailbox | undefined {
  if (!config) return undefined
  const server = openMailServer(config)
  const { address } = readNamedAddress(config.from)
  return {
    sender: ({ name }: MailAddress) => ({ name, address }),
    send: ({ headerId, inReplyTo, references, files, to, cc, bcc, unsubscribe, ...mail }) =>
      server(
        {
          ...mail,
          to: [...to],
          cc: [...cc],
          bcc: [...bcc],
          messageId: inBrackets(headerId),
          ...(inReplyTo === null ? {} : { inReplyTo: inBrackets(inReplyTo) }),
          ...(references.length === 0 ? {} : { references: references.map(inBrackets) }),
          ...(unsubscribe === undefined ? {} : { headers: automatic(unsubscribe) }),
          attachments: files.map(({ name, mediaType, stream }) => ({
            filename: name,
            contentType: mediaType,
            content: stream,
          })),
        },
        [mail.text],
      ),
  }
}
