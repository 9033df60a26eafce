import { isLinkAddress } from './address.ts'
import type { MarkName, RichDocument, RichMark, RichNode } from './document.ts'

export interface HtmlOptions {
  /** The full address of an image; as it stands when absent. */
  imageAddress?(address: string): string
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text as it is in HTML, between tags or in an attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] as string)
}

const tagOfMark: Readonly<Record<Exclude<MarkName, 'link'>, string>> = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
  code: 'code',
}

function withMark(inner: string, { type, attrs }: RichMark): string {
  if (type !== 'link') return `<${tagOfMark[type]}>${inner}</${tagOfMark[type]}>`
  return isLinkAddress(attrs?.href) ? `<a href="${escapeHtml(attrs.href)}">${inner}</a>` : inner
}

type Write = (node: RichNode, options: HtmlOptions) => string

const inside: Write = ({ content = [] }, options) => content.map((node) => htmlOf(node, options)).join('')

const around =
  (tag: string): Write =>
  (node, options) =>
    `<${tag}>${inside(node, options)}</${tag}>`

const numberIn = ({ attrs }: RichNode, name: string): number => Math.trunc(Number(attrs?.[name] ?? 1)) || 1

const cell =
  (tag: string): Write =>
  (node, options) => {
    const spans = ['colspan', 'rowspan'].map((name) => {
      const span = numberIn(node, name)
      return span > 1 ? ` ${name}="${span}"` : ''
    })
    return `<${tag}${spans.join('')}>${inside(node, options)}</${tag}>`
  }

/** A line without anything would have no height. */
const paragraph: Write = (node, options) => `<p>${inside(node, options) || '<br>'}</p>`

const writers: Readonly<Record<string, Write>> = {
  text: ({ text = '', marks = [] }) =>
    marks.toReversed().reduce((inner, mark) => withMark(inner, mark), escapeHtml(text)),
  hardBreak: () => '<br>',
  mention: ({ attrs }) => escapeHtml(`@${attrs?.['label']}`),
  paragraph,
  heading: (node, options) => around(`h${Math.min(3, numberIn(node, 'level'))}`)(node, options),
  bulletList: around('ul'),
  orderedList: (node, options) => {
    const start = Math.trunc(Number(node.attrs?.['start'] ?? 1))
    return `<ol${start === 1 ? '' : ` start="${start}"`}>${inside(node, options)}</ol>`
  },
  listItem: around('li'),
  taskList: around('ul'),
  taskItem: (node, options) =>
    `<li>${node.attrs?.['checked'] ? '&#9745;' : '&#9744;'} ${inside(node, options)}</li>`,
  blockquote: around('blockquote'),
  codeBlock: (node, options) => `<pre><code>${inside(node, options)}</code></pre>`,
  horizontalRule: () => '<hr>',
  table: around('table'),
  tableRow: around('tr'),
  tableCell: cell('td'),
  tableHeader: cell('th'),
  image: ({ attrs }, { imageAddress = (address) => address }) =>
    `<img src="${escapeHtml(imageAddress(String(attrs?.['src'] ?? '')))}" alt="${escapeHtml(String(attrs?.['alt'] ?? ''))}">`,
}

function htmlOf(node: RichNode, options: HtmlOptions): string {
  return writers[node.type]?.(node, options) ?? inside(node, options)
}

/** A checked document as HTML for a mail: every text is escaped, and links lead only where links may. */
export function toHtml(document: RichDocument, options: HtmlOptions = {}): string {
  return inside(document, options)
}

/** A document in which each text was replaced by what a function makes of it; texts that become empty are left out. */
export function mapTexts<Node extends RichNode>(node: Node, change: (text: string) => string): Node {
  if (!node.content) return node
  const content = node.content.flatMap((part): RichNode[] => {
    if (part.type !== 'text') return [mapTexts(part, change)]
    const text = change(part.text ?? '')
    return text === '' ? [] : [{ ...part, text }]
  })
  return { ...node, content }
}
