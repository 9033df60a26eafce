import { isAlwaysRequired } from '@steward/contracts/data-type'
import type { References as NamedThings } from '../data-type/index.ts'
import type { Catalogue, CatalogueField } from '../field/index.ts'
import { copyOf, type State, type Values } from './record.state.ts'

/** Why something may not be. */
export interface Problem {
  /** The API name of the field, or null for the whole record. */
  field: string | null
  message: string
}

/** What a new record takes where the form says nothing. */
export interface Defaults {
  stageId: number | null
  /** null: the owner has to be said. */
  ownerId: number | null
}

/** The ids that values may reference. */
export interface References extends NamedThings {
  /** The pictures among those that are named that are there. */
  images: ReadonlySet<string>
}

const openStatus = 1

/** A primary owner comes first; the others are those that are set with it, else those that there are. */
export function withOwners(state: State, values: Values): Values {
  if (!('primaryOwner' in values)) return values
  const { primaryOwner, ...others } = values
  const present = 'owners' in values ? values['owners'] : primaryOwner === null ? null : state['owners']
  const rest = Array.isArray(present) ? (present as number[]) : []
  const owners =
    typeof primaryOwner === 'number' ? [primaryOwner, ...rest.filter((id) => id !== primaryOwner)] : rest
  return { ...others, owners: owners.length > 0 ? owners : null }
}

/** Required on a form even where the setting says so for what only the system fills. */
const filledBySystem = new Set(['health', 'pulse', 'recordId'])

/** A new record's values with everything that has a default. */
export function withDefaults(level: number, values: Values, defaults: Defaults): Values {
  const complete: Values = copyOf(values)
  if (level !== 3 && !complete['owners'] && defaults.ownerId) complete['owners'] = [defaults.ownerId]
  if (level !== 4 && !complete['stageId'] && defaults.stageId) complete['stageId'] = defaults.stageId
  if (level === 4) {
    complete['pipelineType'] ??= 1
    complete['statusId'] ??= openStatus
  }
  return complete
}

function isMissing(field: CatalogueField, value: unknown): boolean {
  return (
    value === null || value === undefined || (field.dataType === 'owner' && (value as number[]).length === 0)
  )
}

export function isRequired(field: CatalogueField): boolean {
  return (field.required || isAlwaysRequired(field.dataType)) && !filledBySystem.has(field.key)
}

/** What is calculated once for a catalogue, of which many records are checked. */
function ofCatalogue(isMeant: (field: CatalogueField) => boolean) {
  const known = new WeakMap<Catalogue, readonly CatalogueField[]>()
  return (catalogue: Catalogue): readonly CatalogueField[] => {
    const fields = known.get(catalogue) ?? catalogue.fields.filter(isMeant)
    known.set(catalogue, fields)
    return fields
  }
}

const requiredFields = ofCatalogue(isRequired)
const checkedFields = ofCatalogue((field) => field.type.check !== undefined)

/** Required fields that a new record lacks. */
export function missingFields(catalogue: Catalogue, values: Values): Problem[] {
  return requiredFields(catalogue)
    .filter((field) => isMissing(field, values[field.key]))
    .map((field) => ({ field: field.name, message: `${field.displayName} is required.` }))
}

const ofChurned = ['churnDate', 'churnReason', 'churnAmount']

/** Only what is churned has details of it: values that would say otherwise give way. */
export function withChurn(state: State, asked: Values): Values {
  const churned = 'churned' in asked ? asked['churned'] : state['churned']
  if (churned === true) return asked
  const wrong = ofChurned.filter((key) => key in asked || key in state)
  return wrong.length === 0 ? asked : { ...asked, ...Object.fromEntries(wrong.map((key) => [key, null])) }
}

/** What a pipeline belongs to is set when it is created; after that it moves, or a file moves it. */
function isFixed(level: number, key: string): boolean {
  return level === 4 && (key === 'organizationId' || key === 'accountId')
}

function faultOfEdit(field: CatalogueField, value: unknown): string | undefined {
  if (!field.editable) return `${field.displayName} cannot be edited.`
  if (!isRequired(field) || !isMissing(field, value)) return undefined
  return `${field.displayName} is required and cannot be cleared.`
}

/** What acts set that are no forms. */
const setByActs = new Set(['archived', 'churned', ...ofChurned, 'organizationId', 'accountId', 'createdAt'])

/** What only a file may set of records that are there. */
const setByUploads = new Set(['externalId', 'createdAt'])

