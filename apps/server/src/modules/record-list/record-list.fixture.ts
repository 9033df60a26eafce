import { vi } from 'vitest'
import type { TestApp } from '../../../test/harness.ts'
import type { CatalogueField } from '../field/index.ts'

/** Requests the index on a field of accounts, and waits until it is there. Returns the field. */
export async function indexField(app: TestApp, key: string): Promise<CatalogueField> {
  const { fields } = app.application.modules
  const read = async (): Promise<CatalogueField> => {
    const field = (await fields.catalogue(app.tenantId, 2)).byKey(key)
    if (!field) throw new Error(`There is no field ${key}`)
    return field
  }
  await fields.requestIndex(app.tenantId, await read(), 2, 'match')
  return vi.waitUntil(
    async () => {
      const field = await read()
      return field.indexed && field
    },
    { timeout: 20_000 },
  )
}
