import { builtInFields } from '@steward/contracts/built-in-field'
import { OPERATORS } from '@steward/conditions'
import type { Random } from './random.ts'
import { spoiltNumber, spoiltText, spoiltValue } from './spoilt-value.ts'

/** A schema as the OpenAPI document has it. */
export interface Schema {
  $ref?: string
  type?: string
  format?: string
  const?: unknown
  enum?: unknown[]
  example?: unknown
  default?: unknown
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  additionalProperties?: boolean | Schema
}

/** What values are made of. */
export interface Making {
  random: Random
  /** The schemas that others refer to, by name. */
  shared: Record<string, Schema>
  /** An id that the call is about; `key` says under which name it will stand. */
  id(key?: string): number
  /** The names of fields, beside the built-in ones. */
  fields: readonly string[]
}

const words = ['Aurora', 'north', 'Zoë', 'kanarie', 'a', 'Renewal 2026', 'ada@example.com', '42']
const operators = Object.keys(OPERATORS)
const mostOfAnything = 40
const deepest = 8

/** Whether what is under this key names an object. */
export function isIdKey(key: string): boolean {
  return /(^|[a-z_:])(ids?|uid|identifiers?|owners?|users?|entit(y|ies)|accounts?|organizations?|contacts?|pipelines?|parents?|files?|stages?)$/i.test(
    key,
  )
}

function fieldName({ random, fields }: Making): string {
  return random.chance(0.3) && fields.length > 0
    ? random.pick(fields)
    : random.pick(builtInFields.map(({ name }) => name))
}

/** A rule that is well formed, whether its fields take it or not. */
export function ruleOf(making: Making, depth = 0): unknown {
  const { random } = making
  if (depth < 3 && random.chance(0.4)) {
    const branches = [ruleOf(making, depth + 1), ruleOf(making, depth + 1)]
    const kind = random.pick(['and', 'or', 'not'])
    return { [kind]: kind === 'not' ? branches[0] : branches }
  }
  const value = random.pick<() => unknown>([
    () => making.id(),
    () => [making.id()],
    () => '2026-01-01',
    () => random.pick(words),
    () => [1, 2],
    () => spoiltValue(random),
  ])()
  return { field: fieldName(making), operator: random.pick(operators), value }
}

/** Entries of an object that takes any: records are sent so. */
function freeEntries(making: Making, of: boolean | Schema): [string, unknown][] {
  const { random } = making
  return Array.from({ length: random.below(5) }, () => {
    const key = random.chance(0.9) ? fieldName(making) : spoiltText(random)
    const value = typeof of === 'object' && Object.keys(of).length > 0 ? valueOf(of, making, key) : undefined
    return [key, value ?? anyValue(making, key)]
  })
}

function anyValue(making: Making, key: string): unknown {
  const { random } = making
  if (isIdKey(key)) return random.chance(0.5) ? making.id(key) : [making.id(key)]
  return random.pick<() => unknown>([
    () => random.pick(words),
    () => random.below(1000),
    () => '2026-03-04',
    () => null,
    () => ruleOf(making),
    () => spoiltValue(random),
  ])()
}

const byFormat: Record<string, (random: Random) => string> = {
  date: (random) => `202${random.below(9)}-0${1 + random.below(9)}-1${random.below(9)}`,
  'date-time': (random) => `202${random.below(9)}-01-0${1 + random.below(9)}T10:00:00.000Z`,
  email: (random) => `somebody${random.below(50)}@example.com`,
  uri: () => 'https://login.invalid/',
  uuid: () => '00000000-0000-4000-8000-000000000000',
}

function textOf(schema: Schema, { random }: Making): string {
  if (random.chance(0.1)) return spoiltText(random)
  const formatted = byFormat[schema.format ?? '']?.(random)
  if (formatted !== undefined) return formatted
  if (typeof schema.example === 'string' && random.chance(0.6)) return schema.example
  const text = random.pick(words).padEnd(schema.minLength ?? 0, 'x')
  const longest = schema.maxLength ?? 1000
  return random.chance(0.1) ? 'x'.repeat(Math.min(longest, 5000)) : text.slice(0, longest)
}

function numberOf(schema: Schema, making: Making, key: string): number {
  const { random } = making
  if (isIdKey(key)) return making.id(key)
  if (random.chance(0.1)) return spoiltNumber(random)
  const least = schema.minimum ?? (schema.exclusiveMinimum === undefined ? 0 : schema.exclusiveMinimum + 1)
  const most = schema.maximum ?? least + 1000
  if (random.chance(0.2)) return random.pick([least, most, least - 1, most + 1])
  return Math.max(least, Math.min(most, least + random.below(mostOfAnything)))
}

function listOf(schema: Schema, making: Making, key: string, depth: number): unknown[] {
  const { random } = making
  const least = schema.minItems ?? 0
  const length = Math.min(schema.maxItems ?? mostOfAnything, least + random.below(4))
  return Array.from({ length }, () => valueOf(schema.items ?? {}, making, key, depth + 1))
}

function objectOf(schema: Schema, making: Making, depth: number): unknown {
  const { random } = making
  const required = new Set(schema.required ?? [])
  const known = Object.entries(schema.properties ?? {})
    .filter(([key]) => required.has(key) || random.chance(0.6))
    .map(([key, of]): [string, unknown] => [key, valueOf(of, making, key, depth + 1)])
  const free = schema.additionalProperties ? freeEntries(making, schema.additionalProperties) : []
  return Object.fromEntries([...known, ...free])
}

type Maker = (schema: Schema, making: Making, key: string, depth: number) => unknown

const byType: Record<string, Maker> = {
  string: (schema, making) => textOf(schema, making),
  integer: (schema, making, key) => numberOf(schema, making, key),
  number: (schema, making, key) => numberOf(schema, making, key),
  boolean: (_schema, { random }) => random.chance(0.5),
  null: () => null,
  array: (schema, making, key, depth) => listOf(schema, making, key, depth),
  object: (schema, making, _key, depth) => objectOf(schema, making, depth),
}

/** The schema that another one stands for, or that is picked among several. */
function chosen(schema: Schema, { random, shared }: Making): Schema | undefined {
  if (schema.$ref) return shared[schema.$ref.split('/').at(-1) ?? ''] ?? {}
  const choices = schema.anyOf ?? schema.oneOf
  return choices && random.pick(choices)
}

/** A value that a schema takes, mostly; `key` is the name under which it stands. */
export function valueOf(schema: Schema, making: Making, key = '', depth = 0): unknown {
  if (depth > deepest) return null
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return making.random.pick(schema.enum)
  const other = chosen(schema, making)
  if (other) return valueOf(other, making, key, depth + 1)
  const make = byType[schema.type ?? '']
  return make ? make(schema, making, key, depth) : anyValue(making, key)
}
