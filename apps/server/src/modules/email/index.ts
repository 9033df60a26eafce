import { defineModule } from '../../platform/module-definition.ts'
import { createMailParser } from './mail.parser.ts'

export {
  hasPicturesFromElsewhere,
  hasQuote,
  isPlain,
  pageOf,
  pagePolicy,
  withOwnPictures,
  withPictures,
} from './mail.html.ts'
export type { MailParser } from './mail.parser.ts'
export { UnreadableMail, type ReadMail } from './mail.reading.ts'
export { cleanText, snippetOf, splitAt } from './text.rules.ts'

/** What an e-mail says: reading its bytes, cleaning its HTML, telling its text from what it quotes. */
export const emailModule = defineModule({
  create: (platform) => ({ module: {}, service: createMailParser(platform) }),
})
