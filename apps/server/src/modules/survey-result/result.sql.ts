import { surveyChannelId } from '@steward/contracts/plain/survey'
import type { Branch, Question } from '@steward/contracts/survey/definition'
import { forksOf, letterOf, type AskedQuestion, type Versions } from './result.rules.ts'

type Param = (value: unknown) => string

/** Whether a branch is taken, as `plain/survey/path.ts` decides it; answers that are none are not stored. */
function branchSql({ operator, value }: Branch, key: string, param: Param): string {
  const answer = `r.answers -> ${key}`
  const json = (some: unknown) => `${param(JSON.stringify(some))}::jsonb`
  const isNumber = (sign: string): string =>
    typeof value === 'number'
      ? `jsonb_typeof(${answer}) = 'number' and ${answer} ${sign} ${json(value)}`
      : `${answer} is null and false`
  switch (operator) {
    case 'answered':
      return `r.answers ? ${key}`
    case 'notAnswered':
      return `not r.answers ? ${key}`
    case 'equals':
      return `${answer} = ${json(value)}`
    case 'notEquals':
      return `${answer} <> ${json(value)}`
    case 'atLeast':
      return isNumber('>=')
    case 'atMost':
      return isNumber('<=')
    case 'includes':
      return `jsonb_typeof(${answer}) = 'array' and ${answer} @> ${json([value])}`
  }
}

/** The letter of the branch that a response took at a question. */
function forkSql({ key, branches }: Question, param: Param): string {
  const name = `${param(key)}::text`
  const cases = branches.map(
    (branch, nth) => `when ${branchSql(branch, name, param)} then '${letterOf(nth)}'`,
  )
  return `case ${cases.join(' ')} else '${letterOf(-1)}' end`
}

/** The way that a response took, as `keysOnWay` reads it. */
export function waySql(versions: Versions, param: Param): string {
  const forks = versions.map(({ version, content }) => ({ version, forks: forksOf(content) }))
  const withForks = forks.filter((one) => one.forks.length > 0)
  const alike = [
    ...Map.groupBy(withForks, (one) =>
      JSON.stringify(one.forks.map((fork) => [fork.key, fork.branches])),
    ).values(),
  ]
  if (alike.length === 0) return `''`
  const cases = alike.map((some) => {
    const way = (some[0]?.forks ?? []).map((fork) => forkSql(fork, param)).join(' || ')
    return `when r.version = any(${param(some.map(({ version }) => version))}::int[]) then ${way}`
  })
  return `case ${cases.join(' ')} else '' end`
}

/** Whether the response `r` may have an answer to a question. */
export function hasAnswerSql({ key, versions, isShared }: AskedQuestion, param: Param): string {
  const has = `r.answers ? ${param(key)}::text`
  return isShared ? `${has} and r.version = any(${param(versions)}::int[])` : has
}

/** The answer of the response `r` as text; of a text only that there is one. */
export function answerSql(asked: AskedQuestion, param: Param): string {
  if (asked.kind === 'text') return `case when ${hasAnswerSql(asked, param)} then '' end`
  const answer = `r.answers ->> ${param(asked.key)}::text`
  return asked.isShared
    ? `case when r.version = any(${param(asked.versions)}::int[]) then ${answer} end`
    : answer
}

export const isImportedSql = `r.channel = ${surveyChannelId('import')}`
