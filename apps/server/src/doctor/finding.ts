/** How it stands: a fault keeps Steward from working or from being safe, a warning will in time. */
export type Verdict = 'ok' | 'note' | 'warning' | 'fault'

/** What a check found out about one thing. */
export interface Finding {
  /** The thing, in a word or three. */
  about: string
  verdict: Verdict
  /** How it stands, as a sentence. */
  message: string
  /** What to do; only where something is to be done. */
  advice?: string
}

/** Makes findings about one thing. */
export function findingsAbout(about: string) {
  const say = (verdict: Verdict) => (message: string, advice?: string) => ({
    about,
    verdict,
    message,
    ...(advice === undefined ? {} : { advice }),
  })
  return { ok: say('ok'), note: say('note'), warning: say('warning'), fault: say('fault') }
}

/** What an error says, with what caused it, on one line. */
export function reasonOf(error: unknown): string {
  const parts: string[] = []
  for (let one = error; one instanceof Error; one = one.cause) {
    const { message, code } = one as NodeJS.ErrnoException
    parts.push(message || code || one.name)
    if (one instanceof AggregateError) parts.push(...one.errors.map(reasonOf))
  }
  return (parts.join(': ') || String(error)).replaceAll(/\s+/g, ' ').trim().slice(0, 300)
}

/** A number of bytes as people say it. */
export function bytesInWords(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  const power = Math.min(
    units.length - 1,
    Math.max(0, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024))),
  )
  const value = bytes / 1024 ** power
  return `${value >= 10 || power === 0 ? Math.round(value) : value.toFixed(1)} ${units[power]}`
}

/** A number of seconds as people say it. */
export function secondsInWords(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} seconds`
  if (seconds < 2 * 3600) return `${Math.round(seconds / 60)} minutes`
  if (seconds < 48 * 3600) return `${Math.round(seconds / 3600)} hours`
  return `${Math.round(seconds / 86_400)} days`
}
