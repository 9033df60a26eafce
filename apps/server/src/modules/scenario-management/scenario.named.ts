import type { Db } from '../../platform/db/database.ts'
import type { Named } from '../record-rule/index.ts'
import { listDefinitions, listEarlier, type VersionKey } from './scenario.store.ts'

/** Those of some versions that records are still in. */
export type FindOpen = (tenantId: number, versions: readonly VersionKey[]) => Promise<VersionKey[]>

/**
 * The settings of conditions, triggers, waits and actions of scenarios, in their latest versions and in earlier ones that
 * records are still in.
 */
export async function readNamed(db: Db, tenantId: number, findOpen: FindOpen): Promise<Named[]> {
  const open = await findOpen(tenantId, await listEarlier(db, tenantId))
  const rows = await listDefinitions(db, tenantId, open)
  return rows.map(({ name, level, definition, version, isLatest }) => ({
    name: isLatest ? name : `${name}, version ${version}`,
    level,
    settings: definition.nodes.map(({ settings }) => settings),
  }))
}
