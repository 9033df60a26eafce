import { mediaTypeOf, type Operation } from '../api-operation.ts'
import type { Schema } from '../fuzz/schema-value.ts'

/** Where a call takes a value: a parameter, or a member of the body at any depth; `[]` is each item of a list. */
export interface Place {
  in: 'path' | 'query' | 'body'
  path: readonly string[]
  /** Takes several at once. */
  isList: boolean
}

const deepest = 8

export const nameOf = ({ path }: Place): string => path.findLast((step) => step !== '[]') ?? ''
export const textOf = (place: Place): string => `${place.in} ${place.path.join('.')}`

/** Every schema that one stands for: itself, what it refers to, and its alternatives. */
function alternatives(schema: Schema, shared: Record<string, Schema>): Schema[] {
  if (schema.$ref) return alternatives(shared[schema.$ref.split('/').at(-1) ?? ''] ?? {}, shared)
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  return choices.length > 0 ? choices.flatMap((one) => alternatives(one, shared)) : [schema]
}

/** Fields of a record by which it names its parents; they are in bodies as members that the schema leaves open. */
const references = ['organization', 'account']
const fixed = (schema: Schema): boolean => schema.enum !== undefined || schema.const !== undefined
const simple = new Set(['string', 'integer', 'number'])

interface Walk {
  shared: Record<string, Schema>
  path: readonly string[]
  depth: number
}

function openPlaces(schema: Schema, { path }: Walk): Place[] {
  if (!schema.additionalProperties || path.length === 0) return []
  return references.map((name) => ({ in: 'body', path: [...path, name], isList: false }))
}

function placesAt(schema: Schema, walk: Walk): Place[] {
  const { path, depth, shared } = walk
  if (depth > deepest) return []
  return alternatives(schema, shared).flatMap((one) => {
    if (fixed(one)) return []
    if (one.items) return placesAt(one.items, { ...walk, path: [...path, '[]'], depth: depth + 1 })
    const members = Object.entries(one.properties ?? {}).flatMap(([name, of]) =>
      placesAt(of, { ...walk, path: [...path, name], depth: depth + 1 }),
    )
    const isOpen = one.type === undefined && members.length === 0 && path.length > 0
    const itself: Place = { in: 'body', path, isList: path.at(-1) === '[]' }
    const own = simple.has(one.type ?? '') || isOpen ? [itself] : []
    return [...own, ...members, ...openPlaces(one, walk)]
  })
}

/** Every place of an operation that takes a text or a number of the caller's choice. */
export function placesOf(operation: Operation, shared: Record<string, Schema>): Place[] {
  const parameters = (operation.parameters ?? []).flatMap(({ in: where, name, schema }): Place[] => {
    const choices = alternatives(schema as Schema, shared)
    return choices.every(fixed)
      ? []
      : [{ in: where, path: [name], isList: choices.some(({ items }) => items) }]
  })
  const content = operation.requestBody?.content[mediaTypeOf(operation) ?? '']
  const members = placesAt((content?.schema ?? {}) as Schema, { shared, path: [], depth: 0 })
  const all = [...parameters, ...members]
  return all.filter((one, at) => all.findIndex((other) => textOf(other) === textOf(one)) === at)
}

/** A body in which one place has a value; lists get one item. */
export function withValue(body: unknown, path: readonly string[], value: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return value
  if (step === '[]') {
    const [first] = Array.isArray(body) ? body : []
    // A list of plain values is given as a whole.
    return rest.length === 0 ? value : [withValue(first ?? {}, rest, value)]
  }
  const members = typeof body === 'object' && body !== null ? body : {}
  return { ...members, [step]: withValue((members as Record<string, unknown>)[step], rest, value) }
}
