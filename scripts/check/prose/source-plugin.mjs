// A textlint plugin for TypeScript and JavaScript: comments and the texts that people may read become
// nodes of textlint's tree, all other code is left out. Texts on the allow-list are left out as well.
import { parseSync } from 'oxc-parser'

/** A text for people has two words beside each other; SQL, class names and queries of style sheets do not count. */
const isProse = (text) =>
  /[A-Za-z]{2,}[,.;:]? [A-Za-z]/.test(text) &&
  !/^\s*(?:\/\*|select |insert |update |delete |with )/i.test(text)

/** Texts of tests and measurements are not read by users: there only comments count. */
const isOfProduct = (path) => /(?:^|\/)(?:src|scripts)\//.test(path) && !/\.test\.|fixture/.test(path)

const literalTypes = new Set(['Literal', 'TemplateLiteral', 'JSXText'])
const skippedTypes = new Set(['ImportDeclaration', 'ExportAllDeclaration', 'TSLiteralType'])

function literalText(node) {
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked ?? '').join('…')
  return typeof node.value === 'string' ? node.value.replaceAll(/\s+/g, ' ').trim() : ''
}

function collectLiterals(node, found) {
  if (Array.isArray(node)) {
    for (const child of node) collectLiterals(child, found)
  } else if (node && typeof node.type === 'string' && !skippedTypes.has(node.type)) {
    if (literalTypes.has(node.type)) found.push(node)
    for (const child of Object.values(node))
      if (child && typeof child === 'object') collectLiterals(child, found)
  }
  return found
}

/** Turns an offset into textlint's position: lines from 1, columns from 0. */
function positions(text) {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  return (offset) => {
    const line = starts.findLastIndex((start) => start <= offset)
    return { line: line + 1, column: offset - starts[line] }
  }
}

/** Line comments that follow on each other are one text, so that a sentence may run over several lines. */
function joinedComments(comments, text) {
  const joined = []
  for (const { type, start, end } of comments) {
    const last = joined.at(-1)
    const isNext = type === 'Line' && last?.type === 'Line' && /^\n\s*$/.test(text.slice(last.end, start))
    if (isNext) last.end = end
    else joined.push({ type, kind: 'Comment', start: start + 2, end: type === 'Block' ? end - 2 : end })
  }
  return joined
}

function parseSource(text, path, quoted) {
  const { program, comments } = parseSync(path, text)
  const positionOf = positions(text)
  const nodeOf = (type, start, end, more = {}) => ({
    type,
    raw: text.slice(start, end),
    range: [start, end],
    loc: { start: positionOf(start), end: positionOf(end) },
    ...more,
  })
  const literals = isOfProduct(path) ? collectLiterals(program, []) : []
  const strings = literals.filter((node) => {
    const content = literalText(node)
    return isProse(content) && !quoted.has(content)
  })
  const spans = [
    ...joinedComments(comments, text),
    ...strings.map((node) => ({ kind: 'Paragraph', ...trimmed(text, node) })),
  ]
  const children = spans
    .filter(({ start, end }) => end > start)
    .map(({ kind, start, end }) => {
      const value = text.slice(start, end)
      return nodeOf(kind, start, end, { children: [nodeOf('Str', start, end, { value })] })
    })
  return nodeOf('Document', 0, text.length, { children })
}

/** Without the quotation marks, so that a pattern for the start of a sentence sees it. */
function trimmed(text, { type, start, end }) {
  if (type !== 'JSXText') return { start: start + 1, end: end - 1 }
  const raw = text.slice(start, end)
  return { start: start + raw.length - raw.trimStart().length, end: start + raw.trimEnd().length }
}

/** textlint's plugin; its option `quoted` lists the texts that stay as they are. */
export const sourcePlugin = {
  Processor: class {
    constructor(options) {
      this.quoted = new Set(options.quoted)
    }

    availableExtensions() {
      return ['.ts', '.tsx', '.mjs']
    }

    processor() {
      return {
        preProcess: (text, path) => parseSource(text, path, this.quoted),
        postProcess: (messages, filePath) => ({ messages, filePath: filePath ?? '' }),
      }
    }
  },
}
