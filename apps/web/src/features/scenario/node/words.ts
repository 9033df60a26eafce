import type { Rule } from '@steward/conditions'
import type { WaitPeriod } from '@steward/contracts/plain/scenario'
import type { FieldValue } from '@steward/contracts/value'
import type { LevelField } from '../../../entities/field/index.ts'
import { ruleWords } from '../../../entities/rule/index.ts'
import { valueText } from '../../../entities/value/index.ts'
import type { NodeWords } from './node-kind.ts'

export function counted(count: number, noun: string): string {
  return `${count.toLocaleString()} ${noun}${count === 1 ? '' : 's'}`
}

export const fieldOf = ({ fields }: NodeWords, name: unknown): LevelField | undefined =>
  fields.find((field) => field.name === name)

/** The fields of the level itself. */
export const ownFields = ({ fields }: NodeWords): LevelField[] =>
  fields.filter(({ name }) => !name.includes('.'))

export const fieldName = (words: NodeWords, name: unknown): string =>
  fieldOf(words, name)?.displayName ?? 'a removed field'

/** A value as the API has it, in words. */
export function valueWords(words: NodeWords, name: unknown, value: unknown): string {
  const field = fieldOf(words, name)
  if (value === null || value === undefined || !field) return 'nothing'
  return valueText(field, value as FieldValue, words.lookups) || 'nothing'
}

/** A rule in words; undefined for one that is not there or has no conditions. */
export function ruleText(words: NodeWords, rule: unknown): string | undefined {
  if (typeof rule !== 'object' || rule === null) return undefined
  return ruleWords(rule as Rule, words.fields, words.lookups) || undefined
}

export const periodWords: Readonly<Record<WaitPeriod, string>> = {
  hour: 'hour',
  day: 'day',
  calendarWeek: 'calendar week',
  calendarMonth: 'calendar month',
}

export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

export const hourOptions = Array.from({ length: 24 }, (_, value) => ({ value, label: hourText(value) }))