/** Why someone may not put a value back by itself. */
export function faultOfReturn(field: CatalogueField, value: unknown): string | undefined {
  if (field.key === 'health') return 'Health is computed from the score settings.'
  return setByActs.has(field.key) ? undefined : faultOfEdit(field, value)
}

/** Required fields that a change would clear, and fields that may not be edited. */
export function forbiddenChanges(catalogue: Catalogue, after: Values, isUpload = false): Problem[] {
  const problems: Problem[] = []
  for (const key in after) {
    const field = catalogue.byKey(key)
    if (!field) continue
    if (isFixed(catalogue.level, key) && !isUpload) {
      problems.push({ field: field.name, message: `${field.displayName} is changed by moving the record.` })
      continue
    }
    const message = isUpload && setByUploads.has(key) ? undefined : faultOfEdit(field, after[key])
    if (message) problems.push({ field: field.name, message })
  }
  return problems
}

/** Values that name something that is not there. */
export function danglingReferences(
  catalogue: Catalogue,
  after: Values,
  state: State,
  references: References,
): Problem[] {
  const problems: Problem[] = []
  for (const field of checkedFields(catalogue)) {
    const value = after[field.key]
    if (value === null || value === undefined) continue
    const message = field.type.check?.(field, value, references, state[field.key])
    if (message) problems.push({ field: field.name, message })
  }
  if (lacksImage(after, references)) {
    problems.push({ field: 'imageId', message: 'This picture does not exist. Upload it again.' })
  }
  return problems
}

function lacksImage({ imageId }: Values, { images }: References): boolean {
  return typeof imageId === 'string' && !images.has(imageId)
}

/** Without a picture that is gone by now: nothing brings it back. */
export function withoutLostImage(values: Values, references: References): Values {
  return lacksImage(values, references) ? { ...values, imageId: null } : values
}

/**
 * Where a record may hang: its organization comes with its account, and one that differs from a staying
 * account's is left out.
 */
export function withParents(level: number, state: State, asked: Values, references: References): Values {
  const accountId = 'accountId' in asked ? asked['accountId'] : state['accountId']
  if (level < 3 || typeof accountId !== 'number') return asked
  if (!('accountId' in asked)) {
    const { organizationId: _, ...others } = asked
    return others
  }
  const parent = references.records.get(accountId)
  return parent ? { ...asked, organizationId: parent.organizationId } : asked
}

/** An organization that is asked for although the account, which stays, brings another. */
export function contraryParent(catalogue: Catalogue, state: State, asked: Values): Problem[] {
  const isFollowing = catalogue.level >= 3 && state['accountId'] !== undefined && !('accountId' in asked)
  const organizationId = asked['organizationId']
  if (!isFollowing || organizationId === undefined) return []
  if (organizationId === (state['organizationId'] ?? null)) return []
  const message = 'The organization is set by the account. Change or clear the account.'
  return [{ field: 'organization', message }]
}

/** An organization and an account that are asked for together, where the account belongs to another one. */
export function contraryAccount(level: number, asked: Values, references: References): Problem[] {
  const { accountId, organizationId } = asked
  if (level < 3 || typeof accountId !== 'number' || typeof organizationId !== 'number') return []
  const parent = references.records.get(accountId)
  if (!parent || parent.organizationId === organizationId) return []
  const message = 'The account belongs to another organization. Choose one of the two.'
  return [{ field: 'organization', message }]
}

/** A pipeline belongs to something. */
export function missingParent(level: number, values: Values): Problem[] {
  if (level !== 4 || values['organizationId'] || values['accountId']) return []
  return [{ field: 'account', message: 'Choose an organization or account.' }]
}

/** Contacts have no owners: a user who sees only what they own would never find one that belongs to nothing. */
export function unseenContact(level: number, values: Values, seesOwnOnly: boolean): Problem[] {
  if (level !== 3 || !seesOwnOnly || values['organizationId'] || values['accountId']) return []
  const message =
    "Choose an account or an organization that you own. Without one you couldn't see this contact."
  return [{ field: 'account', message }]
}

/** A value that could not be read is also missing; one sentence about it is enough. */
export function onePerField(problems: readonly Problem[]): Problem[] {
  const seen = new Set<string | null>()
  return problems.filter((problem) => {
    if (problem.field !== null && seen.has(problem.field)) return false
    seen.add(problem.field)
    return true
  })
}
