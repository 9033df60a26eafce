const prefix = /^(?:re|aw|antw|sv|vs|fwd?|wg|tr|rif|r|res|odp|enc|rv)(?:\[\d{1,3}\])?\s?[:：]\s*/iu

/** A subject without what replies and forwards put before it, in lower case, by which mails are compared. */
export function baseSubject(subject: string): string {
  let rest = subject.trim()
  for (let times = 0; times < 20 && prefix.test(rest); times += 1) rest = rest.replace(prefix, '')
  return rest.replaceAll(/\s+/g, ' ').trim().toLowerCase().slice(0, 255)
}

/** Whether a subject begins like that of an answer. */
export function looksAnswered(subject: string): boolean {
  return prefix.test(subject.trim())
}

export interface MailIds {
  /** What it answers. */
  inReplyTo: readonly string[]
  references: readonly string[]
}

/** The ids of other mails by which a mail finds its thread, the nearest first. */
export function parentsOf({ inReplyTo, references }: MailIds): string[] {
  return [...new Set([...inReplyTo, ...references.toReversed()])]
}

/**
 * The thread that a mail belongs to: the one that has the nearest of the mails that it names, else one
 * whose mails name it. Undefined: it begins one.
 */
export function chooseThread(
  own: string,
  ids: MailIds,
  known: readonly { headerId: string; threadId: number }[],
): number | undefined {
  for (const id of [...parentsOf(ids), own]) {
    const threads = known.filter(({ headerId }) => headerId === id).map(({ threadId }) => threadId)
    if (threads.length > 0) return Math.min(...threads)
  }
  return undefined
}

export interface KnownConversation {
  threadId: number
  addresses: readonly string[]
}

/**
 * For an answer whose program named no mail: the thread of the same subject in which its sender and all
 * that it goes to have a part. Strangers are never brought together by a subject.
 */
export function chooseBySubject(
  mail: { from: string; recipients: readonly string[] },
  known: readonly KnownConversation[],
): number | undefined {
  const needed = [mail.from, ...mail.recipients].map((address) => address.toLowerCase())
  if (mail.recipients.length === 0 || needed.includes('')) return undefined
  const fitting = known.filter(({ addresses }) => {
    const has = new Set(addresses.map((address) => address.toLowerCase()))
    return needed.every((address) => has.has(address))
  })
  return fitting.length === 1 ? fitting[0]?.threadId : undefined
}
