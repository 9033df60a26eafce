import {
  checkRule,
  fieldsOf,
  parseRule,
  ruleToSql,
  type CheckedRule,
  type Rule,
  type RuleColumn,
  type RuleField,
} from '@steward/conditions'
import { invalid } from '../../platform/errors.ts'

/**
 * What rules of one kind can be about: the records of a level, or whatever else has fields. A module that wants
 * its things to be found by rules offers one.
 */
export interface RuleSource<Field> {
  /** The field that a rule names; undefined when there is none. */
  find(name: string): Field | undefined
  /** The same field in the terms of the rule language. */
  describe(field: Field): RuleField
}

/** A rule whose names were found in its source. */
export interface BoundRule<Field> {
  checked: CheckedRule
  /** The names of the fields that it asks about. */
  fields: ReadonlySet<string>
  /** Conditions on what is gone; they match nothing. */
  broken: { field: string; message: string }[]
  find: (name: string) => Field | undefined
}

const everything: Rule = { and: [] }

/** Throws `invalid_input` at the paths below `root`. */
function refuse(problems: readonly { path: string; message: string }[], root: string): void {
  if (problems.length === 0) return
  const at = (path: string) => (path === '' ? root : `${root}.${path}`)
  throw invalid(
    'filter.invalid',
    Object.fromEntries(problems.map(({ path, message }) => [at(path), message])),
  )
}

/** Binds a filter, as a caller wrote it, to the fields of a source. Throws `invalid_input` at the paths below `root`. */
export function bindRule<Field>(
  filter: string | Rule | undefined,
  source: RuleSource<Field>,
  root = 'filter',
): BoundRule<Field> {
  const parsed =
    filter === undefined || filter === '' ? { ok: true as const, rule: everything } : parseRule(filter)
  if (!parsed.ok) {
    refuse(parsed.problems, root)
    throw new Error('A rule that cannot be parsed has problems')
  }
  const { rule: checked, problems } = checkRule(parsed.rule, (name) => {
    const field = source.find(name)
    return field && source.describe(field)
  })
  refuse(
    problems.filter(({ fault }) => fault === 'invalid'),
    root,
  )
  const broken = problems.map(({ field, message }) => ({ field, message }))
  return { checked, fields: fieldsOf(parsed.rule), broken, find: source.find }
}

/** A rule as SQL; `columnOf` says where the fields are that it asks about. */
export function ruleSql<Field>(
  rule: BoundRule<Field>,
  today: string,
  param: (value: unknown) => string,
  columnOf: (field: Field) => RuleColumn,
): string {
  return ruleToSql(rule.checked, {
    today,
    param,
    column: (name) => columnOf(rule.find(name) as Field),
  })
}
