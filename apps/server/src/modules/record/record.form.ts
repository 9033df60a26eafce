import type { ReadContext, ReadValue } from '@steward/contracts/value'
import { readTyped } from '../data-type/index.ts'
import type { Catalogue, CatalogueField } from '../field/index.ts'
import { withOwners, type Problem } from './record.rules.ts'
import type { StateValue, Values } from './record.state.ts'

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
  recordId: "The internal ID can't be changed.",
  createdAt: 'This is set when the record is created.',
  updatedAt: 'Updated with every change.',
  health: 'Health is computed from the score settings.',
}

function refusal(field: CatalogueField | undefined, name: string): string | undefined {
  if (!field) return `Unknown field "${name.slice(0, 60)}".`
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

/** The picture of a record is not a field: a form names it by the imageUID that its upload answered. */
const imageName = 'imageId'
const imageUid = /^[0-9a-f]{32}$/

function readImage(input: unknown): ReadValue {
  if (input === null || input === '') return { ok: true, value: null }
  if (typeof input === 'string' && imageUid.test(input)) return { ok: true, value: input }
  return { ok: false, message: 'Send the imageUID of an uploaded picture, or null.' }
}

function readOne(field: CatalogueField, input: unknown, context: ReadContext): ReadValue {
  return readTyped(field, carriesIds.has(field.dataType) ? idsOf(input) : input, context)
}

/** A value by its key in a state, or a problem under the name by which the answer tells it. */
function readNamed(
  catalogue: Catalogue,
  name: string,
  input: unknown,
  context: ReadContext,
): { key: string; name: string; read: ReadValue } {
  const field = catalogue.find(name)
  if (!field && name === imageName) return { key: imageName, name, read: readImage(input) }
  const message = refusal(field, name)
  if (!field || message) return { key: name, name, read: { ok: false, message: message ?? '' } }
  return { key: field.key, name: field.name, read: readOne(field, input, context) }
}

/**
 * Reads the values of a form by field name into values by key. The primary owner becomes the first of
 * owners that come with it. Problems name the field as the form did.
 */
export function readForm(
  catalogue: Catalogue,
  form: Readonly<Record<string, unknown>>,
  context: ReadContext,
): ReadForm {
  const values: Values = {}
  const problems: Problem[] = []
  for (const [asked, input] of Object.entries(form)) {
    const { key, name, read } = readNamed(catalogue, asked, input, context)
    if (read.ok) values[key] = read.value as StateValue | null
    else problems.push({ field: name, message: read.message })
  }
  return { values: withPrimaryOwner(values), problems }
}

/**
 * The first of the owners is the primary one. One that is set without owners waits for those that the
 * record has: see `withOwners`.
 */
export function withPrimaryOwner(values: Values): Values {
  if (!('primaryOwner' in values)) return values
  return 'owners' in values || values['primaryOwner'] === null ? withOwners({}, values) : values
}
