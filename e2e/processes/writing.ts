import type { Answer, Client } from '../../faults/client.ts'

/** Someone who writes one call after the other, and asks again where no answer came until it is known. */
export interface Writing {
  /** The last value that was acknowledged, by the external id of the record that was created for it. */
  readonly written: ReadonlyMap<string, number>
  /** Calls of which no one was notified what became, and how that showed. */
  readonly unanswered: readonly string[]
  /** What was refused, or read otherwise than it had been acknowledged. */
  readonly faults: string[]
  stop(): Promise<void>
}

const edits = 3
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** The proxy says that the line broke: that tells nothing of whether it was done. */
const isNoAnswer = ({ status }: Answer): boolean => status === 502
/** The server says that it cannot just now, and that it was not done. */
const isNotNow = ({ status }: Answer): boolean => status === 503

export function startWriting(client: Client, tag: string): Writing {
  const written = new Map<string, number>()
  const faults: string[] = []
  const unanswered: string[] = []
  let isStopped = false

  /** Makes a call until it is answered; before each further attempt `known` may tell that it was done. */
  async function insist<T>(
    call: () => Promise<Answer>,
    value: (answer: Answer) => T,
    known: () => Promise<T | undefined> = async () => undefined,
  ): Promise<T> {
    for (;;) {
      const answer = await call().catch((error: unknown) => String(error))
      if (typeof answer === 'object' && answer.status === 200) return value(answer)
      if (typeof answer === 'string' || isNoAnswer(answer)) {
        unanswered.push(typeof answer === 'string' ? answer : String(answer.body))
      } else if (!isNotNow(answer)) {
        const done = await known()
        if (done !== undefined) return done
        faults.push(`${tag} was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
      }
      await wait(200)
      const done = await known().catch(() => undefined)
      if (done !== undefined) return done
    }
  }

  async function find(externalId: string): Promise<number | undefined> {
    const filter = { field: 'externalId', operator: 'equals', value: externalId }
    const query = encodeURIComponent(JSON.stringify(filter))
    const { status, body } = await client.call('GET', `/core/organizations?filter=${query}`)
    return status === 200 ? body.data[0]?.organizationId : undefined
  }

  async function writeOne(externalId: string): Promise<void> {
    const globalFields = { name: externalId, externalId }
    const id = await insist(
      () => client.call('POST', '/core/organizations', { globalFields }),
      ({ body }) => body.data.organizationId as number,
      () => find(externalId),
    )
    written.set(externalId, 0)
    for (let pulse = 1; pulse <= edits && !isStopped; pulse += 1) {
      const data = { 'system:pulse': pulse }
      await insist(
        () => client.call('POST', `/core/organizations/${id}`, { data }),
        () => written.set(externalId, pulse),
      )
      const read = await insist(
        () => client.call('GET', `/core/organizations/${id}`),
        ({ body }) => body.data.globalFields.pulse as number,
      )
      if (read !== pulse) faults.push(`${externalId} was set to ${pulse} and read as ${read}`)
    }
  }

  const working = (async () => {
    for (let serial = 1; !isStopped; serial += 1) await writeOne(`${tag}-${serial}`)
  })()

  return {
    written,
    faults,
    unanswered,
    async stop() {
      isStopped = true
      await working
    },
  }
}
