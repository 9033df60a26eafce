import type { Client } from './client.ts'

export type Plural = 'organizations' | 'accounts' | 'contacts' | 'pipelines'

export interface ListedRecord {
  organizationId?: number
  accountId?: number
  contactId?: number
  pipelineId?: number
  version: number
  globalFields: { name: string; externalId: string | null; [name: string]: unknown }
  customFields: Record<string, unknown>
}

interface Page {
  data: ListedRecord[]
  totalItemCount: number
  totalEntityCount: number
}

/** The first records of a level, 5,000 at most, and how many there are. */
export function listRecords(client: Client, plural: Plural, query = ''): Promise<Page> {
  return client.get<Page>(`/core/${plural}?pageSize=5000${query}`)
}

/** How many records each level has. */
export async function listTotals(client: Client): Promise<Record<Plural, number>> {
  const plurals = ['organizations', 'accounts', 'contacts', 'pipelines'] as const
  const totals = await Promise.all(
    plurals.map(async (plural) => {
      const { totalEntityCount } = await client.get<Page>(`/core/${plural}?pageSize=1`)
      return [plural, totalEntityCount] as const
    }),
  )
  return Object.fromEntries(totals) as Record<Plural, number>
}

interface Field {
  name: string
  displayName: string
}

/** A number, or the number of an amount in some currency. */
function numberOf(value: unknown): number {
  if (typeof value === 'object' && value !== null && 'value' in value) return Number(value.value)
  return Number(value ?? 0)
}

/** The sum of a number or currency field over all records of a level. The field is called by what people see. */
export async function sumOf(client: Client, plural: Plural, label: string): Promise<number> {
  const { data: fields } = await client.get<{ data: Field[] }>(`/core/fields?level=${plural}`)
  const field = fields.find(({ displayName }) => displayName === label)
  if (!field) throw new Error(`No field is called ${label}`)
  const { data } = await listRecords(client, plural)
  return data.reduce((sum, { customFields }) => sum + numberOf(customFields[field.name]), 0)
}
