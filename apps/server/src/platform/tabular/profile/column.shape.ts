/** What the values of a column look like, as shares from 0 to 1 of some of them. */
export interface ColumnShape {
  /** Nothing but digits. */
  digits: number
  /** At least one letter. */
  letters: number
  /** Two to four capitalized words, as people are called. */
  person: number
  phone: number
  url: number
  /** One word with a digit, or a long one of hexadecimal digits. */
  id: number
  /** On average. */
  words: number
  /** In characters, on average. */
  length: number
}

const patterns = {
  digits: /^\d+$/,
  letters: /\p{L}/u,
  person:
    /^(?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?\p{Lu}[\p{L}'’.-]*(?:,? (?:(?:de|da|von|van|der|la|le|el|al|bin) )*\p{Lu}[\p{L}'’.-]*){1,3}$/u,
  phone: /^(?=(?:\D*\d){7,15}\D*$)[+(]?[\d(][\d\s().+/-]*(?:\s?(?:x|ext\.?)\s?\d{1,6})?$/i,
  url: /^(?:https?:\/\/|www\.)\S+$|^[a-z\d-]+(?:\.[a-z\d-]+)*\.(?:com|org|net|io|co|de|fr|uk|eu|ai|app)(?:\/\S*)?$/i,
  id: /^(?=\S*\d)[\w.:#/-]{1,64}$|^[\da-f-]{16,64}$/i,
}

const names = Object.keys(patterns) as (keyof typeof patterns)[]

export function shapeOf(values: readonly string[]): ColumnShape {
  const shape: ColumnShape = {
    digits: 0,
    letters: 0,
    person: 0,
    phone: 0,
    url: 0,
    id: 0,
    words: 0,
    length: 0,
  }
  if (values.length === 0) return shape
  for (const value of values) {
    for (const name of names) if (patterns[name].test(value)) shape[name] += 1
    shape.words += value.split(' ').length
    shape.length += value.length
  }
  for (const name of Object.keys(shape) as (keyof ColumnShape)[]) shape[name] /= values.length
  return shape
}
