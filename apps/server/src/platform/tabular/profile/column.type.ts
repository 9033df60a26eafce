import type { ColumnGuess } from './column.contract.ts'
import type { createDateCandidate } from './date.candidate.ts'
import type { createNumberCandidate } from './number.candidate.ts'
import { isEmail, isPlaceholder } from './cell.look.ts'
import { parseDateCell } from '../date.cell.ts'
import { parseBooleanCell, parseNumberCell, type NumberFormat } from '../number.cell.ts'

/** Everything by which the type of a column is found. */
export interface TypeEvidence {
  filled: number
  /** Cells that hold a word for no value, which no type is asked about. */
  blankWords: number
  distinctCount: number
  longest: number
  isMultiline: boolean
  /** Cells that are no email addresses. */
  notEmail: number
  numbers: ReturnType<typeof createNumberCandidate>
  dates: ReturnType<typeof createDateCandidate>
  /** The different values with how often they came; absent where there are too many. */
  counts: ReadonlyMap<string, { times: number }> | undefined
}

export type FoundType = Pick<
  ColumnGuess,
  'type' | 'dateFormat' | 'otherDateFormats' | 'numberFormat' | 'otherNumberFormat' | 'separator'
> & { misfits: number; choices?: readonly string[] }

/** A type holds for a column of which one value in fifty does not fit; words for no value may be half of it. */
function mostMisfits({ filled, blankWords }: TypeEvidence): number {
  return blankWords * 2 > filled ? -1 : Math.floor((filled - blankWords) / 50)
}

/** Whether a text can be read as the type that was found. */
export function isOfType(text: string, { type, dateFormat, numberFormat }: FoundType): boolean {
  const bytes = Buffer.from(text)
  if (isPlaceholder(bytes)) return false
  if (type === 'email') return isEmail(bytes)
  if (dateFormat) return parseDateCell(text, dateFormat) !== undefined
  return numberFormat ? parseNumberCell(text, numberFormat) !== undefined : true
}

export function typeOf(evidence: TypeEvidence, decimal: NumberFormat['decimal']): FoundType {
  if (evidence.filled === 0) return { type: 'string', misfits: 0 }
  return (
    dateType(evidence) ??
    booleanType(evidence) ??
    numberType(evidence, decimal) ??
    emailType(evidence) ??
    textType(evidence)
  )
}

function dateType(evidence: TypeEvidence): FoundType | undefined {
  const found = evidence.dates.finding()
  if (!found || found.misfits > mostMisfits(evidence)) return undefined
  return { type: 'date', ...found, misfits: found.misfits + evidence.blankWords }
}

/** A single value such as 1 or x says too little unless it is a word for truth. */
function booleanType({ counts }: TypeEvidence): FoundType | undefined {
  if (!counts || counts.size > 6) return undefined
  const words = new Set([...counts.keys()].map((word) => word.toLowerCase()))
  const telling =
    words.size === 2 || words.has('true') || words.has('false') || words.has('yes') || words.has('no')
  const isTruth =
    words.size <= 2 && telling && [...words].every((word) => parseBooleanCell(word) !== undefined)
  return isTruth ? { type: 'boolean', misfits: 0 } : undefined
}

function numberType(evidence: TypeEvidence, decimal: NumberFormat['decimal']): FoundType | undefined {
  const fitting = evidence.numbers.finding(decimal)
  if (!fitting || fitting.misfits > mostMisfits(evidence)) return undefined
  const found = { ...fitting, misfits: fitting.misfits + evidence.blankWords }
  const sign = evidence.numbers.sign()
  if (sign === undefined) return { type: 'number', ...found }
  const { numberFormat, ...rest } = found
  return sign === '%'
    ? { type: 'percentage', ...rest, numberFormat: { ...numberFormat, percent: true } }
    : { type: 'currency', ...rest, numberFormat: { ...numberFormat, currency: sign } }
}

function emailType(evidence: TypeEvidence): FoundType | undefined {
  const { notEmail, blankWords } = evidence
  return notEmail <= mostMisfits(evidence) ? { type: 'email', misfits: notEmail + blankWords } : undefined
}

function textType(evidence: TypeEvidence): FoundType {
  const { longest, isMultiline, filled, distinctCount, counts } = evidence
  if (longest > 255 || isMultiline) return { type: 'longText', misfits: 0 }
  const several = counts && choicesOf(counts, filled, distinctCount)
  if (several) return { type: 'multiPicklist', misfits: 0, ...several }
  const mayBeOne = isChoice(filled, distinctCount, longest) && !(counts && hasIdLists(counts))
  return { type: mayBeOne ? 'singlePicklist' : 'string', misfits: 0 }
}

const idList = /^\s*[\w-]*\d[\w-]*(?:\s*[;|]\s*[\w-]*\d[\w-]*)+\s*[;|]?\s*$/

/** Cells such as `51;53`: several ids are never one choice, however often they come. */
function hasIdLists(counts: ReadonlyMap<string, unknown>): boolean {
  const lists = [...counts.keys()].filter((cell) => /[;|]/.test(cell))
  return lists.length > 0 && lists.every((cell) => idList.test(cell))
}

/** Few different short values that come again and again. */
function isChoice(count: number, distinct: number, longest: number): boolean {
  if (count < 6 || longest > 60) return false
  return distinct <= 30 ? distinct * 3 <= count : distinct <= 60 && distinct * 10 <= count
}

function choicesOf(counts: ReadonlyMap<string, { times: number }>, filled: number, distinctCount: number) {
  for (const separator of [';', '|', ','] as const) {
    const parts = new Map<string, number>()
    let [joined, all] = [0, 0]
    for (const [cell, { times }] of counts) {
      if (cell.includes(separator)) joined += times
      for (const part of cell.split(separator)) {
        const choice = part.trim()
        if (choice === '') continue
        parts.set(choice, (parts.get(choice) ?? 0) + times)
        all += times
      }
    }
    if (joined < Math.max(2, filled / 10)) continue
    const choices = [...parts.keys()]
    const longest = Math.max(0, ...choices.map((choice) => choice.length))
    if (isChoice(all, choices.length, longest) && choices.length < distinctCount)
      return { separator, choices }
  }
  return undefined
}
