import { textLimits, type DataType } from './data-type.ts'

/** Money as it is stored and sent: an amount in one currency. */
export interface CurrencyValue {
  currencyDefinitionId: number
  value: number
}

/** What a field may hold. Picklists hold option ids; users and records hold their ids; days are YYYY-MM-DD. */
export type FieldValue = string | number | boolean | number[] | CurrencyValue

export interface PicklistOption {
  id: number
  value: string
  color: string | null
  retired: boolean
}

/** As much of a field as reading a value needs. */
export interface ValueField {
  dataType: DataType
  displayName: string
  options?: readonly PicklistOption[]
  maxLength?: number
}

export type ReadValue = { ok: true; value: FieldValue | null } | { ok: false; message: string }

export interface ReadContext {
  /** The currency of an amount that names none. */
  defaultCurrencyId: number
}

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const dayPattern = /^\d{4}-\d{2}-\d{2}$/
const largestNumber = 1e15

const good = (value: FieldValue | null): ReadValue => ({ ok: true, value })
const bad = (message: string): ReadValue => ({ ok: false, message })

/** Whether a text is a calendar day written YYYY-MM-DD. */
export function isDay(text: string): boolean {
  if (!dayPattern.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) && text >= '0001-01-01'
}

/** Whether a text has the form of an e-mail address: no spaces, an at sign, a domain with a dot. */
export function isEmail(text: string): boolean {
  return text.length <= textLimits.email && emailPattern.test(text)
}

/** Whether a text holds what cannot be stored: a null character, or half of a surrogate pair. */
export function hasForbiddenCharacters(text: string): boolean {
  return text.includes('\u0000') || !text.isWellFormed()
}

function readText(field: ValueField, input: unknown, limit: number): ReadValue {
  if (typeof input !== 'string') return bad(`${field.displayName} is a text.`)
  if (input.length > limit) {
    return bad(
      `${field.displayName} has at most ${limit.toLocaleString('en-US')} characters; this has ${input.length.toLocaleString('en-US')}.`,
    )
  }
  if (hasForbiddenCharacters(input)) {
    return bad(`${field.displayName} holds a character that cannot be stored. Remove it and try again.`)
  }
  const text = input.trim()
  return good(text === '' ? null : text)
}

function readEmail(field: ValueField, input: unknown): ReadValue {
  const text = readText(field, input, textLimits.email)
  if (!text.ok || text.value === null || isEmail(text.value as string)) return text
  return bad(`${field.displayName} is not an e-mail address. Write it like name@company.com.`)
}

function readNumber(field: ValueField, input: unknown): ReadValue {
  if (typeof input !== 'number' || !Number.isFinite(input)) return bad(`${field.displayName} is a number.`)
  if (Math.abs(input) >= largestNumber) {
    return bad(`${field.displayName} lies between -1,000,000,000,000,000 and 1,000,000,000,000,000.`)
  }
  return good(input === 0 ? 0 : input)
}

function readCurrency(field: ValueField, input: unknown, context: ReadContext): ReadValue {
  const money =
    typeof input === 'number' ? { currencyDefinitionId: context.defaultCurrencyId, value: input } : input
  if (typeof money !== 'object' || money === null || Array.isArray(money)) {
    return bad(`${field.displayName} is an amount: a number, or { currencyDefinitionId, value }.`)
  }
  const { currencyDefinitionId = context.defaultCurrencyId, value } = money as Partial<CurrencyValue>
  if (!isId(currencyDefinitionId)) return bad(`${field.displayName} names a currency by its id.`)
  const amount = readNumber(field, value)
  return amount.ok ? good({ currencyDefinitionId, value: amount.value as number }) : amount
}

function readDay(field: ValueField, input: unknown): ReadValue {
  if (typeof input === 'string' && isDay(input)) return good(input)
  return bad(`${field.displayName} is a day written YYYY-MM-DD.`)
}

function isId(input: unknown): input is number {
  return typeof input === 'number' && Number.isSafeInteger(input) && input > 0
}

function readId(field: ValueField, input: unknown): ReadValue {
  return isId(input) ? good(input) : bad(`${field.displayName} is named by its id, a whole number.`)
}

function findOption(field: ValueField, input: unknown): PicklistOption | undefined {
  const options = field.options ?? []
  if (typeof input === 'number') return options.find((option) => option.id === input)
  if (typeof input !== 'string') return undefined
  const text = input.trim().toLowerCase()
  return options.find((option) => option.value.toLowerCase() === text)
}

function readOption(field: ValueField, input: unknown): ReadValue {
  if (typeof input === 'string' && input.trim() === '') return good(null)
  const option = findOption(field, input)
  if (option) return good(option.id)
  const named = typeof input === 'string' || typeof input === 'number'
  return bad(
    `${named ? `"${String(input).slice(0, 50)}"` : 'This'} is not an option of ${field.displayName}.`,
  )
}

function readOptions(field: ValueField, input: unknown): ReadValue {
  if (!Array.isArray(input)) return bad(`${field.displayName} is a list of options.`)
  const ids = new Set<number>()
  for (const item of input) {
    const option = readOption(field, item)
    if (!option.ok) return option
    if (option.value !== null) ids.add(option.value as number)
  }
  return good(ids.size === 0 ? null : [...ids])
}

function readIds(field: ValueField, input: unknown): ReadValue {
  if (!Array.isArray(input) || !input.every(isId)) return bad(`${field.displayName} is a list of ids.`)
  return good([...new Set(input)])
}

function readBoolean(field: ValueField, input: unknown): ReadValue {
  return typeof input === 'boolean' ? good(input) : bad(`${field.displayName} is true or false.`)
}

function readPulse(field: ValueField, input: unknown): ReadValue {
  if (isId(input) && input <= 5) return good(input)
  return bad(`${field.displayName} is a number from 1 (High Risk) to 5 (Very Satisfied).`)
}

type Reader = (field: ValueField, input: unknown, context: ReadContext) => ReadValue

const readers: Record<DataType, Reader> = {
  string: (field, input) => readText(field, input, field.maxLength ?? textLimits.string),
  longText: (field, input) => readText(field, input, textLimits.longText),
  boolean: readBoolean,
  number: readNumber,
  mandatoryNumber: readNumber,
  percentage: readNumber,
  currency: readCurrency,
  date: readDay,
  mandatoryDate: readDay,
  email: readEmail,
  singlePicklist: readOption,
  multiPicklist: readOptions,
  user: readId,
  organization: readId,
  account: readId,
  contact: readId,
  pulse: readPulse,
  health: readNumber,
  lifecycleStage: readId,
  owner: readIds,
  pipelineStatus: readId,
  parentEntity: readId,
}

/**
 * Reads a value as it came in a request or a form. Null and undefined clear the field;
 * an empty or blank text does too. Errors are sentences that name the field.
 */
export function readValue(field: ValueField, input: unknown, context: ReadContext): ReadValue {
  if (input === null || input === undefined) return good(null)
  if (input === '' && field.dataType !== 'boolean') return good(null)
  return readers[field.dataType](field, input, context)
}
