import { pipelineStatuses, pipelineTypes, pulseValues } from '@steward/contracts/built-in-field'
import type { DateFormat, NumberFormatName } from '@steward/contracts/sheet'
import type { CurrencyDefinition } from '@steward/contracts/currency'
import type { CurrencyValue } from '@steward/contracts/value'
import {
  numberParts,
  parseBooleanCell,
  parseDateCell,
  parseNumberCell,
  type NumberFormat,
} from '../../platform/tabular/index.ts'

/** What a cell cannot be read as; the sentence names the field. */
export interface Fault {
  fault: string
}

export function isFault(read: unknown): read is Fault {
  return typeof read === 'object' && read !== null && 'fault' in read
}

/** As much of a cell as a sentence quotes. */
export function quote(text: string): string {
  return `"${text.length > 60 ? `${text.slice(0, 60)}…` : text}"`
}

const formatByName: Record<NumberFormatName, NumberFormat> = {
  '1,234.56': { decimal: '.', thousands: ',' },
  '1.234,56': { decimal: ',', thousands: '.' },
  '1 234,56': { decimal: ',', thousands: ' ' },
  '1 234.56': { decimal: '.', thousands: ' ' },
  "1'234.56": { decimal: '.', thousands: "'" },
}

// Most numbers and days of large files have these forms, which need no closer look.
const plainNumber = /^-?\d{1,15}(\.\d{1,9})?$/
const plainDay = /^[12]\d{3}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])$/

export function readNumber(text: string, name: NumberFormatName, label: string): number | Fault {
  if (plainNumber.test(text) && formatByName[name].decimal === '.') return Number(text)
  const value = parseNumberCell(text, formatByName[name])
  return value ?? { fault: `${label}: ${quote(text)} is not a number written like ${name}.` }
}

/** An amount, in the currency whose sign or code stands beside it, else in the default one. */
export function readMoney(
  text: string,
  name: NumberFormatName,
  label: string,
  currencies: readonly CurrencyDefinition[],
): CurrencyValue | Fault {
  const value = readNumber(text, name, label)
  if (isFault(value)) return value
  const sign = plainNumber.test(text) ? '' : (numberParts(text)?.sign ?? '')
  const currency =
    sign === ''
      ? currencies.find((one) => one.isDefault)
      : currencies.find((one) => one.symbol === sign || one.code === sign.toUpperCase())
  if (currency) return { currencyDefinitionId: currency.currencyDefinitionId, value }
  return { fault: `${label}: there is no currency ${quote(sign)}.` }
}

/** Formats that leave no doubt which number is the day; tried where none was chosen. */
const certainFormats: readonly DateFormat[] = [
  'YYYY-MM-DD',
  'YYYYMMDD',
  'D-MMM-YYYY',
  'D MMM YYYY',
  'MMM D, YYYY',
]

/** The day as YYYY-MM-DD; a time beside it is left out. */
export function readDay(text: string, format: DateFormat | undefined, label: string): string | Fault {
  if ((format ?? 'YYYY-MM-DD') === 'YYYY-MM-DD' && plainDay.test(text)) return text
  for (const one of format ? [format] : certainFormats) {
    const found = parseDateCell(text, one)
    if (found !== undefined) return found.slice(0, 10)
  }
  return { fault: `${label}: ${quote(text)} is not a day written ${format ?? 'YYYY-MM-DD'}.` }
}

export function readBoolean(text: string, label: string): boolean | Fault {
  return parseBooleanCell(text) ?? { fault: `${label}: ${quote(text)} is neither yes nor no.` }
}

const bare = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

interface Choice {
  id: number
  name: string
}

/** A choice by its name, whatever its case and signs, by another word for it, or by its number. */
function readChoice(
  text: string,
  label: string,
  choices: readonly Choice[],
  words: Readonly<Record<string, number>> = {},
): number | Fault {
  const wanted = bare(text)
  const found = choices.find((choice) => bare(choice.name) === wanted || String(choice.id) === wanted)
  const id = found?.id ?? words[wanted]
  if (id !== undefined) return id
  return { fault: `${label}: ${quote(text)} is none of ${choices.map((choice) => choice.name).join(', ')}.` }
}

export const readPulse = (text: string, label: string): number | Fault => readChoice(text, label, pulseValues)

export const readPipelineType = (text: string, label: string): number | Fault =>
  readChoice(text, label, pipelineTypes)

const statusWords = { won: 2, lost: 3, realized: 5 }

export const readPipelineStatus = (text: string, label: string): number | Fault =>
  readChoice(text, label, pipelineStatuses, statusWords)
