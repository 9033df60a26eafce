import { randomUUID } from 'node:crypto'
import { administrator, call } from '../../faults/client.ts'

/** A session that is refreshed again and again; each attempt is made until it is answered. */
export interface Refreshing {
  /** How often it went on. */
  readonly times: number
  readonly faults: string[]
  stop(): Promise<void>
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

export function keepRefreshing(base: string): Refreshing {
  const faults: string[] = []
  let times = 0
  let isStopped = false

  const ask = (path: string, content: object) => call(base, 'POST', path, content).catch(() => undefined)

  async function insist(path: string, content: object): Promise<string | undefined> {
    for (;;) {
      const answer = await ask(path, content)
      if (answer?.status === 200) return answer.body.data.refreshToken
      if (answer && answer.status < 500) {
        faults.push(`${path} was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
        return undefined
      }
      await wait(100)
    }
  }

  const working = (async () => {
    let refreshToken = await insist('/identity/sign-in', { ...administrator, remember: true })
    while (!isStopped && refreshToken !== undefined) {
      refreshToken = await insist('/identity/refresh', { refreshToken, attempt: randomUUID() })
      times += 1
      await wait(50)
    }
  })()

  return {
    faults,
    get times() {
      return times
    },
    async stop() {
      isStopped = true
      await working
    },
  }
}
