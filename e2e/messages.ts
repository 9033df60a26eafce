import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from './client.ts'

const patience = 10_000
const pause = 100

/**
 * The text of the last message of this kind to a recipient, as an administrator reads it in the outbox.
 * Messages are written a moment after what causes them. Rejects when none comes.
 */
export async function messageTo(
  administrator: Client,
  recipient: string,
  template: string,
  after = 0,
): Promise<{ messageId: number; text: string }> {
  const address = `/messenger/messages?query=${encodeURIComponent(recipient)}`
  for (const until = Date.now() + patience; Date.now() < until; await wait(pause)) {
    const { data } = await administrator.get<{ data: { messageId: number; template: string }[] }>(address)
    const found = data.find((message) => message.template === template && message.messageId > after)
    if (!found) continue
    const { messageId } = found
    const body = await administrator.get<{ data: { text: string } }>(`/messenger/messages/${messageId}`)
    return { messageId, text: body.data.text }
  }
  throw new Error(`No message "${template}" to ${recipient}`)
}

/** What the first group of the pattern finds in a message. */
export function partOf({ text }: { text: string }, pattern: RegExp): string {
  const [, part] = pattern.exec(text) ?? []
  if (part === undefined) throw new Error(`${String(pattern)} is not in: ${text}`)
  return part
}
