import { surveyScales, type SurveyType } from '@steward/contracts/plain/survey'
import { inLanguage } from '@steward/contracts/survey/definition'
import type { SurveyContent } from '@steward/contracts/survey/survey'

/** What the mail of a survey says; `href` is the page of the person that it goes to. */
export function invitationOf(
  type: SurveyType,
  { questions, mail, defaultLanguage }: SurveyContent,
  { href, unsubscribe }: { href: string; unsubscribe: string },
) {
  const say = (texts: Record<string, string>) => inLanguage(texts, defaultLanguage, defaultLanguage)
  const [first] = questions
  const bounds = first?.type === 'score' ? surveyScales[type] : null
  const steps = bounds
    ? Array.from({ length: bounds.max - bounds.min + 1 }, (_, at) => {
        const score = String(bounds.min + at)
        return { label: score, href: `${href}?score=${score}` }
      })
    : []
  return {
    subject: say(mail.subject),
    question: first ? say(first.text) : say(mail.subject),
    text: say(mail.text),
    scale: bounds && first ? { low: say(first.lowLabel), high: say(first.highLabel), steps } : null,
    href,
    unsubscribe,
  }
}
