import type { BulkUpdateChange } from '@steward/contracts/bulk-update'
import { cutText } from '@steward/contracts/value'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Catalogue } from '../field/index.ts'
import type { PreparedUpdate, UpdateSample } from '../bulk-update/index.ts'
import type { ItemChange } from './bulk-item.store.ts'
import { describeDifferences } from './bulk.items.ts'
import { wordsOf, type ImportNeighbours } from './bulk.setup.ts'

const actionLabels = {
  archive: 'Archive',
  restore: 'Restore',
  churn: 'Mark as churned',
  unchurn: 'Mark as not churned',
} as const

const longestLabel = 200

function wordsFor(mode: PreparedUpdate['keys'][number]['mode'], { label, after }: ItemChange): string {
  if (mode === 'add') return `Add ${after} to ${label}`
  if (mode === 'remove') return `Remove ${after} from ${label}`
  if (mode === 'first') return `Make ${after} the primary owner`
  return after === null ? `Clear ${label}` : `Set ${label} to ${after}`
}

/** What a bulk update does, in a few words. */
export async function labelOf(
  db: Db,
  neighbours: ImportNeighbours,
  actor: Actor,
  catalogue: Catalogue,
  change: BulkUpdateChange,
  { keys }: PreparedUpdate,
): Promise<string> {
  if ('action' in change) return actionLabels[change.action]
  const rules = { actor, fields: catalogue.fields }
  const words = await wordsOf(neighbours, actor.tenantId)
  const labels: string[] = []
  for (const { key, mode, value } of keys) {
    const field = catalogue.byKey(key)
    if (!field) continue
    const [changes] = await describeDifferences(
      db,
      rules,
      [{ before: { [key]: null }, after: { [key]: value } }],
      words,
    )
    const [named = { field: field.name, label: field.displayName, before: null, after: null }] = changes ?? []
    labels.push(wordsFor(mode, named))
  }
  const label = labels.join('; ')
  return label.length > longestLabel ? `${cutText(label, longestLabel - 1)}…` : label
}

interface SampleText {
  id: number
  name: string
  before: string | null
  after: string | null
}

function joined(changes: readonly ItemChange[], side: 'before' | 'after'): string | null {
  const [only] = changes
  if (changes.length === 1 && only) return only[side]
  return changes.map((change) => `${change.label}: ${change[side] ?? 'none'}`).join(', ')
}

/** What a few records held and would hold, as people read it. */
export async function describeSample(
  db: Db,
  neighbours: ImportNeighbours,
  actor: Actor,
  catalogue: Catalogue,
  sample: readonly UpdateSample[],
): Promise<SampleText[]> {
  const words = await wordsOf(neighbours, actor.tenantId)
  const changes = await describeDifferences(db, { actor, fields: catalogue.fields }, sample, words)
  return sample.map(({ recordId, name }, at) => {
    const differing = (changes[at] ?? []).filter(({ before, after }) => before !== after)
    return { id: recordId, name, before: joined(differing, 'before'), after: joined(differing, 'after') }
  })
}
