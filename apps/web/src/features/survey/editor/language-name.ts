/** The English name of a language, such as German or Brazilian Portuguese. */
export function languageName(language: string): string {
  return new Intl.DisplayNames(['en'], { type: 'language' }).of(language) ?? language
}
