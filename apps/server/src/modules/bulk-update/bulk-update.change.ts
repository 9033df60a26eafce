import type { BulkUpdateChange } from '@steward/contracts/bulk-update'
import type { ChangeAction } from '@steward/contracts/record-history'
import type { ReadContext } from '@steward/contracts/value'
import { invalid } from '../../platform/errors.ts'
import type { CatalogueField } from '../field/index.ts'
import { readAct, type ChurnSource } from '../churn-reason/index.ts'
import {
  danglingReferences,
  forbiddenChanges,
  isBulkWritable,
  isRequired,
  type PlanContext,
  type Problem,
  readForm,
  type StateValue,
  type Values,
  withOwners,
} from '../record/index.ts'
import type { UpdateKey, UpdateMode } from './bulk-update.sql.ts'

/** One change for many records, read and checked as far as it does not depend on the record. */
export interface PreparedUpdate {
  action: ChangeAction
  freedom: 'form' | 'act'
  keys: readonly UpdateKey[]
  /** Whether it is written in bulk; else it goes through the door record by record. */
  inBulk: boolean
}

interface Asked {
  action: ChangeAction
  freedom: PreparedUpdate['freedom']
  mode: UpdateMode
  values: Values
  /** Values for keys that are not set. */
  whereUnset?: Values
  problems: readonly Problem[]
  /** Where in the request the values stand. */
  at: string
}

function readStateAct(
  { action, ...details }: Extract<BulkUpdateChange, { action: unknown }>,
  churn: ChurnSource,
): Asked {
  const { values, whereUnset, faults } = readAct(action, details, churn)
  if (Object.keys(faults).length > 0) {
    throw invalid(
      'churn.invalid',
      Object.fromEntries(Object.entries(faults).map(([name, message]) => [`change.${name}`, message])),
    )
  }
  return { action, freedom: 'act', mode: 'set', values, whereUnset, problems: [], at: 'change' }
}

function readAsked(
  context: PlanContext,
  reading: ReadContext,
  churn: ChurnSource,
  change: BulkUpdateChange,
): Asked {
  if ('action' in change) {
    const { action } = change
    if ((action === 'churn' || action === 'unchurn') && context.level > 2) {
      throw invalid('change.no_churn', { 'change.action': 'Only organizations and accounts can be churned.' })
    }
    return readStateAct(change, churn)
  }
  if ('owners' in change) {
    if (!context.catalogue.byKey('owners')) {
      throw invalid('change.no_owners', { 'change.owners': "Contacts can't have owners." })
    }
    const mode = change.mode === 'replace' ? 'set' : change.mode
    const values = { owners: [...new Set(change.owners)] }
    return { action: 'assign', freedom: 'act', mode, values, problems: [], at: 'change' }
  }
  const { values, problems } = readForm(context.catalogue, change.data, reading)
  return { action: 'edit', freedom: 'form', mode: change.mode, values, problems, at: 'change.data' }
}

/** Whether a field holds a list to which something can be added. */
function holdsSeveral(field: CatalogueField): boolean {
  return field.kind === 'references'
}

/** What is wrong with the values whatever record they are for. */
async function faultsOf(context: PlanContext, asked: Asked): Promise<Problem[]> {
  const { catalogue } = context
  const { values, mode } = asked
  const problems = [...asked.problems]
  // A primary owner is one of the owners, and so may be set by anyone who may set these.
  const checked = mode === 'set' ? withOwners({}, values) : values
  if (asked.freedom === 'form') problems.push(...forbiddenChanges(catalogue, checked))
  if (mode !== 'remove') {
    const references = await context.findReferences([checked], context.freedom)
    problems.push(...danglingReferences(catalogue, checked, {}, references))
  }
  if (mode === 'set') return problems
  for (const key in values) {
    const field = catalogue.byKey(key)
    if (!field) continue
    if (!holdsSeveral(field)) {
      const message = `${field.displayName} takes one value, so you can't add to it or remove from it. Set it instead.`
      problems.push({ field: field.name, message })
    } else if (values[key] === null) {
      problems.push({ field: field.name, message: `Specify the values to ${mode} for ${field.displayName}.` })
    }
  }
  return problems
}

function emptyMessage(field: CatalogueField | undefined, mode: UpdateMode): string | null {
  if (mode !== 'remove' || !field || !isRequired(field)) return null
  if (field.key === 'owners') return 'A record needs at least one owner.'
  return `${field.displayName} is required and cannot be cleared.`
}

/** Reads a bulk update. Throws `invalid_input` with the fields that are wrong whatever the record. */
export async function readBulkUpdate(
  context: PlanContext,
  reading: ReadContext,
  churn: ChurnSource,
  change: BulkUpdateChange,
): Promise<PreparedUpdate> {
  const asked = readAsked(context, reading, churn, change)
  const problems = await faultsOf(context, asked)
  if (problems.length > 0) {
    throw invalid(
      'record.invalid',
      Object.fromEntries(
        problems.map(({ field, message }) => [`${asked.at}.${nameAt(field, asked)}`, message]),
      ),
    )
  }
  const { mode, values, whereUnset = {} } = asked
  const keyOf = (key: string, from: Values): UpdateKey =>
    key === 'primaryOwner'
      ? { key: 'owners', mode: 'first', value: [from[key] as number], emptyMessage: null }
      : {
          key,
          mode,
          value: from[key] ?? null,
          emptyMessage: emptyMessage(context.catalogue.byKey(key), mode),
        }
  const keys = [
    ...Object.keys(values).map((key) => keyOf(key, values)),
    ...Object.keys(whereUnset).map((key) => ({ ...keyOf(key, whereUnset), whereUnset: true as const })),
  ]
  return {
    action: asked.action,
    freedom: asked.freedom,
    keys,
    inBulk: isBulkWritable(keys.map(({ key }) => key)),
  }
}

function nameAt(field: string | null, { action }: Asked): string {
  return action === 'assign' ? 'owners' : (field ?? 'record')
}

/** What each record is asked to hold, for the door. */
export function updateValues({ keys }: PreparedUpdate): Values {
  return Object.fromEntries(
    keys.map(({ key, mode, value }): [string, StateValue | null] =>
      mode === 'first' ? ['primaryOwner', (value as number[])[0] ?? null] : [key, value],
    ),
  )
}
