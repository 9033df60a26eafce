import type { LevelPlural } from '@steward/contracts/level'
import { levelOf } from '@steward/contracts/level'
import { expect } from 'vitest'
import type { Answer, Client, TestApp } from '../../../test/harness.ts'

type Fields = Record<string, unknown>

/** What an answer holds, once its status has been looked at. */
export function good(answer: Answer): Answer['body'] {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

/** Creates a record and answers its id. Custom fields are beside the built-in ones. */
export async function create(client: Client, plural: LevelPlural, fields: Fields): Promise<number> {
  const email = plural === 'contacts' ? { email: 'somebody@example.com' } : {}
  const body = good(await client.post(`core/${plural}`, { globalFields: { ...email, ...fields } }))
  return body.data[levelOf(plural).idKey]
}

export async function read(client: Client, plural: LevelPlural, id: number): Promise<Answer['body']> {
  return good(await client.get(`core/${plural}/${id}`)).data
}

/** Sets fields of a record; answers the change set. */
export async function edit(client: Client, plural: LevelPlural, id: number, data: Fields): Promise<number> {
  return good(await client.post(`core/${plural}/${id}`, { data })).changeSetId
}

export async function undo(client: Client, changeSetId: number): Promise<Answer['body']> {
  return good(await client.post(`core/change-sets/${changeSetId}/undo`)).data
}

/** A list; a filter is given as a rule. */
export async function list(
  client: Client,
  plural: LevelPlural,
  query: Record<string, unknown> = {},
): Promise<Answer['body']> {
  const entries = Object.entries(query).map(([key, value]): [string, string] => [
    key,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ])
  return good(await client.get(`core/${plural}?${new URLSearchParams(entries)}`))
}

/** The names of a list's records, in its order. */
export function namesOf({ data }: { data: { globalFields: { name: string } }[] }): string[] {
  return data.map((record) => record.globalFields.name)
}

/** Defines a custom field. */
export async function defineField(
  client: Client,
  columnLevel: string,
  name: string,
  dataType: string,
  more: Fields = {},
): Promise<{ customColumnId: number; name: string; picklistDefinition: { id: number; value: string }[] }> {
  const body = { name, displayName: name, dataType, columnLevel, ...more }
  return good(await client.post('core/fields', body)).data
}

const difference = (a: string, b: string) => `(select * from ${a} except all select * from ${b})`

/** Rows of slots that are not what the records say. */
export async function straySlots(app: TestApp): Promise<unknown[]> {
  const client = await app.application.platform.database.owner.connect()
  try {
    await client.query('begin')
    await client.query('create temp table present on commit drop as select * from record_slot')
    await client.query('select fill_slots(tenant_id, level) from tenant, generate_series(1, 4) level')
    const found = await client.query(
      `select to_jsonb(x) from (${difference('present', 'record_slot')} union all ${difference('record_slot', 'present')}) x`,
    )
    return found.rows
  } finally {
    await client.query('rollback')
    client.release()
  }
}
