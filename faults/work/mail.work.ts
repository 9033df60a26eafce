import type { World } from '../world.ts'
import type { Work } from './work.ts'

const mailsAtFullScale = 40
/** The number of the state `sent`. */
const sent = 2

interface MailRow {
  subject: string
  header_id: string
  state: number
}

/** Sends mails one after the other; answers of which it was said that they will go out. */
async function sendAll(world: World, subjects: readonly string[], acknowledged: Set<string>): Promise<void> {
  const { userId, accountId } = world.furniture
  for (const subject of subjects) {
    const form = {
      level: 'account',
      parentIdentifier: accountId,
      subject,
      body: 'Dear Ada',
      to: ['Ada Byron <ada@customer.test>'],
    }
    const answer = await world.client
      .call('POST', `/email-v3/users/${userId}/email-threads`, form)
      .catch(() => undefined)
    if (answer?.status === 200) acknowledged.add(subject)
  }
}

/** How often a mail with a Message-ID was taken. */
const timesOf = (world: World, id: string): number =>
  (world.mails.taken.get(`<${id}>`) ?? world.mails.taken.get(id))?.times ?? 0

/**
 * How often mails were taken more than once under the same Message-ID: what no one can rule out when a process
 * dies between the answer of the mail server and its own note.
 */
export function countRepeats(world: World): number {
  return [...world.mails.taken.values()].reduce((sum, { times }) => sum + times - 1, 0)
}

function faultsOf(
  world: World,
  subject: string,
  rows: readonly MailRow[],
  isAcknowledged: boolean,
): string[] {
  const faults: string[] = []
  if (isAcknowledged && rows.length === 0) faults.push(`mail "${subject}" was lost`)
  if (rows.length > 1) faults.push(`mail "${subject}" is there ${rows.length} times`)
  for (const row of rows) {
    if (row.state !== sent) faults.push(`mail "${subject}" has the state ${row.state}`)
    if (timesOf(world, row.header_id) === 0) faults.push(`mail "${subject}" never came`)
  }
  const ids = [...world.mails.taken.values()].filter((mail) => mail.subject === subject).length
  if (ids > 1) faults.push(`mail "${subject}" came with ${ids} Message-IDs`)
  return faults
}

export const mailWork: Work = {
  name: 'mails',
  async start(world, _random, tag) {
    const count = Math.max(5, Math.round(mailsAtFullScale * world.furniture.scale))
    const subjects = Array.from({ length: count }, (_, at) => `${tag}-${at}`)
    const acknowledged = new Set<string>()
    let isDone = false
    void sendAll(world, subjects, acknowledged).then(() => (isDone = true))
    const rowsOf = () =>
      world.sql<MailRow>('select subject, header_id, state from email_message where subject = any($1)', [
        subjects,
      ])
    return {
      isOver: async () => isDone && (await rowsOf()).every(({ state }) => state >= sent),
      async check() {
        const rows = await rowsOf()
        return subjects.flatMap((subject) =>
          faultsOf(
            world,
            subject,
            rows.filter((row) => row.subject === subject),
            acknowledged.has(subject),
          ),
        )
      },
    }
  },
}
