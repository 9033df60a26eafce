export interface NumberFormat {
  decimal: '.' | ','
  /** The sign between thousands; `' '` stands for every kind of space. Absent if none was seen. */
  thousands?: '.' | ',' | ' ' | "'"
  /** The currency sign or code around the numbers, if they share one. */
  currency?: string
  percent?: boolean
}

const currencySigns = /^(?:[€$£¥₹₩₽₺₴₪฿]|R\$|[A-Z]{2}\$|kr|zł|Kč)$/
const currencyCodes = new Set(Intl.supportedValuesOf('currency'))
const parts = new RegExp(
  [
    String.raw`^(?<open>\()?(?<lead>[+-])?\s*(?<before>[^\d\s.,+\-()']+)?\s*(?<inner>[+-])?`,
    String.raw`(?<digits>\d[\d.,'’\s]*(?<=\d)|\d+[.,]?|[.,]\d+)(?<exponent>[eE][+-]?\d+)?`,
    String.raw`\s*(?<after>[^\d\s.,+\-()]+)?(?<trail>-)?(?<close>\))?$`,
  ].join(''),
)

export interface NumberParts {
  negative: boolean
  digits: string
  exponent: string
  sign: string
}

/** Takes a number apart without deciding yet what its points and commas mean. */
export function numberParts(text: string): NumberParts | undefined {
  const found = parts.exec(text.trim())?.groups
  if (!found) return undefined
  const marks = [found['before'], found['after']].filter((mark) => mark !== undefined)
  const brackets = [found['open'], found['close']].filter((bracket) => bracket !== undefined)
  const [sign = ''] = marks
  if (marks.length > 1 || brackets.length === 1 || !isMark(sign)) return undefined
  const negative = brackets.length === 2 || [found['lead'], found['inner'], found['trail']].includes('-')
  const digits = (found['digits'] ?? '').replaceAll(/\s/g, ' ').replaceAll('’', "'")
  return { negative, digits, exponent: found['exponent'] ?? '', sign }
}

function isMark(sign: string): boolean {
  return sign === '' || sign === '%' || currencySigns.test(sign) || currencyCodes.has(sign)
}

/**
 * The number in a cell, or undefined if the text is not one in this format. A percentage is returned as
 * written: `12 %` is 12.
 */
export function parseNumberCell(text: string, format: NumberFormat = { decimal: '.' }): number | undefined {
  const found = numberParts(text)
  const amount = found && plainDigits(found.digits, format)
  if (!found || amount === undefined) return undefined
  const value = Number(amount + found.exponent)
  if (!Number.isFinite(value)) return undefined
  return found.negative && value !== 0 ? -value : value
}

/** The digits without separators of thousands and with a decimal point. */
export function plainDigits(digits: string, { decimal, thousands }: NumberFormat): string | undefined {
  const [whole = '', fraction = '', more] = digits.split(decimal)
  const joined = ungrouped(whole, thousands ?? (decimal === ',' ? '.' : ','))
  if (more !== undefined || joined === undefined || !/^\d+$/.test(joined + fraction)) return undefined
  return `${joined || '0'}.${fraction || '0'}`
}

function ungrouped(whole: string, thousands: string): string | undefined {
  const groups = whole.split(thousands)
  return groups.length === 1 || isGrouped(groups) ? groups.join('') : undefined
}

// 1,234,567 and the Indian 12,34,567
function isGrouped(groups: string[]): boolean {
  const [first = '', ...rest] = groups
  if (first.length < 1 || first.length > 3 || rest.at(-1)?.length !== 3) return false
  const size = rest[0]?.length
  return (size === 3 || size === 2) && rest.slice(0, -1).every((group) => group.length === size)
}

const yes = new Set([
  'true',
  'yes',
  'y',
  '1',
  'on',
  't',
  'x',
  'ja',
  'oui',
  'si',
  'sí',
  'sì',
  'sim',
  'tak',
  'wahr',
  'vrai',
  '✓',
  '✔',
])
const no = new Set([
  'false',
  'no',
  'n',
  '0',
  'off',
  'f',
  'nein',
  'non',
  'não',
  'nao',
  'nee',
  'nej',
  'nie',
  'falsch',
  'faux',
  '✗',
  '✘',
])

/** The truth value in a cell, or undefined. An empty cell is undefined too. */
export function parseBooleanCell(text: string): boolean | undefined {
  const word = text.trim().toLowerCase()
  if (yes.has(word)) return true
  return no.has(word) ? false : undefined
}
