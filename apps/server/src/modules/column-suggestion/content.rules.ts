import type { LevelId } from '@steward/contracts/level'
import type { Column } from './column-suggestion.contract.ts'

/** How well the values of a column fit a target, from 0 to 1, and a part of a sentence about them. */
export interface Content {
  share: number
  says?: string
}

/** A reason with what the values add to it. */
export function says(header: string, { says: more }: Content): string {
  return more ? `${header}, and ${more}.` : `${header}.`
}

const never: Content = { share: 0 }
const numbers = new Intl.NumberFormat('en')

export function countOf(count: number): string {
  return numbers.format(count)
}

const isText = ({ profile: { type } }: Column): boolean =>
  type === 'string' || type === 'singlePicklist' || type === 'multiPicklist' || type === 'longText'

function uniqueShare({ profile: { filled, repeats } }: Column): number {
  return filled === 0 ? 0 : 1 - repeats / filled
}

/** Ids are short, in nearly every row, and hardly ever repeated. */
export function asExternalId(column: Column, rows: number): Content {
  const { profile } = column
  if (['date', 'boolean', 'longText', 'currency', 'percentage', 'multiPicklist'].includes(profile.type))
    return never
  if (profile.filled === 0) return never
  if (profile.type === 'number' && profile.distinct.some((text) => /\d[.,]\d/.test(text))) return never
  const unique = uniqueShare(column)
  if (profile.shape.words > 2.5 || profile.longest > 200) return never
  if (unique < 0.9) return never
  const fill = profile.filled / Math.max(rows, 1)
  if (unique < 1)
    return {
      share: 0.72 * Math.max(fill, 0.5),
      says: `${countOf(profile.repeats)} of its values ${profile.repeats === 1 ? 'repeats' : 'repeat'} an earlier one`,
    }
  return { share: fill < 0.5 ? 0.6 : 1, says: `its ${countOf(profile.filled)} values are all different` }
}

/** A name has letters. */
function mayBeName(column: Column): boolean {
  const { profile } = column
  if (!isText(column) && profile.type !== 'email') return false
  return profile.shape.letters >= 0.5 && profile.longest <= 1000
}

/** Names differ mostly; those of deals are often the same. */
export function asName(column: Column, _rows: number, level: LevelId): Content {
  const { profile } = column
  if (profile.filled === 0) return { share: 0.6 }
  if (!mayBeName(column)) return never
  if (profile.filled >= 10 && uniqueShare(column) < 0.3)
    return { share: level === 4 ? 0.92 : 0.75, says: 'though the same few come again and again' }
  if (level === 3 && isPerson(column) && !column.concepts.includes('ACC'))
    return { share: 1.25, says: 'its values are names of people' }
  return { share: profile.type === 'email' ? 0.5 : 1 }
}

export const isPerson = ({ profile: { shape } }: Column): boolean => shape.person >= 0.7

export function asEmail({ profile }: Column): Content {
  if (profile.type !== 'email') return never
  return { share: 1, says: 'its values are email addresses' }
}

/** The name or the id of another record. */
export function asReference(column: Column): Content {
  const { profile } = column
  if (
    ['date', 'boolean', 'longText', 'currency', 'percentage'].includes(profile.type) ||
    profile.filled === 0
  )
    return never
  if (profile.type === 'number' && profile.distinct.some((text) => /\d[.,]\d/.test(text))) return never
  return { share: profile.longest > 250 ? 0 : 1 }
}

/** Descriptions are sentences. */
export function asDescription({ profile }: Column): Content {
  if (profile.filled === 0) return { share: 0.8 }
  if (!['string', 'longText', 'singlePicklist'].includes(profile.type)) return never
  if (profile.type === 'longText' || profile.shape.words >= 4) return { share: 1 }
  return { share: 0.85 }
}

/** A day, or the number of one. */
export function asDay({ profile: { type, filled } }: Column): Content {
  return type === 'date' || filled === 0 ? { share: 1 } : never
}

const host = /^(?:https?:\/\/)?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+\/?$/u

/** The address of a website, and not of one of its pages. */
export function asWebsite({ values }: Column): Content {
  if (values.length === 0) return { share: 1 }
  const hosts = values.filter((value) => host.test(value.trim()))
  if (hosts.length < values.length * 0.9) return { share: 0.8 }
  return { share: 1.25, says: 'its values are addresses of websites' }
}

/** Parts of a person's name. */
export function asNamePart(column: Column): Content {
  const { profile } = column
  if (profile.filled === 0) return { share: 0.7 }
  return isText(column) && profile.shape.letters > 0.5 && profile.shape.words < 3 ? { share: 1 } : never
}
