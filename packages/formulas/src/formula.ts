import { checkTree, type CheckedFormula, type FindField } from './check.ts'
import { evaluateTree, type Evaluated } from './evaluate.ts'
import { problemOf } from './parse-error.ts'
import { parseFormula } from './parse.ts'
import type { FormulaProblem } from './syntax.ts'
import type { Value } from './value.ts'

export interface Formula extends CheckedFormula {
  /**
   * The value for one record, of a formula without problems; `read` gives a field's value by its API
   * name, `today` is a day YYYY-MM-DD. Never throws: what goes wrong is a blank with a problem.
   */
  evaluate(read: (name: string) => Value, today: string): Evaluated
}

const nothing: Evaluated = { value: null, problem: null }

const faulty = (problem: FormulaProblem): CheckedFormula => ({
  type: null,
  fields: [],
  asksToday: false,
  problems: [problem],
})

/** Reads and checks a formula. `find` gives a field by the name that is in braces. Never throws. */
export function readFormula(text: string, find: FindField): Formula {
  const parsed = parseFormula(text)
  if (!parsed.ok) {
    const { problem } = parsed
    return { ...faulty(problem), evaluate: () => ({ ...nothing, problem }) }
  }
  const { tree } = parsed
  const checked = shallow(text, () => checkTree(tree, find), faulty)
  return {
    ...checked,
    evaluate(read, today) {
      const [problem] = checked.problems
      if (problem) return { ...nothing, problem }
      return shallow(
        text,
        () => evaluateTree(tree, find, read, today),
        (deep) => ({ ...nothing, problem: deep }),
      )
    },
  }
}

/** A long row of operators goes deep, and how deep is too deep depends on who calls. */
function shallow<T>(text: string, work: () => T, otherwise: (problem: FormulaProblem) => T): T {
  try {
    return work()
  } catch (error) {
    return otherwise(problemOf(error, text.length))
  }
}
