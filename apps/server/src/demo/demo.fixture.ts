import { expect, vi } from 'vitest'
import type { Answer, Client } from '../../test/harness.ts'

/** Milliseconds that loading or removing the demo may take on a busy machine. */
export const long = 600_000

/** The long tail. */
export const tail = { organizations: 17, accounts: 786, contacts: 753, pipelines: 7375 }
/** The customers who have a past. */
const customers = { organizations: 37, accounts: 40, contacts: 70, pipelines: 33 }
export const counts = {
  organizations: tail.organizations + customers.organizations,
  accounts: tail.accounts + customers.accounts,
  contacts: tail.contacts + customers.contacts,
  pipelines: tail.pipelines + customers.pipelines,
}
export const people = 35 + 6 + 17 + 6 + 1
/** The deals of the long tail have a stage in words, and those of the customers do not. */
export const ofTail = { field: 'stage', operator: 'set' }

export type Customers = keyof typeof counts
type Rule = Record<string, unknown>

export function readList(client: Client, plural: Customers, rule?: Rule, pageSize = 5000): Promise<Answer> {
  const filter = rule ? `&filter=${encodeURIComponent(JSON.stringify(rule))}` : ''
  return client.get(`core/${plural}?pageSize=${pageSize}${filter}`)
}

export async function countAll(client: Client): Promise<Record<string, number>> {
  const entries = Object.keys(counts).map(async (plural) => {
    const { body } = await readList(client, plural as Customers, undefined, 1)
    return [plural, body.totalItemCount] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

export async function find(client: Client, level: string, externalId: string): Promise<Answer['body']> {
  const found = await readList(client, `${level}s` as Customers, {
    field: 'system:externalId',
    operator: 'equals',
    value: externalId,
  })
  expect(found.body.data).toHaveLength(1)
  return found.body.data[0]
}

/** The texts of a picklist's options by their ids. */
export async function optionsOf(client: Client, level: string, name: string): Promise<Map<number, string>> {
  const fields = await client.get(`core/fields?level=${level}&name=${name}`)
  const [field] = fields.body.data as { picklistDefinition: { id: number; value: string }[] }[]
  return new Map(field?.picklistDefinition.map((option) => [option.id, option.value]))
}

export const withoutScores = (history: { action: string }[]) =>
  history.filter(({ action }) => action !== 'score')

/** A signal that fires before the given batch. */
export function stopBefore(batch: number): AbortSignal {
  const { signal } = new AbortController()
  let begun = 0
  vi.spyOn(signal, 'throwIfAborted').mockImplementation(() => {
    begun += 1
    if (begun === batch) throw new Error('stopped')
  })
  return signal
}

export const keyOf = (kind: string, at: string) => `${kind} ${new Date(at).toISOString()}`

/** The changes of an account's score with their days: as its history tells them, and as its health shows them. */
export async function scoreMoves(client: Client, accountId: number) {
  const from = new Date(Date.now() - 200 * 86_400_000).toISOString().slice(0, 10)
  const scores = await client.get(`health-management/scores/${accountId}/history?level=account&from=${from}`)
  const history = await client.get(`core/accounts/${accountId}/history?field=system:health&limit=200`)
  const points = scores.body.data as { at: string; score: number | null }[]
  const changes = history.body.data as { at: string; changes: { after: number | null }[] }[]
  return {
    told: changes
      .toReversed()
      .flatMap(({ at, changes: values }) =>
        values.map(({ after }) => ({ day: at.slice(0, 10), score: after })),
      ),
    shown: points
      .filter(({ score }, nth) => score !== points[nth - 1]?.score)
      .map(({ at, score }) => ({ day: at.slice(0, 10), score })),
  }
}
