import { formulaFunctions, signatureOf, type FormulaFunction } from '@steward/formulas'

/** What may be put in at the caret: a field or a function. */
export interface Proposal {
  key: string
  label: string
  /** Beside the label: the API name, or how the function is written. */
  detail: string
  /** A sentence about it. */
  says?: string
  /** What is written in its place. */
  text: string
  /** Where the caret goes, counted from the start of the text. */
  caret: number
}

/** What is before the caret and is being written. */
export interface Typed {
  kind: 'field' | 'word'
  from: number
  text: string
}

/** A field as completion offers it. */
export interface OfferedField {
  name: string
  displayName: string
}

const most = 8

/** Whether a place of a formula lies within a text in quotes. */
function isQuoted(text: string): boolean {
  return (text.split('"').length - 1) % 2 === 1
}

/** What is being written at the caret; null where nothing can be proposed. */
export function typedAt(formula: string, caret: number): Typed | null {
  const before = formula.slice(0, caret)
  const brace = before.lastIndexOf('{')
  if (brace >= 0 && !before.includes('}', brace) && !isQuoted(before.slice(0, brace))) {
    return { kind: 'field', from: brace, text: before.slice(brace + 1) }
  }
  if (isQuoted(before)) return null
  const word = /[\p{L}_][\p{L}\d_]*$/u.exec(before)?.[0]
  return word === undefined ? null : { kind: 'word', from: caret - word.length, text: word }
}

function fieldProposal({ name, displayName }: OfferedField): Proposal {
  const text = `{${name}}`
  return { key: `field ${name}`, label: displayName, detail: name, text, caret: text.length }
}

function functionProposal(one: FormulaFunction): Proposal {
  const text = `${one.name}()`
  return {
    key: `function ${one.name}`,
    label: one.name,
    detail: signatureOf(one),
    says: one.says,
    text,
    caret: one.parts.length === 0 ? text.length : text.length - 1,
  }
}

/** Earlier where the wanted text comes sooner; undefined where it does not occur. */
function rank(wanted: string, ...texts: string[]): number | undefined {
  const places = texts.map((text) => text.toLowerCase().indexOf(wanted)).filter((place) => place >= 0)
  return places.length === 0 ? undefined : Math.min(...places)
}

function ranked<T>(items: readonly T[], rankOf: (item: T) => number | undefined): T[] {
  return items
    .map((item) => ({ item, place: rankOf(item) }))
    .filter((one): one is { item: T; place: number } => one.place !== undefined)
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item)
}

/** What fits what is being written: functions that begin with it first, then fields whose names use it. */
export function proposalsFor(typed: Typed | null, fields: readonly OfferedField[]): Proposal[] {
  if (!typed) return []
  const wanted = typed.text.trim().toLowerCase()
  const functions =
    typed.kind === 'field' ? [] : formulaFunctions.filter(({ name }) => name.toLowerCase().startsWith(wanted))
  const named = ranked(fields, ({ name, displayName }) => rank(wanted, displayName, name))
  return [...functions.map(functionProposal), ...named.map(fieldProposal)].slice(0, most)
}

/** The formula with a proposal in place of what was being written, and where the caret goes. */
export function accept(
  formula: string,
  caret: number,
  typed: Typed,
  proposal: Proposal,
): { formula: string; caret: number } {
  const after = formula.slice(caret)
  // What closes already is not closed twice.
  const closing = proposal.text.endsWith('}') && after.startsWith('}') ? 1 : 0
  return {
    formula: formula.slice(0, typed.from) + proposal.text + after.slice(closing),
    caret: typed.from + proposal.caret,
  }
}
