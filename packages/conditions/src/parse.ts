import { isOperator, OPERATORS } from './operator.ts'
import { inside, type Condition, type Rule } from './rule.ts'
import { faultOfText, faultOfValue } from './value-shape.ts'

/** The limits of a rule. */
export const RULE_LIMITS = { depth: 16, conditions: 500, groups: 1000, values: 10_000, problems: 20 } as const

export interface ParseProblem {
  /** Where, for example `and[0].not.value`; empty for the whole rule. */
  path: string
  /** A sentence that says what to do. */
  message: string
}

export type ParsedRule = { ok: true; rule: Rule } | { ok: false; problems: ParseProblem[] }

interface Reading {
  problems: ParseProblem[]
  conditions: number
  groups: number
  values: number
  /** Set when the rule is too large: that is said alone, and the rest is not read. */
  stopped: boolean
}

/**
 * Reads a rule from JSON text or from a value that came from JSON. Only the shape is looked at; whether
 * the fields exist and take these operators and values is for `checkRule`. Never throws.
 */
export function parseRule(input: unknown): ParsedRule {
  const reading: Reading = { problems: [], conditions: 0, groups: 0, values: 0, stopped: false }
  const source = typeof input === 'string' ? fromText(input, reading) : input
  const rule = reading.problems.length === 0 ? readNode(source, '', 1, reading) : undefined
  if (rule !== undefined && reading.problems.length === 0) return { ok: true, rule }
  return { ok: false, problems: reading.problems }
}

function fromText(text: string, reading: Reading): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return refuse(reading, '', 'The rule is not valid JSON. Send a JSON object.')
  }
}

function refuse(reading: Reading, path: string, message: string): undefined {
  if (!enough(reading)) reading.problems.push({ path, message })
  return undefined
}

function enough(reading: Reading): boolean {
  return reading.stopped || reading.problems.length >= RULE_LIMITS.problems
}

function stop(reading: Reading, path: string, message: string): undefined {
  reading.problems = [{ path, message }]
  reading.stopped = true
  return undefined
}

const FORMS = 'Use one of {"and": […]}, {"or": […]}, {"not": …} or {"field", "operator", "value"}.'

function readNode(node: unknown, path: string, depth: number, reading: Reading): Rule | undefined {
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return refuse(reading, path, FORMS)
  if (depth > RULE_LIMITS.depth) {
    return refuse(reading, path, `A rule can be nested at most ${RULE_LIMITS.depth} levels deep.`)
  }
  const source = node as Record<string, unknown>
  if (Object.hasOwn(source, 'field')) return readCondition(source, path, reading)
  const [name, ...more] = Object.keys(source)
  if (name === undefined || more.length > 0) return refuse(reading, path, FORMS)
  return readGroup(name, source[name], path, depth, reading)
}

function readGroup(
  name: string,
  body: unknown,
  path: string,
  depth: number,
  reading: Reading,
): Rule | undefined {
  const within = inside(path, name)
  reading.groups += 1
  if (reading.groups > RULE_LIMITS.groups) {
    return stop(reading, path, `Use at most ${RULE_LIMITS.groups} groups in one rule.`)
  }
  if (name === 'not') {
    const rule = readNode(body, within, depth + 1, reading)
    return rule && { not: rule }
  }
  if (name !== 'and' && name !== 'or') return refuse(reading, path, FORMS)
  if (!Array.isArray(body)) return refuse(reading, within, `"${name}" needs a list of rules.`)
  const rules = readList(body, within, depth + 1, reading)
  return name === 'and' ? { and: rules } : { or: rules }
}

function readList(nodes: unknown[], path: string, depth: number, reading: Reading): Rule[] {
  const rules: Rule[] = []
  for (const [index, node] of nodes.entries()) {
    if (enough(reading)) break
    const rule = readNode(node, `${path}[${index}]`, depth, reading)
    if (rule !== undefined) rules.push(rule)
  }
  return rules
}

function readCondition(source: Record<string, unknown>, path: string, reading: Reading): Rule | undefined {
  reading.conditions += 1
  if (reading.conditions > RULE_LIMITS.conditions) {
    return stop(reading, path, `Use at most ${RULE_LIMITS.conditions} conditions in one rule.`)
  }
  const { field, operator, value, currencyDefinitionId, ...rest } = source
  const extra = Object.keys(rest)[0]
  if (extra !== undefined) return refuse(reading, inside(path, extra), `Remove "${extra}". ${FORMS}`)
  if (typeof field !== 'string' || field === '' || faultOfText(field) !== undefined) {
    return refuse(reading, inside(path, 'field'), 'Name the field by its API name.')
  }
  if (!isOperator(operator)) {
    const known = Object.keys(OPERATORS).join(', ')
    return refuse(reading, inside(path, 'operator'), `Use one of these operators: ${known}.`)
  }
  const condition = withCurrency({ field, operator }, currencyDefinitionId, path, reading)
  return condition && withValue(condition, value, path, reading)
}

function withCurrency(
  condition: Condition,
  currencyDefinitionId: unknown,
  path: string,
  reading: Reading,
): Condition | undefined {
  if (currencyDefinitionId === undefined || currencyDefinitionId === null) return condition
  if (isId(currencyDefinitionId)) return { ...condition, currencyDefinitionId }
  return refuse(reading, inside(path, 'currencyDefinitionId'), 'Name the currency by its id.')
}

function isId(input: unknown): input is number {
  return typeof input === 'number' && Number.isSafeInteger(input) && input > 0
}

function withValue(
  condition: Condition,
  value: unknown,
  path: string,
  reading: Reading,
): Condition | undefined {
  if (value === undefined || value === null) return condition
  reading.values += Array.isArray(value) ? value.length : 1
  if (reading.values > RULE_LIMITS.values) {
    return stop(reading, path, `Use at most ${RULE_LIMITS.values} values in one rule.`)
  }
  const fault = faultOfValue(value)
  if (fault !== undefined) return refuse(reading, inside(path, 'value'), fault)
  return { ...condition, value }
}
