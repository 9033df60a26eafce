/** Control characters but for tabs and the ends of lines. */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const control = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g

/** A text that can be stored, with line feeds at the ends of its lines. */
export function cleanText(text: string, most: number): string {
  return text
    .slice(0, 2 * most)
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(control, '')
    .slice(0, most)
    .toWellFormed()
}

/** The same on one line. */
export function cleanLine(text: string, most: number): string {
  return cleanText(text, 2 * most)
    .replaceAll(/[\s\u2028\u2029]+/g, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed()
}

/** How a text begins, on one line. */
export function snippetOf(text: string): string {
  return cleanLine(text, 200)
}

/** A mail's text in three parts that make the whole when put together. */
export interface TextParts {
  /** What is new. */
  visible: string
  signature: string
  /** Quoted text of earlier emails. */
  quoted: string
}

/** "On Monday Ada wrote:" in the languages of the usual programs. */
const attributions: readonly RegExp[] = [
  /^on\s.{3,300}\swrote:$/i,
  /^am\s.{3,300}\sschrieb(\s.{1,200})?:$/i,
  /^le\s.{3,300}\sa écrit\s?:$/i,
  /^el\s.{3,300}\sescribió:$/i,
  /^em\s.{3,300}\sescreveu:$/i,
  /^il\s.{3,300}\sha scritto:$/i,
  /^op\s.{3,300}\sschreef(\s.{1,200})?:$/i,
  /^.{3,200}\d{4}.{0,100}\swrote:$/i,
]

const rules: readonly RegExp[] = [
  /^-{2,10}\s?(original message|ursprüngliche nachricht|message d'origine|mensaje original)\s?-{2,10}$/i,
  /^_{20,200}$/,
]

const headerLine = /^\*?(from|von|de|da|van)\s?:\*?\s.{1,300}$/i
const secondHeaderLine =
  /^\*?(sent|date|to|gesendet|datum|an|envoyé|à|enviado|para|inviato|a|verzonden|aan)\s?:/i

const device = /^(sent from my |von meinem |envoyé de mon |get outlook for |enviado desde mi )/i

interface Line {
  at: number
  text: string
}

function linesOf(text: string): Line[] {
  const lines: Line[] = []
  for (let at = 0; at <= text.length;) {
    const end = text.indexOf('\n', at)
    const stop = end === -1 ? text.length : end
    // No line of a mail needs more to be known.
    lines.push({ at, text: text.slice(at, Math.min(stop, at + 1000)).trim() })
    at = stop + 1
  }
  return lines
}

const isQuoted = ({ text }: Line): boolean => text.startsWith('>')

/** Whether a line, with the one after it where programs broke it, says who wrote what follows. */
function isAttribution(lines: readonly Line[], at: number): boolean {
  const line = lines[at]?.text ?? ''
  const next = lines[at + 1]?.text ?? ''
  const joined = line.length < 200 && next.length < 200 ? `${line} ${next}` : line
  const isBroken = line !== '' && next.endsWith(':')
  return attributions.some((rule) => rule.test(line) || (isBroken && rule.test(joined)))
}

function isHeaders(lines: readonly Line[], at: number): boolean {
  const following = lines.slice(at + 1, at + 5).filter(({ text }) => text !== '')
  return headerLine.test(lines[at]?.text ?? '') && following.some((line) => secondHeaderLine.test(line.text))
}

/** From where on nothing but quoted lines follows, or undefined. */
function quotedTail(lines: readonly Line[]): number | undefined {
  let first: number | undefined
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const line = lines[at] as Line
    if (isQuoted(line)) first = at
    else if (line.text !== '') break
  }
  return first
}

function quoteStart(lines: readonly Line[]): number {
  const at = lines.findIndex(
    (line, index) =>
      rules.some((rule) => rule.test(line.text)) || isAttribution(lines, index) || isHeaders(lines, index),
  )
  const tail = quotedTail(lines) ?? -1
  const first = [at, tail].filter((index) => index >= 0)
  return first.length === 0 ? lines.length : Math.min(...first)
}

/** Lines that a signature has at most; what is longer is text. */
const longestSignature = 15

function signatureStart(lines: readonly Line[]): number {
  const from = Math.max(0, lines.length - longestSignature - 1)
  for (let at = from; at < lines.length; at += 1) {
    const text = lines[at]?.text ?? ''
    if (text === '--' || device.test(text)) return at
  }
  return lines.length
}

/** Where in a text its signature and what it quotes begin; both are its length where there is none. */
export function splitAt(text: string): { signatureAt: number; quoteAt: number } {
  const lines = linesOf(text)
  const quote = quoteStart(lines)
  const quoteAt = lines[quote]?.at ?? text.length
  const before = lines.slice(0, quote)
  const trimmed = before.slice(0, before.findLastIndex((line) => line.text !== '') + 1)
  const signatureAt = trimmed[signatureStart(trimmed)]?.at ?? quoteAt
  return { signatureAt, quoteAt }
}

/** A text in its parts; put together they are the text. */
export function splitText(text: string): TextParts {
  const { signatureAt, quoteAt } = splitAt(text)
  return {
    visible: text.slice(0, signatureAt),
    signature: text.slice(signatureAt, quoteAt),
    quoted: text.slice(quoteAt),
  }
}
