import { planLimits } from '@steward/contracts/plain/success-plan'
import type { SharedCommentForm } from '@steward/contracts/success-plan/share'

/** Line breaks as one character, nothing that controls a terminal or a database, and no half characters. */
export const plainText = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?!\n)\p{Cc}/gu, ' ')
    .toWellFormed()
    .trim()

/** A comment as it is stored. */
export const plainComment = ({ author, text }: SharedCommentForm): SharedCommentForm => ({
  author: plainText(author).replaceAll(/\s+/g, ' '),
  text: plainText(text),
})

/** What is wrong with a comment, by field. */
export function commentFaults({ author, text }: SharedCommentForm): Partial<SharedCommentForm> {
  const { author: mostOfName, comment } = planLimits
  return {
    ...(author === '' && { author: 'Enter your name.' }),
    ...(author.length > mostOfName && { author: `Enter a name of at most ${mostOfName} characters.` }),
    ...(text === '' && { text: 'Enter a comment.' }),
    ...(text.length > comment && { text: `Enter at most ${comment.toLocaleString('en-US')} characters.` }),
  }
}
