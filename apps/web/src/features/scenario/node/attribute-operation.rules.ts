import { dataTypesOfResult } from '@steward/contracts/calculation'
import type { AttributeOperation } from '@steward/contracts/plain/scenario'
import type { LevelField } from '../../../entities/field/index.ts'
import { editorKind } from '../../../entities/value/index.ts'
import type { NodeSettings, NodeWords } from './node-kind.ts'
import { fieldName, fieldOf, valueWords } from './words.ts'

export const operationWords: Readonly<Record<AttributeOperation, string>> = {
  set: 'Set to',
  clear: 'Clear',
  add: 'Add',
  remove: 'Remove',
  append: 'Append text',
  formula: 'Set by formula',
}

const worksOut: ReadonlySet<string> = new Set(Object.values(dataTypesOfResult).flat())
const holdsText: ReadonlySet<string> = new Set(['string', 'longText'])

/** The operations that fit a field: adding and removing where it has several values, appending where it has text. */
export function operationsOf(field: LevelField): AttributeOperation[] {
  const { dataType } = field
  if (editorKind(field) === 'choices') return ['set', 'add', 'remove', 'clear']
  return [
    'set',
    ...(worksOut.has(dataType) ? (['formula'] as const) : []),
    ...(holdsText.has(dataType) ? (['append'] as const) : []),
    'clear',
  ]
}

/** How a text comes behind one that is there. */
export const appendsOnNewLine = (field: LevelField | undefined): boolean => field?.dataType === 'longText'

/** As much of a formula as a sentence quotes. */
const longestQuote = 120

function quoted(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > longestQuote ? `${line.slice(0, longestQuote).trimEnd()}…` : line
}

function ownSentence({ field, value, formula }: NodeSettings, words: NodeWords, isFormula: boolean) {
  const text = quoted(String((isFormula ? formula : value) ?? ''))
  if (text === '') return undefined
  const name = fieldName(words, field)
  if (isFormula) return `Set ${name} to the result of ${text}`
  const where = appendsOnNewLine(fieldOf(words, field)) ? 'on a new line' : 'after a comma'
  return `Append “${text}” to ${name}, ${where}`
}

/** A sentence for settings, without a full stop; undefined while they are not enough for one. */
export function attributeSentence(settings: NodeSettings, words: NodeWords): string | undefined {
  const { field, operation = 'set', value } = settings
  if (!field) return undefined
  if (operation === 'formula' || operation === 'append') {
    return ownSentence(settings, words, operation === 'formula')
  }
  const name = fieldName(words, field)
  if (operation === 'clear') return `Clear ${name}`
  if (value === undefined) return undefined
  const text = valueWords(words, field, value)
  if (operation === 'add') return `Add ${text} to ${name}`
  return operation === 'remove' ? `Remove ${text} from ${name}` : `Set ${name} to ${text}`
}
