import type { FormulaProblem } from './syntax.ts'

const missing = 'A value is missing here.'

const sentences: readonly [RegExp, string | ((match: RegExpExecArray) => string)][] = [
  [/^Expected expression after (.+)$/s, ([, operator]) => `A value is missing after "${operator}".`],
  [/^missing unaryOp argument$/, 'A value is missing after the sign.'],
  [/^(?:Unclosed \(|Expected \))$/, 'A closing bracket ")" is missing.'],
  [/^Unclosed \{$/, 'A closing brace "}" is missing. Write fields as {name}.'],
  [/^Unclosed "$/, 'A closing quote is missing. Write texts "like this".'],
  [/^Expected comma$/, 'A comma is missing between two values.'],
  [/^Unexpected token ,$/, missing],
  [/^Unexpected token \)$/, missing],
  [/^Wrong quote$/, 'Put text in straight double quotes, "like this".'],
  [/^Unexpected "\)"$/, 'This closing bracket has no opening bracket, or a value is missing before it.'],
  [/^Unexpected "(.+)"$/s, ([, character]) => `"${character}" can't be used here.`],
  [/^Variable names/, 'Put an operator between the number and the letter.'],
  [/^(?:Expected exponent|Unexpected period)/, 'Write numbers like 12 or 3.5.'],
]

function sentenceOf(description: string): string {
  for (const [pattern, sentence] of sentences) {
    const match = pattern.exec(description)
    if (match) return typeof sentence === 'string' ? sentence : sentence(match)
  }
  return "This part of the formula isn't valid."
}

/** The problem behind an error of the parser. Errors that are not the parser's go on. */
export function problemOf(error: unknown, length: number): FormulaProblem {
  if (error instanceof RangeError)
    return { message: 'This formula is too deeply nested.', from: 0, to: length }
  const { index, description } = error as { index?: unknown; description?: unknown }
  if (typeof index !== 'number' || typeof description !== 'string') throw error
  const message = sentenceOf(description)
  // The parser has passed the comma or bracket before which it misses a value.
  const at = message === missing ? index - 1 : index
  const from = Math.min(at, Math.max(0, length - 1))
  return { message, from, to: Math.min(length, from + 1) }
}
