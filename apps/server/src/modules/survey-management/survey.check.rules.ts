import { scoreKey, surveyScales, type SurveyType } from '@steward/contracts/plain/survey'
import {
  boundsOfQuestion,
  type Branch,
  type Localized,
  type Question,
} from '@steward/contracts/survey/definition'
import type { SurveyContent } from '@steward/contracts/survey/survey'

/** What keeps a survey from being published, by path. */
export type Faults = Record<string, string>

const isChoice = ({ type }: Question): boolean => type === 'singleChoice' || type === 'multipleChoice'

function faultsOfText(texts: Localized, language: string, path: string, what: string): Faults {
  return texts[language] ? {} : { [path]: `Enter ${what} in the default language (${language}).` }
}

function faultsOfOptions(question: Question, language: string, path: string): Faults {
  if (!isChoice(question)) return {}
  const faults: Faults = {}
  if (question.options.length < 2) faults[`${path}.options`] = 'Add at least two options.'
  const keys = new Set<string>()
  question.options.forEach(({ key, text }, at) => {
    if (keys.has(key)) faults[`${path}.options.${at}.key`] = 'Another option has this key.'
    keys.add(key)
    Object.assign(faults, faultsOfText(text, language, `${path}.options.${at}.text`, 'the option'))
  })
  return faults
}

function faultsOfBounds(question: Question, path: string): Faults {
  const { type, min, max } = question
  if (type === 'rating' && max !== null && !(Number.isInteger(max) && max >= 2 && max <= 10)) {
    return { [`${path}.max`]: 'Choose 2 to 10 stars.' }
  }
  if (type === 'number' && min !== null && max !== null && min > max) {
    return { [`${path}.max`]: 'The highest number is below the lowest one.' }
  }
  return {}
}

/** What is wrong with the value that a branch compares with. */
function faultOfValue(type: SurveyType, question: Question, { operator, value }: Branch): string | undefined {
  if (operator === 'answered' || operator === 'notAnswered') return undefined
  if (isChoice(question)) {
    return question.options.some(({ key }) => key === value)
      ? undefined
      : 'Choose an option of this question.'
  }
  if (boundsOfQuestion(type, question) !== null) {
    return typeof value === 'number' ? undefined : 'Enter a number.'
  }
  if (question.type === 'consent') return typeof value === 'boolean' ? undefined : 'Choose yes or no.'
  return 'A text can only be answered or not answered.'
}

function faultsOfBranches(type: SurveyType, questions: readonly Question[], at: number): Faults {
  const question = questions[at] as Question
  const places = new Map(questions.map(({ key }, place) => [key, place]))
  const faults: Faults = {}
  question.branches.forEach((branch, nth) => {
    const path = `questions.${at}.branches.${nth}`
    const target = branch.goTo === null ? questions.length : places.get(branch.goTo)
    if (target === undefined) faults[`${path}.goTo`] = 'This question was deleted. Choose another one.'
    else if (target <= at) faults[`${path}.goTo`] = 'Choose a later question.'
    const fault = faultOfValue(type, question, branch)
    if (fault) faults[`${path}.value`] = fault
  })
  return faults
}

function faultsOfScore(type: SurveyType, questions: readonly Question[]): Faults {
  const places = questions.flatMap((one, at) => (one.type === 'score' ? [at] : []))
  if (type === 'custom') {
    return Object.fromEntries(
      places.map((at) => [`questions.${at}.type`, 'A custom survey has no score. Use a rating.']),
    )
  }
  const [first, ...others] = places
  if (first === undefined) return { questions: 'Add the question that gives the score.' }
  const faults = Object.fromEntries(others.map((at) => [`questions.${at}.type`, 'A survey has one score.']))
  const { key, isRequired } = questions[first] as Question
  if (key !== scoreKey) faults[`questions.${first}.key`] = `The key of the score is ${scoreKey}.`
  if (first !== 0) faults[`questions.${first}`] = 'Ask for the score first.'
  if (!isRequired) faults[`questions.${first}.isRequired`] = 'The score has to be required.'
  return faults
}

function faultsOfQuestions(type: SurveyType, { questions, defaultLanguage }: SurveyContent): Faults {
  if (questions.length === 0) return { questions: 'Add a question.' }
  const faults: Faults = { ...faultsOfScore(type, questions) }
  const keys = new Set<string>()
  questions.forEach((question, at) => {
    const path = `questions.${at}`
    if (keys.has(question.key)) faults[`${path}.key`] = 'Another question has this key.'
    keys.add(question.key)
    Object.assign(
      faults,
      faultsOfText(question.text, defaultLanguage, `${path}.text`, 'the question'),
      faultsOfOptions(question, defaultLanguage, path),
      faultsOfBounds(question, path),
      faultsOfBranches(type, questions, at),
    )
  })
  return faults
}

function faultsOfThanks(type: SurveyType, { thanks, defaultLanguage }: SurveyContent): Faults {
  const faults: Faults = {}
  thanks.forEach(({ from, to, title, link }, at) => {
    const path = `thanks.${at}`
    Object.assign(faults, faultsOfText(title, defaultLanguage, `${path}.title`, 'the title'))
    if (link)
      Object.assign(faults, faultsOfText(link.label, defaultLanguage, `${path}.link.label`, 'the label'))
    if (from !== null && to !== null && from > to)
      faults[`${path}.to`] = 'The highest score is below the lowest one.'
    if (surveyScales[type] === null && (from !== null || to !== null)) {
      faults[`${path}.from`] = 'A custom survey has no score.'
    }
  })
  return faults
}

function faultsOfAsking({ channels, mail, timing, defaultLanguage }: SurveyContent): Faults {
  const { startsOn, endsOn } = timing
  return {
    ...(channels.mail ? faultsOfText(mail.subject, defaultLanguage, 'mail.subject', 'the subject') : {}),
    ...(startsOn !== null && endsOn !== null && startsOn > endsOn
      ? { 'timing.endsOn': 'The last day is before the first one.' }
      : {}),
  }
}

/** What keeps a survey from being published. Nothing else is asked of a draft but its shape. */
export function faultsOfSurvey(type: SurveyType, content: SurveyContent): Faults {
  return { ...faultsOfQuestions(type, content), ...faultsOfThanks(type, content), ...faultsOfAsking(content) }
}
