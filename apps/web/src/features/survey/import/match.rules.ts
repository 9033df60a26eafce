import type { DateFormat } from '@steward/contracts/plain/cell-format'
import { importTargets, type ImportTarget, scoreKey } from '@steward/contracts/plain/survey'
import { inLanguage } from '@steward/contracts/plain/survey/text'
import type { Question } from '@steward/contracts/survey/definition'
import type { SurveyImportForm } from '@steward/contracts/survey/import'
import type { SurveyContent } from '@steward/contracts/survey/survey'
import type { ColumnGuess, Detection } from '../../../entities/table-file/index.ts'

/** What a column can be matched to: a question, or who answered when. */
export interface MatchTarget {
  key: string
  label: string
}

const targetLabels: Readonly<Record<ImportTarget, string>> = {
  answeredAt: 'Day of the answer',
  email: 'Email of the contact',
  externalId: 'External ID of the contact',
  account: 'Account',
  accountExternalId: 'External ID of the account',
}

export function targetsOf({ questions, defaultLanguage }: SurveyContent): {
  answers: MatchTarget[]
  people: MatchTarget[]
} {
  const labelOf = ({ text, key }: Question) => inLanguage(text, defaultLanguage, defaultLanguage) || key
  return {
    answers: questions.map((question) => ({ key: question.key, label: labelOf(question) })),
    people: importTargets.map((key) => ({ key, label: targetLabels[key] })),
  }
}

/** Which column each target is read from. */
export type Matches = Readonly<Record<string, number>>

const plain = (text: string): string =>
  text
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

type Wording = readonly [words: RegExp, weight: number]

/**
 * How headers of exports are worded, by target, the surest first; the score and the comment of NPS, CSAT and CES
 * surveys have fixed keys.
 */
const wordings: Readonly<Record<string, readonly Wording[]>> = {
  [scoreKey]: [
    [/\b(category|group|type|label|segment|trend|average|count|previous|last)\b/, 0],
    [/^((survey|nps|csat|ces) )?(score|rating|answer|response)$|^(nps|csat|ces)$/, 1],
    [/\b(likely|likelihood|recommend\w*|weiterempfehl\w*|recomend\w*|consiglier\w*|netpro)\b/, 0.9],
    [/\b(nps|csat|ces|score|rating|satisfaction)\b/, 0.8],
    [
      /\b(bewertung|punkt\w*|note|puntuaci[oó]n|calificaci[oó]n|voto|pontua[cç][aã]o|betyg|beoordeling)\b/,
      0.7,
    ],
  ],
  comment: [
    [/\b(by|date|at|id|count)\b/, 0],
    [
      /\b(comments?|feedback|verbatim|why|kommentar\w*|commentaires?|comentarios?|comment[io]|opmerking\w*)\b/,
      1,
    ],
    [
      /\b(reasons?|explanation|remarks?|follow up|open text|grund|begründung|raison|motivo|toelichting)\b/,
      0.9,
    ],
  ],
  answeredAt: [
    [/\b(sent|birth|purchase\w*|expir\w*|updated|modified|seen|opened|start\w*|by)\b/, 0.4],
    [
      /\b(answer\w*|respon\w*|submi\w*|complet\w*|record\w*|rated|end|survey|beantwortet|abgesendet|réponse)\b/,
      1,
    ],
    [/\b(date|day|datum|fecha|data|time|timestamp|tag|dato)\b/, 0.8],
    [/\b(created|erstellt|créé|creado|criado|creato)\b/, 0.7],
  ],
  email: [
    [/\b(agent|owner|manager|assignee|sender|csm)\b/, 0.3],
    [/\b(e ?)?mail|courriel|correo\b/, 1],
  ],
  externalId: [
    [
      /\b(contact|user|respondent|recipient|person|people|customer|kontakt\w*) (external )?(id|nr|number)\b/,
      1,
    ],
    [/\b(external (id|reference|data)|custom id)\b/, 0.8],
  ],
  account: [
    [/\b(manager|owner|id|number|nr|plan|type|status|size)\b/, 0],
    [/^((account|company|organi[sz]ation|airline)( name)?|account company)$/, 1],
    [/^((customer|client|firma|kunde|société|entreprise|empresa|azienda|bedrijf|företag)( name)?)$/, 0.8],
  ],
  accountExternalId: [
    [
      /\b(account|company|organi[sz]ation|customer|client|kunden?) (external )?(id|nr|number)\b|^kundennummer$/,
      1,
    ],
  ],
}

/** What the values of a column have to be for a target; others may be anything. */
const typesOf: Readonly<Record<string, readonly string[]>> = {
  comment: ['string', 'longText', 'singlePicklist', 'multiPicklist'],
  answeredAt: ['date'],
  email: ['email'],
  account: ['string', 'singlePicklist', 'longText', 'number'],
}

/** A score is a number. Where most cells are a word instead, few columns are one. */
const scoreTypes = new Set(['number', 'percentage', 'currency', 'boolean'])

function wordedAs(words: string, { key, label }: MatchTarget): number {
  if (words === plain(key) || words === plain(label)) return 1.2
  return wordings[key]?.find(([pattern]) => pattern.test(words))?.[1] ?? 0
}

function likeness({ name, dataType, distinct }: ColumnGuess, target: MatchTarget): number {
  const weight = wordedAs(plain(name), target)
  if (target.key === scoreKey && !scoreTypes.has(dataType)) return weight * 0.6
  const isFitting = distinct === 0 || (typesOf[target.key]?.includes(dataType) ?? true)
  return isFitting ? weight : 0
}

/** Weaker likenesses are left for the reader to choose. */
const sure = 0.5

/** The columns whose headers and values say what they are, the surest first, each for one target at most. */
export function guessMatches(targets: readonly MatchTarget[], columns: readonly ColumnGuess[]): Matches {
  const candidates = targets
    .flatMap((target) => columns.map((column) => ({ target, column, weight: likeness(column, target) })))
    .filter(({ weight }) => weight >= sure)
    .toSorted((a, b) => b.weight - a.weight)
  const found: Record<string, number> = {}
  const taken = new Set<number>()
  for (const { target, column } of candidates) {
    if (target.key in found || taken.has(column.column)) continue
    found[target.key] = column.column
    taken.add(column.column)
  }
  return found
}

export interface MatchDraft {
  matches: Matches
  dateFormat: DateFormat
  /** As it is typed: texts with commas between them. */
  noAnswer: string
  answeredOn: string | null
}

export function formOf({ uploadId, settings }: Detection, draft: MatchDraft): SurveyImportForm {
  const columns = Object.entries(draft.matches).map(([target, column]) => ({
    column,
    target,
    ...(target === 'answeredAt' ? { dateFormat: draft.dateFormat } : {}),
  }))
  const noAnswer = draft.noAnswer
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '')
  return { uploadId, settings, columns, noAnswer, answeredOn: draft.answeredOn }
}
