import type { ReadContext, ReadValue } from '@steward/contracts/value'
import { readTyped } from '../data-type/index.ts'
import type { Catalogue, CatalogueField } from '../field/index.ts'
import type { StateValue, Values } from './record.state.ts'

export interface Problem {
  /** The API name of the field, or null for the whole record. */
  field: string | null
  message: string
}

export interface ReadForm {
  values: Values
  problems: Problem[]
}

/** Fields whose value the door sets by an action of its own, never by a form. */
const byActionOnly: Readonly<Record<string, string>> = {
  churned: 'Churned is set with churn-status.',
  churnDate: 'The churn date is set with churn-status.',
  churnReason: 'The churn reason is set with churn-status.',
  churnAmount: 'The churn amount is set with churn-status.',
  archived: 'Archived is set with archive and restore.',
  recordId: 'The internal ID never changes.',
  createdAt: 'This is set when the record is created.',
  updatedAt: 'This is set with every change.',
  health: 'Health is computed from the score settings.',
}

function refusal(field: CatalogueField | undefined, name: string): string | undefined {
  if (!field) return `There is no field "${name.slice(0, 60)}" at this level.`
  if (field.calculated) return `${field.displayName} is calculated, so it cannot be set.`
  if (byActionOnly[field.key]) return byActionOnly[field.key]
  return undefined
}

function idOf(input: unknown): unknown {
  return typeof input === 'object' && input !== null && 'id' in input ? input.id : input
}

/** Ids come as numbers, or as objects that carry an id, as a record is read. */
function idsOf(input: unknown): unknown {
  return Array.isArray(input) ? input.map(idOf) : idOf(input)
}

const carriesIds = new Set(['owner', 'user', 'organization', 'account', 'contact'])

function readOne(field: CatalogueField, input: unknown, context: ReadContext): ReadValue {
  return readTyped(field, carriesIds.has(field.dataType) ? idsOf(input) : input, context)
}

/**
 * Reads the values of a form by field name into values by key. The primary owner becomes the first
 * of the owners. Problems name the field as the form did.
 */
export function readForm(
  catalogue: Catalogue,
  form: Readonly<Record<string, unknown>>,
  context: ReadContext,
): ReadForm {
  const values: Values = {}
  const problems: Problem[] = []
  for (const [name, input] of Object.entries(form)) {
    const field = catalogue.find(name)
    const refused = refusal(field, name)
    if (!field || refused) {
      problems.push({ field: name, message: refused ?? '' })
      continue
    }
    const read = readOne(field, input, context)
    if (read.ok) values[field.key] = read.value as StateValue | null
    else problems.push({ field: field.name, message: read.message })
  }
  return { values: withPrimaryOwner(values), problems }
}

/** The first of the owners is the primary one. */
export function withPrimaryOwner(values: Values): Values {
  if (!('primaryOwner' in values)) return values
  const { primaryOwner, ...others } = values
  const rest = Array.isArray(others['owners']) ? others['owners'] : []
  const owners = primaryOwner ? [primaryOwner as number, ...rest.filter((id) => id !== primaryOwner)] : rest
  return { ...others, owners: owners.length > 0 ? owners : null }
}
