import type { Client, TestApp } from '../harness.ts'
import { answerTo, firstNewId, normalized, type Given } from './answer.ts'
import { outcomeOf, startsJob } from './follow.ts'
import type { Things } from './things.ts'
import type { Call } from './way.ts'

const shown = 240

/** The place where two answers part. */
function difference(hidden: string, absent: string): string {
  let at = 0
  while (hidden[at] === absent[at]) at += 1
  const from = Math.max(0, at - 60)
  return [hidden, absent].map((one) => `\n    ${one.slice(0, 3)} … ${one.slice(from, from + shown)}`).join('')
}

const fewer = (one: Given, other: Given): Given => (other.count < one.count ? other : one)
const mostCounts = 4

export interface Compared {
  name: string
  operationId: string
  /** The second call finds what the first made: it is made as one client only. */
  isOnce?: boolean
  call(things: Things): Promise<Call> | Call
}

export interface Hidden {
  hidden: Things
  absent: Things
  /** More that isn't there, for the call that fills caches. */
  other: Things
}

/** Makes a call that names what is hidden, what is absent and what is neither, and shows where the answers differ. */
export function createComparison(app: TestApp, { hidden, absent, other }: Hidden) {
  async function ask(client: Client, compared: Compared, things: Things): Promise<Given> {
    const given = await answerTo(app, client, await compared.call(things))
    if (!startsJob(compared.operationId)) return given
    return { ...given, text: `${given.text}\n${await outcomeOf(app, client, given.text)}` }
  }

  async function compareAs(client: Client, compared: Compared): Promise<string[]> {
    const [given, expected] = [await ask(client, compared, hidden), await ask(client, compared, absent)]
    const [one, another] = [given, expected].map((each) => normalized(each, [hidden, absent]))
    if (one !== another) return [`${compared.name}:${difference(one ?? '', another ?? '')}`]
    if (compared.isOnce) return []
    let [fewest, fewestExpected] = [given, expected]
    // A cache that expired meanwhile adds a statement to one of them: the fewest of a few calls count.
    for (let more = 0; more < mostCounts && fewest.count !== fewestExpected.count; more += 1) {
      fewest = fewer(fewest, await ask(client, compared, hidden))
      fewestExpected = fewer(fewestExpected, await ask(client, compared, absent))
    }
    if (fewest.count === fewestExpected.count) return []
    const texts = [fewest, fewestExpected].map(({ statements }) => statements.join('\n'))
    return [`${compared.name} sends other statements:${difference(texts[0] ?? '', texts[1] ?? '')}`]
  }

  /** What differs; nothing where a thing that is hidden looks absent. */
  return async (clients: readonly Client[], compared: Compared): Promise<string[]> => {
    await ask(clients[0] as Client, compared, other)
    const differences: string[] = []
    for (const client of compared.isOnce ? clients.slice(0, 1) : clients)
      differences.push(...(await compareAs(client, compared)))
    return differences
  }
}

/** Ids that stand for nothing: those of things, moved by as much. */
export function absentOf(things: Things, by: number, word: string): Things {
  const moved = Object.entries(things).map(([kind, value]) => {
    const isId = typeof value === 'number' && value > firstNewId / 2
    return [kind, isId ? value + by : typeof value === 'string' ? value.replaceAll('hidden', word) : value]
  })
  return Object.fromEntries(moved) as Things
}
