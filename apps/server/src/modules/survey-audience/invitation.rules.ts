import { surveyScales, type SurveyType } from '@steward/contracts/plain/survey'
import { inLanguage } from '@steward/contracts/survey/definition'
import type { SurveyContent } from '@steward/contracts/survey/survey'
import { invitationWordsIn } from './invitation.words.ts'

interface Invited {
  /** The page of the person that the mail goes to. */
  page: string
  company: string
  language: string
}

/** What the mail of a survey says. A text that is missing in the language is in the default one. */
export function invitationOf(
  type: SurveyType,
  { questions, mail, defaultLanguage }: SurveyContent,
  { page, company, language }: Invited,
) {
  const say = (texts: Record<string, string>) => inLanguage(texts, language, defaultLanguage)
  const words = invitationWordsIn(language)
  const [first] = questions
  const bounds = first?.type === 'score' ? surveyScales[type] : null
  const chosen = language === defaultLanguage ? '' : `language=${language}`
  const href = chosen === '' ? page : `${page}?${chosen}`
  const steps = bounds
    ? Array.from({ length: bounds.max - bounds.min + 1 }, (_, at) => {
        const score = String(bounds.min + at)
        return { label: score, href: `${page}?score=${score}${chosen && `&${chosen}`}` }
      })
    : []
  return {
    language,
    subject: say(mail.subject),
    question: first ? say(first.text) : say(mail.subject),
    text: say(mail.text),
    scale: bounds && first ? { low: say(first.lowLabel), high: say(first.highLabel), steps } : null,
    button: { label: words.answer, href, orOpen: words.orOpen },
    closing: words.closing(company),
    leave: { label: words.leave, href: `${page}/unsubscribe` },
  }
}
