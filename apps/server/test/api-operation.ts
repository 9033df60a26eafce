import type { TestApp } from './harness.ts'

export interface JsonSchema {
  type?: string
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  additionalProperties?: boolean | JsonSchema
}

interface Content {
  schema?: JsonSchema
  example?: unknown
}

export interface Parameter {
  name: string
  in: 'path' | 'query'
  required?: boolean
  schema: JsonSchema & { example?: unknown; minimum?: number; enum?: unknown[]; format?: string }
}

/** One operation of the OpenAPI document. */
export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  operationId?: string
  summary?: string
  tags?: string[]
  security?: unknown[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, Content> }
  responses: Record<string, { content?: Record<string, Content> }>
}

/** Every operation that the application describes, from its own document. */
export async function readOperations(app: TestApp): Promise<Operation[]> {
  const { body } = await app.anonymous.get('openapi.json')
  const paths = body.paths as Record<string, Record<string, Omit<Operation, 'method' | 'path'>>>
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase() as Operation['method'],
      path,
    })),
  )
}

/** The media type of what an operation takes, if it takes a body. */
export function mediaTypeOf({ requestBody }: Operation): string | undefined {
  return Object.keys(requestBody?.content ?? {})[0]
}

/** The example of a JSON body; undefined where there is none. */
export function exampleBody(operation: Operation): unknown {
  return operation.requestBody?.content['application/json']?.example
}

function sample({ schema }: Parameter): string {
  return String(schema.example ?? schema.enum?.[0] ?? schema.minimum ?? 'account')
}

/** The address of an operation, with the ids in its path as given, words of a list taken from it, and the query that it requires. */
export function addressOf(operation: Operation, pathValue: string): string {
  const inPath = (operation.parameters ?? []).filter((one) => one.in === 'path')
  const path = operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const word = inPath.find((one) => one.name === name)?.schema.enum?.[0]
    return encodeURIComponent(String(word ?? pathValue))
  })
  const required = (operation.parameters ?? []).filter((one) => one.in === 'query' && one.required)
  const query = new URLSearchParams(required.map((one): [string, string] => [one.name, sample(one)]))
  return required.length > 0 ? `${path}?${query}` : path
}
