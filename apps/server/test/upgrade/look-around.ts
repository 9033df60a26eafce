import { expect } from 'vitest'
import type { Seen } from './snapshot.ts'

interface Reader {
  // eslint-disable-next-line typescript/no-explicit-any -- as in the harness
  get(path: string): Promise<{ status: number; body: any }>
}

const levels = ['organizations', 'accounts', 'contacts', 'pipelines']

/** What a user sees of the records: how many there are, and which come first. */
export async function lookAround(client: Reader): Promise<Seen> {
  const seen: Seen = {}
  for (const level of levels) {
    const { status, body } = await client.get(`core/${level}?pageSize=20&sort=name`)
    expect(status, JSON.stringify(body)).toBe(200)
    const names = body.data.map((record: { globalFields: { name: string } }) => record.globalFields.name)
    seen[level] = { total: body.totalItemCount, names }
  }
  return seen
}
