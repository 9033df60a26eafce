/** Where the rows of a table lie on a Citus cluster. */
export type Placement = 'distributed' | 'reference' | 'local'

/** By what rows are spread: those of a tenant lie together. */
export const distributionColumn = 'tenant_id'

/** The table that all distributed ones lie beside. */
export const firstTable = 'tenant'

export interface PlacedOtherwise {
  placement: 'reference' | 'local'
  why: string
}

/** The tables whose rows do not are stored with their tenant. */
export const placedOtherwise: Readonly<Record<string, PlacedOtherwise>> = {
  migration: { placement: 'local', why: 'of the instance; read once, at a start' },
  worker_process: { placement: 'local', why: 'of the instance; written once for each worker' },
  ticker: { placement: 'local', why: 'of the instance; says which process looks for scheduled work' },
  event: {
    placement: 'local',
    why: 'a queue: every worker looks every few seconds which tenants have events, and most have none',
  },
  event_subscription: { placement: 'local', why: 'read and written together with events' },
  event_failure: { placement: 'local', why: 'retried by publishing events again, in one statement' },
}

export interface Placeable {
  name: string
  /** Columns of the primary key, in their order. */
  primaryKey: readonly string[]
  /** The type of the distribution column; undefined where there is none. */
  tenantType?: string | undefined
}

/**
 * Where a table lies: with its tenant where its key begins with one, else where the list says. Undefined
 * where neither tells.
 */
export function placementOf(table: Placeable): Placement | undefined {
  const otherwise = placedOtherwise[table.name]
  if (otherwise) return otherwise.placement
  const isTenants = table.primaryKey[0] === distributionColumn && table.tenantType === 'integer'
  return isTenants ? 'distributed' : undefined
}
