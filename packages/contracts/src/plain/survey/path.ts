import type { BranchOperator } from '../survey.ts'

/* The way through a survey: the same in the page, in the snippet and on the server. */

type Value = string | number | boolean | readonly string[]

interface PathBranch {
  operator: BranchOperator
  value: string | number | boolean | null
  goTo: string | null
}

export interface PathQuestion {
  key: string
  branches: readonly PathBranch[]
}

const isAnswered = (answer: Value | undefined): answer is Value =>
  answer !== undefined && answer !== '' && !(Array.isArray(answer) && answer.length === 0)

const numbers = (one: unknown, other: unknown, compare: (a: number, b: number) => boolean): boolean =>
  typeof one === 'number' && typeof other === 'number' && compare(one, other)

/** Of an answer that was given. */
const comparisons: Readonly<Record<BranchOperator, (answer: Value, value: PathBranch['value']) => boolean>> =
  {
    answered: () => true,
    notAnswered: () => false,
    equals: (answer, value) => answer === value,
    notEquals: (answer, value) => answer !== value,
    atLeast: (answer, value) => numbers(answer, value, (a, b) => a >= b),
    atMost: (answer, value) => numbers(answer, value, (a, b) => a <= b),
    includes: (answer, value) => Array.isArray(answer) && answer.includes(value),
  }

function holds({ operator, value }: PathBranch, answer: Value | undefined): boolean {
  return isAnswered(answer) ? comparisons[operator](answer, value) : operator === 'notAnswered'
}

/** Where a branch of the question at a place leads to, or the lack of one; the number of questions where the survey ends. */
export function placeBehind(
  questions: readonly PathQuestion[],
  at: number,
  branch: PathBranch | undefined,
): number {
  if (!branch) return at + 1
  if (branch.goTo === null) return questions.length
  const target = questions.findIndex(({ key }) => key === branch.goTo)
  return target > at ? target : at + 1
}

/** The place of the question after one; the number of questions where the survey ends. */
export function nextPlace(
  questions: readonly PathQuestion[],
  at: number,
  answers: Readonly<Record<string, Value>>,
): number {
  const { branches, key } = questions[at] as PathQuestion
  return placeBehind(
    questions,
    at,
    branches.find((one) => holds(one, answers[key])),
  )
}

/** The questions that are asked with these answers, in order. Branches lead forwards only, so that it ends. */
export function pathOf<Q extends PathQuestion>(
  questions: readonly Q[],
  answers: Readonly<Record<string, Value>>,
): Q[] {
  const path: Q[] = []
  for (let at = 0; at < questions.length; at = nextPlace(questions, at, answers)) {
    path.push(questions[at] as Q)
  }
  return path
}
