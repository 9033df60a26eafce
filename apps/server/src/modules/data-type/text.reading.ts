import { cutText } from '@steward/contracts/value'
import type { NumberFormatName } from '@steward/contracts/plain/cell-format'
import { parseNumberCell, type NumberFormat } from '../../platform/tabular/index.ts'
import type { Fault } from './data-type.port.ts'

export function isFault(read: unknown): read is Fault {
  return typeof read === 'object' && read !== null && 'fault' in read
}

/** As much of a text as a sentence quotes. */
export function quote(text: string): string {
  return `"${text.length > 60 ? `${cutText(text, 60)}…` : text}"`
}

const formatByName: Record<NumberFormatName, NumberFormat> = {
  '1,234.56': { decimal: '.', thousands: ',' },
  '1.234,56': { decimal: ',', thousands: '.' },
  '1 234,56': { decimal: ',', thousands: ' ' },
  '1 234.56': { decimal: '.', thousands: ' ' },
  "1'234.56": { decimal: '.', thousands: "'" },
}

// Most numbers of large files have this form, which needs no closer look.
export const plainNumber = /^-?\d{1,15}(\.\d{1,9})?$/

export function readNumberText(
  text: string,
  name: NumberFormatName = '1,234.56',
  label: string,
): number | Fault {
  if (plainNumber.test(text) && formatByName[name].decimal === '.') return Number(text)
  const value = parseNumberCell(text, formatByName[name])
  return value ?? { fault: `${label}: ${quote(text)} is not a number written like ${name}.` }
}

const bare = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** A choice by its name, whatever its case and signs, by another word for it, or by its number. */
export function readChoiceText(
  text: string,
  label: string,
  choices: readonly { id: number; name: string }[],
  words: Readonly<Record<string, number>> = {},
): number | Fault {
  const wanted = bare(text)
  const found = choices.find((choice) => bare(choice.name) === wanted || String(choice.id) === wanted)
  const id = found?.id ?? words[wanted]
  if (id !== undefined) return id
  return { fault: `${label}: ${quote(text)} is none of ${choices.map((choice) => choice.name).join(', ')}.` }
}

/** Whether most values of a column can be read. */
export function readsMost(values: readonly string[], read: (text: string) => unknown): boolean {
  const readable = values.filter((text) => !isFault(read(text))).length
  return values.length > 0 && readable / values.length > 0.5
}
