/** Surveys as they are stored: the place in the list, from 1. */
export const surveyTypes = ['nps', 'csat', 'ces', 'custom'] as const
export type SurveyType = (typeof surveyTypes)[number]
export const surveyTypeId = (type: SurveyType): number => surveyTypes.indexOf(type) + 1

export const surveyTypeLabels: Readonly<Record<SurveyType, string>> = {
  nps: 'NPS',
  csat: 'CSAT',
  ces: 'CES',
  custom: 'Custom',
}

/** `closed` is a live or paused survey whose last day has passed. */
export const surveyStates = ['draft', 'live', 'paused', 'closed'] as const
export type SurveyState = (typeof surveyStates)[number]

/** The scores of a type, lowest to highest; null where a survey has no score. */
export const surveyScales: Readonly<Record<SurveyType, { min: number; max: number } | null>> = {
  nps: { min: 0, max: 10 },
  csat: { min: 1, max: 5 },
  ces: { min: 1, max: 7 },
  custom: null,
}

export const questionTypes = [
  'score',
  'rating',
  'number',
  'singleChoice',
  'multipleChoice',
  'shortText',
  'longText',
  'consent',
] as const
export type QuestionType = (typeof questionTypes)[number]

/** The key of the question that gives the score of an NPS, CSAT or CES survey. */
export const scoreKey = 'score'

export const branchOperators = [
  'equals',
  'notEquals',
  'atLeast',
  'atMost',
  'includes',
  'answered',
  'notAnswered',
] as const
export type BranchOperator = (typeof branchOperators)[number]

/** Where an answer came from, as it is stored: the place in the list, from 1. */
export const surveyChannels = ['inProduct', 'mail', 'link', 'openLink', 'import'] as const
export type SurveyChannel = (typeof surveyChannels)[number]
export const surveyChannelId = (channel: SurveyChannel): number => surveyChannels.indexOf(channel) + 1

/** Channels on which Steward asks people. */
export const askChannels = ['inProduct', 'mail', 'link'] as const
export type AskChannel = (typeof askChannels)[number]

/** Of an NPS answer. */
export const npsGroups = ['promoter', 'passive', 'detractor'] as const
export type NpsGroup = (typeof npsGroups)[number]

/** Below so many answers a score says little. */
export const fewAnswers = 30

export const surveyLimits = {
  surveys: 500,
  name: 120,
  questions: 50,
  options: 50,
  branches: 20,
  thanks: 10,
  languages: 20,
  /** Characters of a question, an option, and a text on the page. */
  question: 500,
  option: 200,
  text: 2000,
  shortAnswer: 500,
  longAnswer: 5000,
  number: 1_000_000_000_000,
  rating: 10,
  key: 40,
  /** Bytes of an answer that is sent to the public endpoint. */
  answer: 64 * 1024,
  /** Responses of a page. */
  responses: 100,
  mostResponses: 1000,
  days: 3650,
  perDay: 1_000_000,
  delaySeconds: 3600,
} as const

/** Columns of a file of responses that answer no question. */
export const importTargets = ['answeredAt', 'email', 'externalId', 'account', 'accountExternalId'] as const
export type ImportTarget = (typeof importTargets)[number]

/** Stored as the place in the list, from 1. */
export const importStates = ['running', 'finished', 'failed', 'undoing', 'undone'] as const
export type ImportState = (typeof importStates)[number]
export const importStateId = (state: ImportState): number => importStates.indexOf(state) + 1
