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

type Pattern = keyof typeof patterns

/** How many signs of each kind a text has. */
interface Signs {
  digits: number
  letters: number
  spaces: number
  others: number
}

/** Counts the signs of a text; undefined where it has some that only patterns know. */
function signsOf(text: string): Signs | undefined {
  let [digits, letters, spaces, others] = [0, 0, 0, 0]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code > 127) return undefined
    if (code >= 48 && code <= 57) digits += 1
    else if ((code | 32) >= 97 && (code | 32) <= 122) letters += 1
    else if (code === 32) spaces += 1
    else others += 1
  }
  return { digits, letters, spaces, others }
}

/** Whether a text with such signs can fit a pattern at all: counting takes less time than looking for each. */
const mayFit: Readonly<Record<Pattern, (signs: Signs) => boolean>> = {
  digits: ({ letters, spaces, others }) => letters + spaces + others === 0,
  letters: ({ letters }) => letters > 0,
  person: ({ digits, letters, spaces }) => digits === 0 && letters > 0 && spaces > 0,
  phone: ({ digits }) => digits >= 7 && digits <= 15,
  url: ({ letters, spaces, others }) => letters > 0 && others > 0 && spaces === 0,
  id: ({ digits, letters, spaces, others }) => spaces === 0 && (digits > 0 || letters + others >= 16),
}

const names = Object.keys(patterns) as Pattern[]

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
    const signs = signsOf(value)
    for (const name of names) {
      if ((signs === undefined || mayFit[name](signs)) && patterns[name].test(value)) shape[name] += 1
    }
    shape.words += signs ? signs.spaces + 1 : value.split(' ').length
    shape.length += value.length
  }
  for (const name of Object.keys(shape) as (keyof ColumnShape)[]) shape[name] /= values.length
  return shape
}
