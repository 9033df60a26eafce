import { setTimeout as wait } from 'node:timers/promises'
import type { World } from './world.ts'

/** What single calls were to do, and of which of them Steward said that it was done. */
interface Ledger {
  asked: string[]
  acknowledged: Set<string>
}

/** Someone who goes on working whatever breaks, and never sends a call twice. */
export interface Writer {
  readonly asked: number
  readonly acknowledged: number
  /** Answers that are a fault of the server, whatever broke. */
  readonly faults: string[]
  stop(): Promise<void>
  /** What was lost or doubled, in sentences. */
  check(): Promise<string[]>
}

const pause = 60

/** A table in which what was written is counted by its key. */
interface Kind {
  name: string
  /** The call for a key; of single edits keys are numbers that count up. */
  call(world: World, key: string, at: number): Promise<{ status: number; body: unknown }>
  /** Rows `key`, `n` for those of the keys that are there. */
  count: (world: World) => { text: string; values: unknown[] }
}

const kinds: Kind[] = [
  {
    name: 'contact',
    call: ({ client }, key) =>
      client.call('POST', '/core/contacts', {
        globalFields: { name: key, email: 'somebody@example.com', externalId: key },
      }),
    count: () => ({
      text: `select r.name as key, count(*)::int n from record r join change c using (tenant_id, record_id)
        where r.name = any($1) and c.kind = 1 group by 1`,
      values: [],
    }),
  },
  {
    name: 'edit',
    call: ({ client, furniture }, _key, at) =>
      client.call('POST', `/core/accounts/${furniture.accountId}`, { data: { [furniture.visits.name]: at } }),
    count: ({ furniture }) => ({
      text: `select k as key, count(c.record_id)::int n from unnest($1::text[]) k
        left join change c on c.record_id = $2 and c.kind = 2 and c.after->>$3 = split_part(k, ' ', 2) group by 1`,
      values: [furniture.accountId, String(furniture.visits.id)],
    }),
  },
  {
    name: 'note',
    call: ({ client, furniture }, key) =>
      client.call('POST', '/core/notes', { level: 2, parentIdentifier: furniture.accountId, title: key }),
    count: () => ({
      text: 'select title as key, count(*)::int n from timeline_item where title = any($1) and kind < 6 group by 1',
      values: [],
    }),
  },
]

let serial = 0

async function checkKind(world: World, kind: Kind, { asked, acknowledged }: Ledger): Promise<string[]> {
  const { text, values } = kind.count(world)
  const rows = await world.sql<{ key: string; n: number }>(text, [asked, ...values])
  const found = new Map(rows.map(({ key, n }) => [key, n]))
  return asked.flatMap((key) => {
    const n = found.get(key) ?? 0
    if (n > 1) return [`${kind.name} "${key}" is there ${n} times`]
    return n === 0 && acknowledged.has(key) ? [`${kind.name} "${key}" was acknowledged and is lost`] : []
  })
}

/** Begins to write contacts, edits of one account, and notes, one call after the other. */
export function startWriter(world: World, tag: string): Writer {
  const ledgers = new Map<Kind, Ledger>(kinds.map((kind) => [kind, { asked: [], acknowledged: new Set() }]))
  const faults: string[] = []
  let isStopped = false

  async function write(kind: Kind): Promise<void> {
    serial += 1
    const key = `${tag} ${serial}`
    const ledger = ledgers.get(kind) as Ledger
    ledger.asked.push(key)
    const answer = await kind.call(world, key, serial).catch(() => undefined)
    if (answer?.status === 200) ledger.acknowledged.add(key)
    // To be refused with a sentence is right when something is broken; to be answered "something went wrong" is not.
    if (answer?.status === 500) faults.push(`a ${kind.name} was answered 500: ${JSON.stringify(answer.body)}`)
  }

  const working = (async () => {
    for (let at = 0; !isStopped; at += 1) {
      await write(kinds[at % kinds.length] as Kind)
      await wait(pause)
    }
  })()

  const sum = (of: (ledger: Ledger) => number) =>
    [...ledgers.values()].reduce((total, ledger) => total + of(ledger), 0)
  return {
    get asked() {
      return sum(({ asked }) => asked.length)
    },
    get acknowledged() {
      return sum(({ acknowledged }) => acknowledged.size)
    },
    faults,
    async stop() {
      isStopped = true
      await working
    },
    async check() {
      const all = await Promise.all([...ledgers].map(([kind, ledger]) => checkKind(world, kind, ledger)))
      return all.flat()
    },
  }
}
