import type { Db } from '../../platform/db/database.ts'
import { fieldsNamedIn, type NamesFields } from '../record-rule/index.ts'
import { listDefinitions } from './scenario.store.ts'

/** The fields that conditions, triggers, waits and actions of scenarios name. */
export async function readNamedFields(db: Db, tenantId: number): Promise<NamesFields[]> {
  const rows = await listDefinitions(db, tenantId)
  return rows.map(({ name, level, definition }) => ({
    name,
    level,
    fields: fieldsNamedIn(definition.nodes.map(({ settings }) => settings)),
  }))
}
