import type { Question, Thanks } from '@steward/contracts/survey/definition'
import { surveyContentSchema, type CreateSurvey, type SurveyContent } from '@steward/contracts/survey/survey'
import { questionSchema, thanksSchema } from '@steward/contracts/survey/definition'
import { scoreKey, type SurveyType } from '@steward/contracts/plain/survey'

const en = (text: string) => ({ en: text })

const question = (input: Parameters<typeof questionSchema.parse>[0]): Question => questionSchema.parse(input)
const thanks = (input: Parameters<typeof thanksSchema.parse>[0]): Thanks => thanksSchema.parse(input)

const comment = (text: string): Question =>
  question({ key: 'comment', type: 'longText', text: en(text), isRequired: false })

const scored: Readonly<
  Record<Exclude<SurveyType, 'custom'>, { ask: string; low: string; high: string; why: string }>
> = {
  nps: {
    ask: 'How likely are you to recommend us to a friend or colleague?',
    low: 'Not at all likely',
    high: 'Extremely likely',
    why: 'What is the main reason for your score?',
  },
  csat: {
    ask: 'How satisfied are you with us?',
    low: 'Very dissatisfied',
    high: 'Very satisfied',
    why: 'What could we do better?',
  },
  ces: {
    ask: 'We made it easy for you to get what you needed.',
    low: 'Strongly disagree',
    high: 'Strongly agree',
    why: 'What made it easy or difficult?',
  },
}

function starterQuestions(type: SurveyType): Question[] {
  if (type === 'custom') return []
  const { ask, low, high, why } = scored[type]
  const score = {
    key: scoreKey,
    type: 'score',
    text: en(ask),
    isRequired: true,
    lowLabel: en(low),
    highLabel: en(high),
  }
  return [question(score), comment(why)]
}

const plainThanks = thanks({ title: en('Thank you'), text: en('Your answer helps us get better.') })

/** What a new survey begins with: the usual questions of its type where none are sent. */
export function starterOf({ name: _name, type, ...sent }: CreateSurvey): SurveyContent {
  return surveyContentSchema.parse({
    defaultLanguage: 'en',
    questions: starterQuestions(type),
    thanks: [plainThanks],
    look: {},
    channels: {},
    mail: { subject: en('How are we doing?'), text: en('We have one question for you.') },
    audience: {},
    timing: {},
    ...sent,
  })
}
