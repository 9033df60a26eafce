import pg from 'pg'
import ts from 'typescript'

/** What a value of a row is in JavaScript. `any`: nothing is said about it. */
export type Kind = 'number' | 'string' | 'boolean' | 'date' | 'bytes' | 'object' | 'any' | `${string}[]`

/** A column of a result, as the driver names it. */
export interface ResultColumn {
  name: string
  type: number
}

const { builtins } = pg.types

/** What the driver makes of types, with the parsers that `platform/db/pool.ts` sets. */
const kindOfType = new Map<number, Kind>([
  [builtins.BOOL, 'boolean'],
  ...[builtins.INT2, builtins.INT4, builtins.INT8, builtins.OID].map((type) => [type, 'number'] as const),
  ...[builtins.FLOAT4, builtins.FLOAT8, builtins.NUMERIC].map((type) => [type, 'number'] as const),
  ...[builtins.TEXT, builtins.VARCHAR, builtins.BPCHAR, builtins.CHAR].map(
    (type) => [type, 'string'] as const,
  ),
  // name, unknown: identifiers, and literals without a type
  ...[builtins.UUID, builtins.DATE, builtins.TIME, 19, 705].map((type) => [type, 'string'] as const),
  ...[builtins.TIMESTAMP, builtins.TIMESTAMPTZ].map((type) => [type, 'date'] as const),
  [builtins.BYTEA, 'bytes'],
  ...[builtins.JSON, builtins.JSONB].map((type) => [type, 'object'] as const),
  // Arrays: bool; int2, int4, int8, float4, float8, numeric; text, varchar, uuid; timestamptz
  [1000, 'boolean[]'],
  ...[1005, 1007, 1016, 1021, 1022, 1231].map((type) => [type, 'number[]'] as const),
  ...[1009, 1015, 2951].map((type) => [type, 'string[]'] as const),
  [1185, 'date[]'],
])

export function kindOfColumn({ type }: ResultColumn): Kind {
  return kindOfType.get(type) ?? 'any'
}

const named: Readonly<Record<string, Kind>> = { Date: 'date', Buffer: 'bytes', Uint8Array: 'bytes' }

const flags: readonly (readonly [ts.TypeFlags, Kind])[] = [
  [ts.TypeFlags.NumberLike, 'number'],
  [ts.TypeFlags.StringLike, 'string'],
  [ts.TypeFlags.BooleanLike, 'boolean'],
]

function kindOfArray(checker: ts.TypeChecker, array: ts.Type): Kind {
  const [element] = checker.getTypeArguments(array as ts.TypeReference)
  const [kind = 'any'] = element ? kindsOf(checker, element) : []
  return `${kind}[]`
}

/** An intersection brands a primitive, or joins objects. */
function kindOfIntersection(checker: ts.TypeChecker, parts: readonly ts.Type[]): Kind {
  const kinds = parts.map((part) => kindOf(checker, part))
  return kinds.find((kind) => kind !== 'object') ?? 'object'
}

function kindOf(checker: ts.TypeChecker, type: ts.Type): Kind {
  const known = flags.find(([flag]) => type.flags & flag)?.[1] ?? named[type.symbol?.name ?? '']
  if (known) return known
  if (checker.isArrayType(type) || checker.isTupleType(type)) return kindOfArray(checker, type)
  if (type.isIntersection()) return kindOfIntersection(checker, type.types)
  return type.flags & ts.TypeFlags.Object ? 'object' : 'any'
}

/** What a value of a type may be; null and undefined are left out. */
export function kindsOf(checker: ts.TypeChecker, type: ts.Type): ReadonlySet<Kind> {
  const parts = type.isUnion() ? type.types : [type]
  const present = parts.filter(({ flags: of }) => !(of & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)))
  return new Set(present.map((part) => kindOf(checker, part)))
}

/** Whether what a column gives is of one of the kinds. JSON may be anything that has no class. */
export function isOneOf(column: Kind, kinds: ReadonlySet<Kind>): boolean {
  if (column === 'any' || kinds.has('any') || kinds.size === 0) return true
  if (column === 'object') return [...kinds].some((kind) => kind !== 'date' && kind !== 'bytes')
  return kinds.has(column) || (column.endsWith('[]') && kinds.has('any[]'))
}
