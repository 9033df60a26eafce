import { cutText } from '@steward/contracts/value'
import { abbreviations, conceptOf, isKnown, noise } from './header.lexicon.ts'

const shortestPart = 2

/** A word that consists of known words, such as `accountid` or `Kundennummer`, taken apart; else the word. */
function takeApart(word: string): string[] {
  if (word.length < 5 || isKnown(word)) return [word]
  const best: (string[] | undefined)[] = [[]]
  for (let end = 1; end <= word.length; end += 1) {
    for (let start = 0; start <= end - shortestPart; start += 1) {
      const before = best[start]
      const part = word.slice(start, end)
      if (!before || !isKnown(part)) continue
      const found = [...before, part]
      if (found.length < (best[end]?.length ?? Infinity)) best[end] = found
    }
  }
  return best[word.length] ?? [word]
}

/** Brackets that say how a column is to be filled, and nothing about its meaning. */
const remark =
  /[([](?:do not (?:modify|edit|change)|auto[ -]?generated|read[ -]?only|required|optional|mandatory|must [^)\]]*)[)\]]/gi

/** The words of a header in the way it was written: `ClientName`, `customer_name`, `Account: Name`, `ACCT_NM`, `accountid`. */
function wordsOf(header: string): string[] {
  return header
    .normalize('NFC')
    .trim()
    .replace(/__?c$/i, '')
    .replace(/^propert(?:y|ies)[_.:\s]+(hs_)?/i, '')
    .replaceAll('#', ' # ')
    .replaceAll(/№|(?<!\p{L})n\.?[°º]/giu, ' no ')
    .replaceAll('%', ' percent ')
    .replaceAll(/(?<!\p{L})[eE]-?[mM]ail/gu, 'Email')
    .replaceAll(/(?<!\p{L})[eE]-?[pP]ost(?!al)/gu, 'Email')
    .replaceAll(remark, ' ')
    .replaceAll(/\bkey account\b/gi, 'account')
    .replaceAll(/(?<!\p{L})(\p{Lu}{2,})s(?!\p{L})/gu, '$1S')
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}#]+/u)
    .filter((word) => word !== '')
}

/** The words of a header in small letters, those that were run together taken apart. */
export function tokensOf(header: string): string[] {
  return wordsOf(header).flatMap((word) => {
    const small = word.toLowerCase()
    return abbreviations.get(small) ?? takeApart(small)
  })
}

const ofPeople = new Set(['ACC', 'PER', 'DEAL'])

/** Whether a header counts things: "# Employees", "Number of users", but not "Account number". */
function isCountOf([first = '', second = '']: readonly string[]): boolean {
  return conceptOf(first) === 'NUMBER' && ofPeople.has(conceptOf(second)) && /[^su]s$/.test(second)
}

/** The concepts of a header, without filler words unless there is nothing else. */
export function conceptsOf(header: string): string[] {
  const tokens = tokensOf(header)
  const telling = tokens.filter((token) => !noise.has(token))
  const concepts = (telling.length > 0 ? telling : tokens).map(conceptOf)
  return isCountOf(telling) ? ['count', ...concepts.slice(1)] : concepts
}

const acronyms = new Set(
  'id url arr mrr acv tcv ltv nps csat csm crm erp vat ein sic naics cik isin lei duns sku gdp usd eur gbp api ip hq b2b b2c kpi roi seo ui iso imo utc po pos fte'.split(
    ' ',
  ),
)

/** Capitals without a word that is known in small letters: `FIFA`, `ISO4217`; but `CITY` and `REGION`. */
function isAbbreviation(word: string): boolean {
  return (
    /^(?:\p{Lu}{2,5}|\p{Lu}+\d+)$/u.test(word) &&
    takeApart(word.toLowerCase()).every((part) => !isKnown(part))
  )
}

const longestName = 100

/** A header as a person would write it: `AvgMonthlySpendPercent` becomes "Avg monthly spend percent". */
export function readableName(header: string): string {
  const text = header.trim().replaceAll(/\s+/g, ' ')
  if (text.includes(' ') && text !== text.toUpperCase()) return cutText(text, longestName)
  const words = wordsOf(text).flatMap((word) => {
    if (isAbbreviation(word)) return [word]
    const parts = takeApart(word.toLowerCase())
    return parts.map((part) => (acronyms.has(part) ? part.toUpperCase() : part))
  })
  const name = words.join(' ')
  return cutText(name.charAt(0).toUpperCase() + name.slice(1), longestName) || cutText(text, longestName)
}
