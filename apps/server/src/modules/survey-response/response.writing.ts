import { surveyChannels, type SurveyType } from '@steward/contracts/plain/survey'
import { isoOf, microsOf } from '../../platform/db/instant.reader.ts'
import type { PageKey } from './response.read-model.ts'
import { groupOf } from './score.rules.ts'

type Cell = string | null

/** A response as the database writes it: the columns of `listResponseTexts`, in their order. */
export type ResponseTexts = readonly Cell[]

const text = (cell: Cell | undefined): string =>
  cell === null || cell === undefined ? 'null' : JSON.stringify(cell)

const instant = (cell: Cell | undefined): string => (cell ? `"${isoOf(cell)}"` : 'null')

const linked = (level: 2 | 3, id: Cell | undefined, name: Cell | undefined): string =>
  id && name !== null && name !== undefined ? `{"level":${level},"id":${id},"name":${text(name)}}` : 'null'

function groupIn(type: SurveyType, score: Cell | undefined): string {
  return type === 'nps' && score ? text(groupOf(Number(score))) : 'null'
}

/** The JSON of a response: numbers and answers as the database wrote them. */
export function writeResponse(type: SurveyType, row: ResponseTexts): string {
  const [responseId, version, channel, language, score, isComplete, answers, comment, ...rest] = row
  const [recordId, recordName, accountId, accountName, claimedName, answeredAt, changedAt] = rest
  return `{"responseId":${responseId},"version":${version},"channel":"${surveyChannels[Number(channel) - 1]}",
"language":${text(language)},"score":${score ?? null},"group":${groupIn(type, score)},
"isComplete":${isComplete === 't'},"answers":${answers},"comment":${text(comment)},
"contact":${linked(3, recordId, recordName)},"account":${linked(2, accountId, accountName)},
"claimedName":${text(claimedName)},"answeredAt":${instant(answeredAt)},"changedAt":${instant(changedAt)}}`
}

/** Where the page behind a response begins. */
export const keyOf = (row: ResponseTexts): PageKey => ({
  responseId: Number(row[0]),
  micros: microsOf(row[13] ?? ''),
})
