import { strict, type FormulaFunction, type Part } from './function.ts'
import { isBlank, type Value } from './value.ts'

/** Blank where a blank leaves it open: true or blank is true, false or blank is blank. */
function anyOf(parts: readonly Part[], decisive: boolean): Value {
  let isOpen = false
  for (const part of parts) {
    const value = part()
    if (value === decisive) return decisive
    isOpen ||= value === null
  }
  return isOpen ? null : !decisive
}

export const allTrue = (parts: readonly Part[]): Value => anyOf(parts, false)
export const anyTrue = (parts: readonly Part[]): Value => anyOf(parts, true)

/** The first that is not blank; the problems of those passed over count no more. */
const firstSet: FormulaFunction['run'] = (parts, { trying }) => {
  let value: Value = null
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1
    value = trying(part, (tried) => !isLast && isBlank(tried))
    if (!isBlank(value)) return value
  }
  return value
}

function firstMet(parts: readonly Part[]): Value {
  for (let index = 0; index + 1 < parts.length; index += 2) {
    if (parts[index]?.() === true) return parts[index + 1]?.() ?? null
  }
  return parts.length % 2 === 1 ? (parts.at(-1)?.() ?? null) : null
}

export const logicFunctions: readonly FormulaFunction[] = [
  {
    name: 'if',
    group: 'logic',
    parts: [
      ['condition', 'boolean'],
      ['then', 'same'],
      ['else', 'same'],
    ],
    optional: 1,
    result: 'same',
    says: 'The second value if the condition is true, otherwise the third; a blank condition is false.',
    example: 'if({arr} > 10000, "Large", "Small")',
    run: firstMet,
  },
  {
    name: 'ifs',
    group: 'logic',
    parts: [
      ['condition', 'boolean'],
      ['value', 'same'],
    ],
    repeats: 2,
    result: 'same',
    says: 'The value after the first true condition; a single value at the end is the default.',
    example: 'ifs({arr} > 50000, "A", {arr} > 10000, "B", "C")',
    run: firstMet,
  },
  {
    name: 'and',
    group: 'logic',
    parts: [['condition', 'boolean']],
    repeats: 1,
    result: 'boolean',
    says: 'True if all conditions are true.',
    example: 'and({arr} > 0, {seats} > 0)',
    run: allTrue,
  },
  {
    name: 'or',
    group: 'logic',
    parts: [['condition', 'boolean']],
    repeats: 1,
    result: 'boolean',
    says: 'True if at least one condition is true.',
    example: 'or({arr} > 0, {seats} > 0)',
    run: anyTrue,
  },
  {
    name: 'not',
    group: 'logic',
    parts: [['condition', 'boolean']],
    result: 'boolean',
    says: 'True if the condition is false.',
    example: 'not(isBlank({renewal}))',
    run: strict(([condition]: [boolean]) => !condition),
  },
  {
    name: 'isBlank',
    group: 'blank',
    parts: [['value', 'any']],
    result: 'boolean',
    says: 'True if the value is not set; an empty text is blank.',
    example: 'isBlank({renewal})',
    run: ([part]) => isBlank(part?.() ?? null),
  },
  {
    name: 'ifBlank',
    group: 'blank',
    parts: [
      ['value', 'same'],
      ['otherwise', 'same'],
    ],
    result: 'same',
    says: 'The value, or the second one if it is blank.',
    example: 'ifBlank({seats}, 0)',
    run: firstSet,
  },
  {
    name: 'coalesce',
    group: 'blank',
    parts: [['value', 'same']],
    repeats: 1,
    result: 'same',
    says: 'The first value that is not blank.',
    example: 'coalesce({renewal}, {signed}, today())',
    run: firstSet,
  },
]
