/** As much of JSON Schema as an example needs. */
interface Schema {
  $ref?: string
  example?: unknown
  examples?: unknown[]
  default?: unknown
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  type?: string | string[]
  format?: string
  pattern?: string
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  minimum?: number
  exclusiveMinimum?: number
  maxLength?: number
}

interface Content {
  schema?: Schema
  example?: unknown
}

interface Operation {
  requestBody?: { content?: Record<string, Content> }
  responses?: Record<string, { content?: Record<string, Content> }>
}

export interface ApiDocument {
  paths?: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema> }
}

const byFormat: Readonly<Record<string, string>> = {
  'date-time': '2026-03-14T09:26:53.000Z',
  date: '2026-03-14',
  email: 'amara.osei@example.com',
  uuid: '8d0b1f2e-6f1b-4a53-9a53-2c7e5a7c9d10',
  uri: 'https://example.com',
}

type Schemas = Record<string, Schema>

function given(schema: Schema): unknown {
  const candidates = [schema.example, schema.examples?.[0], schema.const, schema.default, schema.enum?.[0]]
  return candidates.find((candidate) => candidate !== undefined)
}

function ofObject(schema: Schema, schemas: Schemas, depth: number): Record<string, unknown> {
  const required = new Set(schema.required)
  const entries = Object.entries(schema.properties ?? {}).filter(([key]) => depth < 3 || required.has(key))
  return Object.fromEntries(entries.map(([key, value]) => [key, exampleOf(value, schemas, depth + 1)]))
}

function ofList(schema: Schema, schemas: Schemas, depth: number): unknown[] {
  return schema.items && depth < 6 ? [exampleOf(schema.items, schemas, depth + 1)] : []
}

function ofScalar(schema: Schema, type: string | undefined): unknown {
  if (type === 'string') return byFormat[schema.format ?? ''] ?? 'text'.slice(0, schema.maxLength)
  if (type === 'integer' || type === 'number')
    return Math.max(schema.minimum ?? 1, (schema.exclusiveMinimum ?? 0) + 1)
  return type === 'boolean' ? false : null
}

function ofType(schema: Schema, schemas: Schemas, depth: number): unknown {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object' || schema.properties) return ofObject(schema, schemas, depth)
  return type === 'array' ? ofList(schema, schemas, depth) : ofScalar(schema, type)
}

function referred(schema: Schema, schemas: Schemas): Schema | undefined {
  if (schema.$ref) return schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}
  return (schema.anyOf ?? schema.oneOf ?? schema.allOf)?.[0]
}

const deepest = 12

/** A value that the schema allows, made of its own examples where it has them. */
function exampleOf(schema: Schema, schemas: Schemas, depth = 0): unknown {
  const own = given(schema)
  if (own !== undefined) return own
  const other = referred(schema, schemas)
  if (!other) return ofType(schema, schemas, depth)
  return depth > deepest ? {} : exampleOf(other, schemas, depth + 1)
}

function illustrate(content: Record<string, Content> | undefined, schemas: Schemas): void {
  const json = content?.['application/json']
  if (json?.schema && json.example === undefined) json.example = exampleOf(json.schema, schemas)
}

/** Adds an example to every body and every good answer that has none. */
export function addExamples<T extends ApiDocument>(document: T): T {
  const schemas = document.components?.schemas ?? {}
  for (const operations of Object.values(document.paths ?? {})) {
    for (const operation of Object.values(operations)) {
      illustrate(operation.requestBody?.content, schemas)
      illustrate(operation.responses?.['200']?.content, schemas)
    }
  }
  return document
}
