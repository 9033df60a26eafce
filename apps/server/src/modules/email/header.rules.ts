/** Ids that one mail may name; a longer chain keeps its beginning and its end. */
const mostReferences = 100
const longestId = 998

/** The Message-IDs in a header, without their brackets, each once, in their order. */
export function readIds(header: string | undefined): string[] {
  if (!header) return []
  const inBrackets = [...header.slice(0, 100_000).matchAll(/<([^<>]+)>/g)].map(([, id]) => id as string)
  const given = inBrackets.length > 0 ? inBrackets : header.slice(0, 100_000).split(/[\s,]+/)
  const ids = given.map((id) => id.replaceAll(/\s+/g, '')).filter((id) => id && id.length <= longestId)
  const unique = [...new Set(ids)]
  if (unique.length <= mostReferences) return unique
  return [...unique.slice(0, 1), ...unique.slice(1 - mostReferences)]
}

const day = 24 * 3600 * 1000

/**
 * When a mail was written: as it says, however long ago; where that cannot be read, or lies in the
 * future, when it was last handed on, and else now.
 */
export function writtenAt(said: string | undefined, received: string | undefined, now: Date): Date {
  for (const text of [said, received]) {
    const at = text ? new Date(text) : undefined
    const time = at?.getTime() ?? Number.NaN
    if (at && time <= now.getTime() + day && time >= Date.UTC(1900, 0, 1)) return at
  }
  return now
}
