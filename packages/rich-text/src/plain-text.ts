import type { RichDocument, RichNode } from './document.ts'

type Lines = (node: RichNode) => string[]

const inlineText = ({ content = [] }: RichNode): string => content.map(textOfInline).join('')

function textOfInline({ type, text = '', attrs }: RichNode): string {
  if (type === 'hardBreak') return '\n'
  return type === 'mention' ? `@${attrs?.['label']}` : text
}

const ownLines: Lines = (node) => inlineText(node).split('\n')
const linesBelow: Lines = ({ content = [] }) => content.flatMap(linesOf)

/** The first line with a sign before it, and the others below it. */
function hang(sign: string, node: RichNode): string[] {
  const indent = ' '.repeat(sign.length)
  return linesBelow(node).map((line, at) => (at === 0 ? sign : line === '' ? '' : indent) + line)
}

const listOf =
  (signOf: (item: RichNode, at: number, list: RichNode) => string): Lines =>
  (list) =>
    (list.content ?? []).flatMap((item, at) => hang(signOf(item, at, list), item))

const rowText = ({ content = [] }: RichNode): string =>
  content.map((cell) => linesBelow(cell).join(' ')).join(' | ')

const linesOfType: Readonly<Record<string, Lines>> = {
  paragraph: ownLines,
  heading: ownLines,
  codeBlock: ownLines,
  bulletList: listOf(() => '- '),
  orderedList: listOf((_, at, { attrs }) => `${Number(attrs?.['start'] ?? 1) + at}. `),
  taskList: listOf(({ attrs }) => (attrs?.['checked'] ? '[x] ' : '[ ] ')),
  blockquote: (node) => linesBelow(node).map((line) => `> ${line}`),
  horizontalRule: () => ['---'],
  table: ({ content = [] }) => content.map(rowText),
  image: ({ attrs }) => [String(attrs?.['alt'] ?? '[image]')],
}

function linesOf(node: RichNode): string[] {
  return linesOfType[node.type]?.(node) ?? linesBelow(node)
}

/** A document as text: paragraphs are lines, lists have "- ", "1. " and "[ ] ", rows of tables " | ". */
export function plainText(document: RichDocument): string {
  return linesBelow(document).join('\n')
}

/** A text as a document: each of its lines is a paragraph. */
export function richTextFrom(plain: string): RichDocument {
  const content = plain
    .split(/\r\n?|\n/)
    .map((text) => ({ type: 'paragraph', ...(text === '' ? {} : { content: [{ type: 'text', text }] }) }))
  return { type: 'doc', content }
}
