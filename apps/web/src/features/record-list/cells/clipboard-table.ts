/** Lines of cells, as a spreadsheet has them. */
export type Block = readonly (readonly string[])[]

const needsQuotes = /[\t\n\r"]/

const quoted = (text: string) => (needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** A block as tab-separated text: cells with tabs, line ends or quotes are in quotes. */
export function writeText(block: Block): string {
  return block.map((line) => line.map(quoted).join('\t')).join('\n')
}

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string) =>
  text.replaceAll(/[&<>"]/g, (sign) => signs[sign]!).replaceAll(/\r?\n/g, '<br>')

/** A block as a table, which spreadsheets and documents prefer. */
export function writeHtml(block: Block): string {
  const lines = block.map((line) => `<tr>${line.map((text) => `<td>${escaped(text)}</td>`).join('')}</tr>`)
  return `<table><tbody>${lines.join('')}</tbody></table>`
}

/** A cell in quotes from `start` on: its text, and where it ends; undefined where the quotes are none of a cell. */
function readQuoted(text: string, start: number): { value: string; end: number } | undefined {
  let value = ''
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] !== '"') value += text[at]
    else if (text[at + 1] === '"') {
      value += '"'
      at += 1
    } else {
      const after = text[at + 1]
      return after === undefined || '\t\n\r'.includes(after) ? { value, end: at + 1 } : undefined
    }
  }
  return undefined
}

/** Reads tab-separated text; one line end at the end begins no line. Lines are made equally long. */
export function readText(input: string): string[][] {
  const text = input.replace(/(\r\n|\r|\n)$/, '')
  const lines: string[][] = [[]]
  for (let at = 0; ;) {
    const inQuotes = text[at] === '"' ? readQuoted(text, at) : undefined
    const plainEnd = /[\t\r\n]|$/g
    plainEnd.lastIndex = at
    const end = inQuotes?.end ?? plainEnd.exec(text)!.index
    lines.at(-1)!.push(inQuotes?.value ?? text.slice(at, end))
    if (end >= text.length) break
    if (text[end] !== '\t') lines.push([])
    at = end + (text.startsWith('\r\n', end) ? 2 : 1)
  }
  return squared(lines)
}

function squared(lines: string[][]): string[][] {
  const width = Math.max(...lines.map((line) => line.length))
  return lines.map((line) => [...line, ...Array.from({ length: width - line.length }, () => '')])
}

/** Reads the first table of a document. Undefined where it has none. */
export function readHtml(html: string): string[][] | undefined {
  const table = new DOMParser().parseFromString(html, 'text/html').querySelector('table')
  if (!table || table.rows.length === 0) return undefined
  const lines = [...table.rows].map((row) =>
    [...row.cells].flatMap((cell) => {
      for (const br of cell.querySelectorAll('br')) br.replaceWith('\n')
      const text = (cell.textContent ?? '').replaceAll('\u00a0', ' ').trim()
      return [text, ...Array.from({ length: cell.colSpan - 1 }, () => '')]
    }),
  )
  return squared(lines)
}
