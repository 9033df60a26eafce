import { InputTooCostly } from '../../platform/parsing/parser-pool.ts'
import type { Platform } from '../../platform/platform.ts'
import { UnreadableMail, type MailInput, type MailOutput, type ReadMail } from './mail.reading.ts'

const reader = { module: new URL('mail.reading.ts', import.meta.url), name: 'parseMail' }
const htmlCleaner = { module: new URL('mail.html.ts', import.meta.url), name: 'cleanHtml' }

/** Reads e-mails in parser threads, because strangers write them. */
export interface MailParser {
  /** Throws `UnreadableMail` with what is wrong. */
  read(bytes: Buffer): Promise<ReadMail>
  /** HTML with nothing in it that runs. Throws `InputTooCostly`. */
  cleanHtml(html: string): Promise<string>
}

export function createMailParser({ parsers, clock }: Pick<Platform, 'parsers' | 'clock'>): MailParser {
  return {
    async read(bytes) {
      const input: MailInput = { bytes, now: clock.now() }
      try {
        const output = await parsers.run<MailOutput>(reader, input)
        if ('mail' in output) return output.mail
        throw new UnreadableMail(output.unreadable)
      } catch (error) {
        if (!(error instanceof InputTooCostly)) throw error
        throw new UnreadableMail(
          'This e-mail is too complex to read. Remove its largest parts and try again.',
        )
      }
    },
    cleanHtml: (html) => parsers.run<string>(htmlCleaner, html),
  }
}
