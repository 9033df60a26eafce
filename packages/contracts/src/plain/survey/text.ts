import { type QuestionType, type SurveyType, surveyScales } from '../survey.ts'

/* How texts and bounds of questions are read: the same in the page, in the snippet and on the server. */

/** The text in a language, in its main language, or in the default one. */
export function inLanguage(
  texts: Readonly<Record<string, string>>,
  language: string,
  fallback: string,
): string {
  return texts[language] || texts[language.split('-', 1)[0] as string] || texts[fallback] || ''
}

/** The bounds of a question that is answered with a number; null where there are none, or it is none. */
export function boundsOfQuestion(
  type: SurveyType,
  question: { type: QuestionType; min: number | null; max: number | null },
): { min: number | null; max: number | null } | null {
  if (question.type === 'score') return surveyScales[type]
  if (question.type === 'rating') return { min: 1, max: question.max ?? 5 }
  return question.type === 'number' ? { min: question.min, max: question.max } : null
}
