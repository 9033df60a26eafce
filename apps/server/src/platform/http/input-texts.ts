import { z } from 'zod'

type Issue = z.core.$ZodRawIssue

const typeTexts: Record<string, string> = {
  string: 'This must be text.',
  number: 'This must be a number.',
  nan: 'This must be a number.',
  int: 'This must be a whole number.',
  boolean: 'This must be true or false.',
  array: 'This must be a list.',
  tuple: 'This must be a list.',
  object: 'This must be an object.',
  record: 'This must be an object.',
  date: 'This must be a date.',
  null: 'This must be null.',
}

const formTexts: Record<string, string> = {
  email: 'This must be an email address, such as ada@example.com.',
  url: 'This must be a URL, such as https://example.com.',
  date: 'This must be a date, such as 2026-05-31.',
  datetime: 'This must be a date and time, such as 2026-05-31T09:00:00Z.',
  time: 'This must be a time, such as 09:00:00.',
  uuid: 'This must be a UUID.',
  json_string: 'This must be JSON.',
}

const units: Record<string, readonly [one: string, many: string]> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
  map: ['entry', 'entries'],
  object: ['property', 'properties'],
  record: ['property', 'properties'],
}

/** Values that are named; a longer list would hide the sentence around it. */
const mostNamed = 12

function oneOf(values: readonly z.util.Primitive[]): string {
  const named = values.slice(0, mostNamed).map(String).join(', ')
  const [only] = values
  if (values.length === 1) return `This must be ${JSON.stringify(only)}.`
  return values.length > mostNamed
    ? `Choose one of the documented values: ${named} and ${values.length - mostNamed} more.`
    : `Choose one of these: ${named}.`
}

function bound(origin: string, side: 'least' | 'most', limit: number | bigint | Date, isIn: boolean): string {
  const unit = units[origin]
  const size = limit instanceof Date ? limit.toISOString() : limit.toLocaleString('en-US')
  if (unit) return `This must have at ${side} ${size} ${Number(limit) === 1 ? unit[0] : unit[1]}.`
  if (isIn) return `This must be at ${side} ${size}.`
  return `This must be ${side === 'least' ? 'greater' : 'less'} than ${size}.`
}

/** Says that a property is unknown. */
export function unknownPropertyText(key: string): string {
  return `"${key.slice(0, 60)}" is an unknown property. Remove it or correct its name.`
}

/** Describes the fault of a value in a sentence, unless its schema has a message. */
export function inputText(issue: Issue): string {
  if (issue.input === undefined) return 'This is required.'
  switch (issue.code) {
    case 'invalid_type':
      return typeTexts[issue.expected] ?? 'This value is not valid.'
    case 'invalid_value':
      return oneOf(issue.values)
    case 'too_small':
      return bound(issue.origin, 'least', issue.minimum as number, issue.inclusive !== false)
    case 'too_big':
      return bound(issue.origin, 'most', issue.maximum as number, issue.inclusive !== false)
    case 'not_multiple_of':
      return `This must be a multiple of ${issue.divisor}.`
    case 'invalid_format':
      return formTexts[issue.format] ?? 'This value does not have the required form.'
    case 'unrecognized_keys':
      return issue.keys.map(unknownPropertyText).join(' ')
    default:
      return 'This value is not valid.'
  }
}

/** Makes all schemas of the process use these texts. */
export function useInputTexts(): void {
  z.config({ localeError: (issue) => inputText(issue) })
}
