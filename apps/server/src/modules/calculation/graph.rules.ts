import type { LevelId } from '@steward/contracts/level'

/** A field of a level, by where its value is kept. */
export interface Place {
  level: LevelId
  key: string
}

/** As much of a calculated field as its place among the others needs. */
export interface GraphField {
  fieldId: number
  level: LevelId
  displayName: string
  reads: readonly Place[]
}

const placeOf = (place: Place): string => `${place.level}:${place.key}`
const ownPlace = (field: Pick<GraphField, 'level' | 'fieldId'>): string => `${field.level}:${field.fieldId}`

/** The calculated fields that a field reads. */
function readCalculated<Field extends GraphField>(
  field: Field,
  byPlace: ReadonlyMap<string, Field>,
): Field[] {
  return field.reads.flatMap((place) => byPlace.get(placeOf(place)) ?? [])
}

function mapped<Field extends GraphField>(fields: readonly Field[]): Map<string, Field> {
  return new Map(fields.map((field) => [ownPlace(field), field]))
}

/** The loop that a field would close, from itself back to itself; undefined where there is none. */
export function findLoop(fields: readonly GraphField[], start: GraphField): GraphField[] | undefined {
  const byPlace = mapped([...fields.filter((field) => field.fieldId !== start.fieldId), start])
  const seen = new Set<GraphField>()
  const follow = (field: GraphField, path: readonly GraphField[]): GraphField[] | undefined => {
    for (const next of readCalculated(field, byPlace)) {
      if (next === start) return [...path, field, start]
      if (seen.has(next)) continue
      seen.add(next)
      const found = follow(next, [...path, field])
      if (found) return found
    }
    return undefined
  }
  return follow(start, [])
}

export function loopMessage(loop: readonly GraphField[]): string {
  const names = loop.map((field) => `"${field.displayName}"`)
  if (names.length === 2) return `${names[0] ?? ''} would be calculated from itself.`
  return `This would be a circular reference: ${names.join(' from ')}.`
}

/** The fields in an order in which each comes after those that it reads. */
export function inOrder<Field extends GraphField>(fields: readonly Field[]): Field[] {
  const byPlace = mapped(fields)
  const ordered: Field[] = []
  const seen = new Set<Field>()
  const visit = (field: Field): void => {
    if (seen.has(field)) return
    seen.add(field)
    for (const before of readCalculated(field, byPlace)) visit(before)
    ordered.push(field)
  }
  for (const field of fields) visit(field)
  return ordered
}

/** The calculated fields that read a place. */
export function readersOf<Field extends GraphField>(fields: readonly Field[], place: Place): Field[] {
  const wanted = placeOf(place)
  return fields.filter((field) => field.reads.some((read) => placeOf(read) === wanted))
}
