import { createScanner, type ScanRules } from './csv.scanner.ts'
import { TableError } from './table.contract.ts'

export interface ScannedRecord {
  line: number
  cells: string[]
  stray: number
}

export interface DelimiterFinding {
  delimiter: string
  quote: string
  /** The commonest number of cells, 1 if nothing separates. */
  width: number
  records: ScannedRecord[]
  note: string
}

const common = [',', ';', '\t', '|']
const rare = ['^', '~', '\u001f', '\u0001']
const looked = 200

/** The first records of a text under given rules; a fault ends the list. */
export function firstRecords(
  text: string,
  whole: boolean,
  rules: ScanRules,
  limit = looked,
): ScannedRecord[] {
  const records: ScannedRecord[] = []
  const full = new Error('enough')
  const scanner = createScanner(rules, (line, cells, stray) => {
    records.push({ line, cells, stray })
    if (records.length === limit) throw full
  })
  try {
    scanner.push(text, whole)
  } catch (error) {
    if (error !== full && !(error instanceof TableError)) throw error
  }
  return records
}

/** Tries delimiters (and quotes) on the head of a file and takes the one with the most regular rows. */
export function detectDelimiter(
  text: string,
  whole: boolean,
  fixed: { delimiter?: string; quote?: string; skipLines?: number; comment?: string },
): DelimiterFinding {
  const quote = fixed.quote ?? likelyQuote(text)
  const rules = { quote, skipLines: fixed.skipLines ?? 0, comment: fixed.comment }
  const trial = (delimiter: string) => scored(firstRecords(text, whole, { ...rules, delimiter }), delimiter)
  if (fixed.delimiter !== undefined) {
    const note = `Delimiter: ${delimiterName(fixed.delimiter)} (chosen).`
    return { ...trial(fixed.delimiter), quote, note }
  }
  const told = /^"?sep=(.)"?\r?\n/i.exec(text)?.[1]
  if (told !== undefined) {
    const note = `Delimiter: ${delimiterName(told)} (declared in the first line).`
    return { ...trial(told), quote, note }
  }
  const best = bestOf(common.map(trial)) ?? bestOf(rare.map(trial))
  if (best) {
    const note = `Delimiter: ${delimiterName(best.delimiter)} (detected, ${best.width} columns).`
    return { ...best, quote, note }
  }
  return {
    ...trial(','),
    width: 1,
    quote,
    note: 'No delimiter was found, so the file is read as one column.',
  }
}

interface Trial {
  delimiter: string
  width: number
  records: ScannedRecord[]
  /** The share of rows with the commonest width, less what speaks against it. */
  score: number
  /** The share of rows that are split at all. */
  split: number
}

function bestOf(trials: Trial[]): Trial | undefined {
  const regular = trials.filter((one) => one.score > 0.5)
  const irregular = trials.filter((one) => one.split >= 0.6)
  const [list, key] = regular.length > 0 ? ([regular, 'score'] as const) : ([irregular, 'split'] as const)
  return list.toSorted((a, b) => b[key] - a[key] || b.width - a.width)[0]
}

function scored(records: ScannedRecord[], delimiter: string): Trial {
  const rows = records.filter(({ cells }) => !cells[0]?.startsWith('#'))
  const first = rows.findIndex(({ cells }) => cells.length > 1)
  // lines before the table are not split, so they do not count, but a table without them is likelier
  const kept = first === -1 || rows.length - first < 2 ? rows : rows.slice(first)
  const counts = new Map<number, number>()
  for (const { cells, stray } of kept) {
    if (cells.length > 1 && stray === 0) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  }
  const [width, count] = [...counts].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [1, 0]
  const score = count / Math.max(1, kept.length) - Math.min(0.2, 0.02 * (rows.length - kept.length))
  const split = kept.filter(({ cells }) => cells.length > 1).length / Math.max(1, kept.length)
  return { delimiter, width, records, score, split }
}

/** Apostrophes enclose cells only where they do so again and again, and double quotes are absent. */
function likelyQuote(text: string): string {
  const head = text.slice(0, 65536)
  if (head.includes('"')) return '"'
  const enclosed = head.match(/(?<=^|[,;\t|])'[^'\r\n]*'(?=[,;\t|\r\n]|$)/gm) ?? []
  return enclosed.length >= 4 ? "'" : '"'
}

export function delimiterName(delimiter: string): string {
  const names: Record<string, string> = {
    ',': 'a comma',
    ';': 'a semicolon',
    '\t': 'a tab',
    '|': 'a vertical bar',
  }
  return names[delimiter] ?? JSON.stringify(delimiter)
}
