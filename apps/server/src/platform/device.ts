import { parse } from 'bowser'

const longestName = 60

// People know it without the maker's name.
function shortName(name: string | undefined): string | undefined {
  return name?.replace(/^Microsoft /, '')
}

/** The product at the beginning of a user agent: `steward-export/2.1 (+https://example.com)`. */
function programOf(userAgent: string): string {
  return userAgent.split(/[\s/(]/)[0] || userAgent
}

/** A user agent in words, as in "Firefox on Windows"; null when nothing is known. */
export function deviceOf(userAgent: string | null): string | null {
  if (!userAgent) return null
  const { browser, os, platform } = parse(userAgent)
  const system = platform.vendor === 'Apple' && platform.model ? platform.model : os.name
  const words = [shortName(browser.name) || programOf(userAgent), system].filter(Boolean)
  return words.join(' on ').slice(0, longestName)
}
