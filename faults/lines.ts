import type { Readable } from 'node:stream'

const mostLines = 20_000

/** What a program said, line by line; of a long life the latest lines. */
export interface Lines {
  readonly all: string[]
  /** Reads what else the program says. */
  read(stream: Readable | null): void
  /** Resolves with the first line, of those kept or still to come, that holds the text. */
  waitFor(text: string): Promise<string>
}

export function keepLines(): Lines {
  const all: string[] = []
  const waiting = new Set<(line: string) => void>()
  const keep = (line: string) => {
    all.push(line)
    if (all.length > mostLines) all.splice(0, mostLines / 2)
    for (const look of waiting) look(line)
  }
  return {
    all,
    read(stream) {
      let rest = ''
      stream?.setEncoding('utf8').on('data', (text: string) => {
        const lines = (rest + text).split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) keep(line)
      })
    },
    waitFor(text) {
      return new Promise((resolve) => {
        const known = all.find((line) => line.includes(text))
        if (known !== undefined) return resolve(known)
        const look = (line: string) => {
          if (!line.includes(text)) return
          waiting.delete(look)
          resolve(line)
        }
        waiting.add(look)
      })
    },
  }
}
