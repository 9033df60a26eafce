import type { NodeWords } from './node-kind.ts'

/** The text that `tell` makes of words. Empty as long as it is about fields that are not known yet: they would be called removed. */
export function onceKnown(
  words: NodeWords,
  tell: (words: NodeWords) => string | undefined,
): string | undefined {
  if (words.isKnown) return tell(words)
  let isAboutFields = false
  const text = tell({
    ...words,
    get fields() {
      isAboutFields = true
      return words.fields
    },
  })
  return isAboutFields ? '' : text
}
