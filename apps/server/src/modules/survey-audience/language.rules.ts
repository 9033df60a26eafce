import type { SurveyContent } from '@steward/contracts/survey/survey'

/** Languages that a mail of the survey has a text in, the default one first. */
export function languagesOfMail({ questions, mail, defaultLanguage }: SurveyContent): string[] {
  const texts = [mail.subject, mail.text, ...questions.slice(0, 1).map(({ text }) => text)]
  const written = texts.flatMap((one) => Object.keys(one).filter((language) => one[language]))
  return [...new Set([defaultLanguage, ...written])]
}

const fold = (text: string): string => text.trim().toLowerCase().replaceAll('_', '-')

const nameIn = (language: string, reader: string): string | undefined =>
  new Intl.DisplayNames([reader], { type: 'language', fallback: 'none' }).of(language)

/** How a language is called: its code, and its name in English and in itself. */
const namesOf = (language: string): (string | undefined)[] =>
  [language, nameIn(language, 'en'), nameIn(language, language)].map((name) => name && fold(name))

/** Which of the languages a value such as `de`, `de_AT`, `German` or `Deutsch` means; undefined where it is none. */
export function languageNamed(text: string, languages: readonly string[]): string | undefined {
  const wanted = fold(text)
  const [main = ''] = wanted.split('-', 1)
  const find = (name: string) => languages.find((language) => namesOf(language).includes(name))
  // Someone who reads pt reads pt-BR rather than the default language; a page of a survey chooses so, too.
  return find(wanted) ?? find(main) ?? languages.find((language) => fold(language).startsWith(`${main}-`))
}
