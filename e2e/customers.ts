import type { Client } from './client.ts'
import type { ListedRecord, Plural } from './lists.ts'

interface Written {
  data: ListedRecord
}

/** The name that a field of this label has for the API. */
export const apiNameOf = (label: string): string => label.toLowerCase().replaceAll(' ', '_')

/** Creates a record through the API; returns it. */
export async function createRecord(
  client: Client,
  plural: Plural,
  globalFields: Record<string, unknown>,
  customFields: Record<string, unknown> = {},
): Promise<ListedRecord> {
  const { data } = await client.post<Written>(`/core/${plural}`, { globalFields, customFields })
  return data
}

/** Defines a field of a level; returns its API name. */
export async function createField(
  client: Client,
  columnLevel: string,
  displayName: string,
  dataType: string,
  options: readonly string[] = [],
): Promise<string> {
  const { data } = await client.post<{ data: { name: string } }>('/core/fields', {
    columnLevel,
    displayName,
    dataType,
    picklistDefinition: options,
  })
  return data.name
}
